"""Passages that are near by meaning: those that are left out are not among them."""

from __future__ import annotations

import numpy as np

from kb.retrieval.arrays import Floats, Rows
from kb.retrieval.ranking.meaning import Meaning, NearPassages

TEXTS = ("may I pass?", "may I move?", "may I pass?", "may I draw?")
COSINES = np.array([1.0, 0.5, 1.0, 0.25], dtype=np.float32)


def near(left_out: tuple[int, ...] = (), meaning: Meaning | None = None) -> NearPassages:
    """All of TEXTS with their COSINES, some left out."""
    whole = meaning or Meaning(lambda text: (np.arange(len(TEXTS)), COSINES))
    return NearPassages(whole, len(TEXTS), np.array(left_out, dtype=np.int64), TEXTS.__getitem__)


def test_what_is_left_out_is_not_found() -> None:
    rows, scores = near((0, 3)).nearest("may I pass?")
    assert rows.tolist() == [1, 2]
    assert scores.tolist() == [0.5, 1.0]


def test_no_passage_that_reads_the_same_is_found_where_it_is_left_out() -> None:
    assert near().nearest("may I pass?", without="may I pass?")[0].tolist() == [1, 3]


def test_the_cosine_of_a_passage_that_is_not_compared_is_the_least() -> None:
    rows = np.array([[1, 0], [3, len(TEXTS)]])
    assert near((0,)).cosines("may I pass?", rows).tolist() == [[0.5, -1.0], [0.25, -1.0]]


def test_where_not_all_are_compared_passages_are_compared_by_themselves() -> None:
    def cosines(text: str, rows: Rows) -> Floats:
        return COSINES[rows]

    few = near(meaning=Meaning(lambda text: (np.array([0]), COSINES[:1]), cosines))
    assert few.cosines("may I pass?", np.array([[3, len(TEXTS)]])).tolist() == [[0.25, -1.0]]
