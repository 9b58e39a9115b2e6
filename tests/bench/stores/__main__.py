"""The development questions asked of SQLite with FAISS and of PostgreSQL: what differs, and how long each takes.

    python -m tests.bench.stores        with the knowledge base of the home folder and a PostgreSQL of its own

An answer differs where its outcome, its verdict or the first clause that it shows does. Why is said of each: `tie`
where the two best clauses' scores differ by less than TIE, so that a cosine's last digits order them; `first look`
where FAISS says the same as PostgreSQL once it compares vectors whole: of those that are far it compares a third of
each (kb/retrieval/embedding/index.py), which PostgreSQL does not.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt

from kb.answering.answer import answer
from kb.answering.ranking import rank
from kb.evaluation.questions import load_questions
from kb.home import STORE_ADDRESS
from kb.knowledge import KnowledgeBase
from kb.paths import corpus_dir
from kb.retrieval.embedding.nearness import dense_search
from kb.snapshots.shared import bring, catch_up
from kb.snapshots.snapshot import open_current
from tests.support.postgres import database, server

TIE = 0.001
Floats, Rows = npt.NDArray[np.float32], npt.NDArray[np.int64]


@dataclass(frozen=True)
class Said:
    """What one store's base answers: outcome, verdict, first clause; milliseconds."""

    outcome: str
    verdict: Any
    first: str
    ms: float

    @property
    def told(self) -> tuple[str, Any, str]:
        """What must be the same."""
        return self.outcome, self.verdict, self.first


def asked(base: KnowledgeBase, questions: Sequence[str]) -> list[Said]:
    """What a base answers to each question, the game never given."""
    found = []
    for question in questions:
        started = time.perf_counter()
        given = answer(base, question)
        ms = (time.perf_counter() - started) * 1000
        verdict = given.verdict.value if given.verdict else None
        first = given.citations[0].clause.id if given.citations else ""
        found.append(Said(str(given.outcome), verdict, first, ms))
    return found


def compared_whole(home: Path | None = None) -> KnowledgeBase:
    """The current snapshot of a home folder, whose FAISS index compares vectors whole."""
    base = KnowledgeBase(open_current(home))
    index = base.snapshot.index
    rows = np.arange(len(index), dtype=np.int64)

    def near(vector: Floats) -> tuple[Rows, Floats]:
        scores, numbers = index.search(vector[None], len(index))
        found = np.empty(len(rows), dtype=np.float32)
        found[numbers[0]] = scores[0]
        return rows, found

    base.__dict__["dense"] = dense_search(base.vector, near)
    return base


@contextmanager
def both(home: Path | None = None) -> Iterator[tuple[KnowledgeBase, KnowledgeBase]]:
    """The current snapshot of a home folder, opened from its files and from a PostgreSQL that it is brought into."""
    with TemporaryDirectory() as place, server() as postgres, open_current(home) as own:
        address = database(postgres, "stores")
        os.environ[STORE_ADDRESS] = address
        try:
            bring(address, own.folder)
            mirror = Path(place)
            catch_up(mirror)
            with KnowledgeBase(own) as files, KnowledgeBase(open_current(mirror)) as shared:
                yield files, shared
        finally:
            del os.environ[STORE_ADDRESS]


def differences(
    questions: Sequence[str], one: Sequence[Said], two: Sequence[Said], shared: KnowledgeBase
) -> Iterator[dict[str, Any]]:
    """Each question that is answered otherwise, and why, empty where neither reason explains it."""
    with compared_whole() as whole:
        for question, left, right in zip(questions, one, two, strict=True):
            if left.told != right.told:
                [looked] = asked(whole, [question])
                hits = rank(shared, shared.read(question)).hits
                tie = len(hits) > 1 and hits[0].score - hits[1].score < TIE
                why = "first look" if looked.told == right.told else "tie" if tie else ""
                yield {"question": question, "sqlite": left.told, "postgres": right.told, "why": why}


def times(said: Sequence[Said]) -> dict[str, float]:
    """Median and 95th percentile, in milliseconds."""
    p50, p95 = np.percentile([each.ms for each in said], [50, 95])
    return {"p50, ms": round(float(p50), 1), "p95, ms": round(float(p95), 1)}


def main() -> None:
    """Print what differs, one line each, and the figures, as JSON."""
    questions = [each.question for each in load_questions(corpus_dir())]
    with both() as (files, shared):
        for base in (files, shared):
            answer(base, "warm up")
        one, two = asked(files, questions), asked(shared, questions)
        found = list(differences(questions, one, two, shared))
    for each in found:
        print(json.dumps(each, ensure_ascii=False), file=sys.stderr)
    whys = Counter(each["why"] or "neither" for each in found)
    told = {"questions": len(questions), "differ": len(found), **whys, "sqlite": times(one), "postgres": times(two)}
    print(json.dumps(told))


if __name__ == "__main__":
    main()
