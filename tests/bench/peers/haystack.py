"""haystack with its in-memory store, read back from disk; `hybrid` joins its BM25 retriever by reciprocal ranks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from haystack import Document, Pipeline
from haystack.components.joiners import DocumentJoiner
from haystack.components.retrievers.in_memory import InMemoryBM25Retriever, InMemoryEmbeddingRetriever
from haystack.document_stores.in_memory import InMemoryDocumentStore
from haystack_integrations.components.embedders.sentence_transformers import (
    SentenceTransformersDocumentEmbedder,
    SentenceTransformersTextEmbedder,
)


def build(passages: Sequence[dict[str, str]], folder: Path, model: str, hybrid: bool = False) -> None:
    """Embed the passages and write the store."""
    store = InMemoryDocumentStore(embedding_similarity_function="cosine")
    embedder = SentenceTransformersDocumentEmbedder(model=model, progress_bar=False)
    embedder.warm_up()
    documents = [Document(id=each["id"], content=each["text"]) for each in passages]
    store.write_documents(embedder.run(documents=documents)["documents"])
    store.save_to_disk(str(folder / "haystack.json"))


def load(folder: Path, model: str, hybrid: bool = False) -> Callable[[str, int], list[str]]:
    """A pipeline that embeds the question and searches."""
    store = InMemoryDocumentStore.load_from_disk(str(folder / "haystack.json"))
    pipeline = Pipeline()
    pipeline.add_component("embedder", SentenceTransformersTextEmbedder(model=model, progress_bar=False))
    pipeline.add_component("dense", InMemoryEmbeddingRetriever(store))
    pipeline.connect("embedder.embedding", "dense.query_embedding")
    if hybrid:
        pipeline.add_component("words", InMemoryBM25Retriever(store))
        pipeline.add_component("joined", DocumentJoiner(join_mode="reciprocal_rank_fusion"))
        pipeline.connect("dense", "joined")
        pipeline.connect("words", "joined")
    pipeline.warm_up()

    def ask(question: str, limit: int) -> list[str]:
        given: dict[str, Any] = {"embedder": {"text": question}, "dense": {"top_k": limit}}
        if hybrid:
            given["words"] = {"query": question, "top_k": limit}
        found = pipeline.run(given)
        return [each.id for each in found["joined" if hybrid else "dense"]["documents"]][:limit]

    return ask
