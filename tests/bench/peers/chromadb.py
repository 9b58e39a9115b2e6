"""chromadb: a persistent client, its own sentence-transformers embedding, cosine distance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import chromadb
from chromadb.config import Settings
from chromadb.utils.embedding_functions import SentenceTransformerEmbeddingFunction

BATCH = 1000


def opened(folder: Path, model: str) -> Any:
    """The collection in a folder."""
    client = chromadb.PersistentClient(str(folder / "chroma"), settings=Settings(anonymized_telemetry=False))
    embedding = SentenceTransformerEmbeddingFunction(model_name=model)
    return client.get_or_create_collection(
        "clauses", embedding_function=embedding, configuration={"hnsw": {"space": "cosine"}}
    )


def build(passages: Sequence[dict[str, str]], folder: Path, model: str) -> None:
    """Embed and store the passages."""
    collection = opened(folder, model)
    for start in range(0, len(passages), BATCH):
        batch = passages[start : start + BATCH]
        collection.add(ids=[each["id"] for each in batch], documents=[each["text"] for each in batch])


def load(folder: Path, model: str) -> Callable[[str, int], list[str]]:
    """Search by meaning."""
    collection = opened(folder, model)
    return lambda question, limit: collection.query(query_texts=[question], n_results=limit)["ids"][0]
