"""Headjudge, measured as the peers are: it builds from its corpus, and ranks (`whole` answers: cites or declines)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from kb.knowledge import KnowledgeBase


def build(passages: Sequence[dict[str, str]], folder: Path, model: str, whole: bool = False) -> None:
    """Build a snapshot; what an earlier build of this folder worked out is reused."""
    from ingest.building.pipeline import build as build_snapshot
    from kb.paths import corpus_dir

    build_snapshot(corpus_dir(), home=folder)


def load(folder: Path, model: str, whole: bool = False) -> Callable[[str, int], list[str]]:
    """Search with all that Headjudge has, or answer with the checks too."""
    from kb.answering.answer import answer
    from kb.answering.ranking import rank

    base = KnowledgeBase.open(folder)
    if whole:
        return lambda question, limit: [each.clause.id for each in answer(base, question, limit=limit).citations]
    return lambda question, limit: [each.clause.id for each in rank(base, base.read(question), limit=limit).hits]
