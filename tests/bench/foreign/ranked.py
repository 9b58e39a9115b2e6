"""Clause ids, best first, for each question about one document: by Headjudge, by BM25, by a plain encoder, by both."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from ingest.encoding.embed import embed, packaged_encoder
from kb.answering.ranking import rank
from kb.knowledge import KnowledgeBase
from kb.words.text import stem, words
from tests.bench.compare import Peer, clause_passages, run
from tests.bench.foreign.documents import Asked

DEEP = 100
DAMPED = 60
BM25 = Peer("BM25", "bm25s", "bm25s")
Ranked = dict[str, list[list[str]]]
"""Row's name -> for each question the clauses found, best first."""


def ranked(base: KnowledgeBase, document: str, asked: Sequence[Asked], folder: Path) -> Ranked:
    """All rows; every peer gets the text that Headjudge embeds for a clause: game, document, headings, words."""
    passages = [each for each in clause_passages(base) if base.store.clause(each["id"]).game == document]
    texts = [each.text for each in asked]
    found = {"Headjudge": [_headjudge(base, text, document) for text in texts]}
    found["BM25"] = by_words(passages, texts, folder / "bm25")
    stemmed = [{**each, "text": _stems(each["text"])} for each in passages]
    found["BM25, stemmed"] = by_words(stemmed, [_stems(text) for text in texts], folder / "stemmed")
    found["plain encoder"] = by_meaning(passages, texts, folder)
    for words_alone in ("BM25", "BM25, stemmed"):
        both = zip(found[words_alone], found["plain encoder"], strict=True)
        found[f"{words_alone} and plain encoder, ranks fused"] = [fused(pair) for pair in both]
    return found


def _headjudge(base: KnowledgeBase, text: str, document: str) -> list[str]:
    """What Headjudge's retrieval finds."""
    return [hit.clause.id for hit in rank(base, base.read(text, document), document).hits]


def by_words(passages: Sequence[Mapping[str, str]], texts: Sequence[str], folder: Path) -> list[list[str]]:
    """BM25 as `make bench` measures it, in the peers' virtual environment."""
    folder.mkdir(parents=True, exist_ok=True)
    task = {"adapter": BM25.adapter, "options": {}, "folder": str(folder), "model": ""}
    told = {"passages": list(passages), "questions": list(texts), "limit": min(DEEP, len(passages))}
    run("build", BM25, {**task, **told}, folder)
    return list(run("ask", BM25, {**task, **told}, folder)["ranked"])


def _stems(text: str) -> str:
    """The stems of a text's words."""
    return " ".join(map(stem, words(text)))


def by_meaning(passages: Sequence[Mapping[str, str]], texts: Sequence[str], folder: Path) -> list[list[str]]:
    """The published all-MiniLM-L6-v2 without Headjudge's correction; the passages' vectors are kept in `folder`."""
    source = packaged_encoder()
    known = "\n".join(each["text"] for each in passages)
    kept = folder / f"plain-{hashlib.sha256(known.encode()).hexdigest()[:16]}.npy"
    if not kept.exists():
        np.save(kept, embed(source, [each["text"] for each in passages]))
    scores = embed(source, texts) @ np.load(kept).T
    return [[passages[at]["id"] for at in np.argsort(-row, kind="stable")[:DEEP]] for row in scores]


def fused(rankings: Sequence[Sequence[str]]) -> list[str]:
    """Reciprocal rank fusion (Cormack et al. 2009)."""
    score: dict[str, float] = defaultdict(float)
    for ranking in rankings:
        for place, clause in enumerate(ranking, 1):
            score[clause] += 1.0 / (DAMPED + place)
    return sorted(score, key=lambda clause: -score[clause])
