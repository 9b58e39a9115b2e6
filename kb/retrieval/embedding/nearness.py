"""How near a question comes to every passage by meaning, worked out once for all stages that ask."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from threading import Lock

import numpy as np

from kb.records.question import Question, Span
from kb.retrieval.arrays import Floats, Rows

KEPT = 32
VECTORS_KEPT = 4096
BUSY = Lock()
BESIDE = 2
"""Texts whose nearness is worked out at a time beside what answers: a database compares two in the time of one."""
NONE = np.float32(-1.0)
LEAST_ASKED = 5

Near = Callable[[Floats], tuple[Rows, Floats]]
"""Passage numbers and their cosines to a vector, as of a Dense."""
Dense = Callable[[str], tuple[Rows, Floats]]
"""Passage numbers and their cosines to a text: all of them in order, or the nearest where there are very many."""


def kept_vectors(encode: Callable[[Sequence[str]], Floats]) -> Callable[[str], Floats]:
    """A text's vector by an encoder; those of the last VECTORS_KEPT texts are kept, 1.5 kilobytes each: a question is
    asked again as a link, with another fact, as a message and by the next judge."""

    @lru_cache(maxsize=VECTORS_KEPT)
    def vector(text: str) -> Floats:
        found: Floats = encode([text])[0]
        return found

    return vector


def dense_search(vector: Callable[[str], Floats], near: Near) -> Dense:
    """A Dense from texts' vectors and an index; KEPT questions are kept, for several requests are answered at a time
    and each asks for its question's nearness several times."""

    @lru_cache(maxsize=KEPT)
    def find(text: str) -> tuple[Rows, Floats]:
        return near(vector(text))

    return find


@contextmanager
def foreseen(dense: Dense | None, texts: Iterable[str]) -> Iterator[None]:
    """While the block runs, how near these texts come is worked out on another processor, for whoever asks after the
    block; not without an encoder, or while that is done for other texts."""
    wanted = [*dict.fromkeys(texts)] if dense is not None else []
    if dense is None or not wanted or not BUSY.acquire(blocking=False):
        yield
        return
    try:
        known = [_beside(os.getpid()).submit(dense, each) for each in wanted]
        yield
        for each in known:
            each.exception()  # what went wrong shows where it is asked for
    finally:
        BUSY.release()


@lru_cache(maxsize=1)
def _beside(process: int) -> ThreadPoolExecutor:
    """The threads of a process that work beside those that answer; a forked process has its own."""
    return ThreadPoolExecutor(BESIDE, f"beside-{process}")


def spread(rows: Rows, scores: Floats, total: int) -> Floats:
    """The cosine of every passage, -1 for those that were not compared."""
    if len(rows) == total:
        return scores
    found = np.full(total, NONE, dtype=np.float32)
    found[rows] = scores
    return found


def last_sentences(question: Question) -> str:
    """The last sentence that asks with what follows it; the whole where there is one sentence only."""
    spans = [each.span for each in question.sentences]
    asking = next((at for at in reversed(range(len(spans))) if question.at(spans[at]).endswith("?")), None)
    if len(spans) < 2 or asking is None:
        return question.text
    part = question.at(spans[asking])
    enough = len(part.split()) >= LEAST_ASKED or asking == 0
    return part if enough else question.at(Span(spans[asking - 1].start, spans[asking].end))
