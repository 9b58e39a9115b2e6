"""txtai: an Embeddings index on disk, by meaning alone or `hybrid` with its BM25."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from txtai import Embeddings


def build(passages: Sequence[dict[str, str]], folder: Path, model: str, hybrid: bool = False) -> None:
    """Embed and index the passages."""
    embeddings = Embeddings(path=model, method="sentence-transformers", hybrid=hybrid, gpu=False)
    embeddings.index((each["id"], each["text"], None) for each in passages)
    embeddings.save(str(folder / "txtai"))


def load(folder: Path, model: str, hybrid: bool = False) -> Callable[[str, int], list[str]]:
    """Search as the index was built."""
    embeddings = Embeddings()
    embeddings.load(str(folder / "txtai"))
    return lambda question, limit: [str(each[0]) for each in embeddings.search(question, limit)]
