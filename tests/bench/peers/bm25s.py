"""Plain BM25 by bm25s, with its English stop words and no stemming: its documentation's first example."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import bm25s


def build(passages: Sequence[dict[str, str]], folder: Path, model: str) -> None:
    """Index the passages; no model is used."""
    index = bm25s.BM25()
    index.index(bm25s.tokenize([each["text"] for each in passages], stopwords="en", show_progress=False))
    index.save(str(folder / "bm25"))
    (folder / "ids.json").write_text(json.dumps([each["id"] for each in passages]))


def load(folder: Path, model: str) -> Callable[[str, int], list[str]]:
    """Search by words."""
    index = bm25s.BM25.load(str(folder / "bm25"))
    ids = json.loads((folder / "ids.json").read_text())

    def ask(question: str, limit: int) -> list[str]:
        tokens = bm25s.tokenize([question], stopwords="en", show_progress=False)
        rows, _ = index.retrieve(tokens, k=limit, show_progress=False)
        return [ids[row] for row in rows[0]]

    return ask
