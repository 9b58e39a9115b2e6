"""Which questions stand for all of those that ask for the same."""

from __future__ import annotations

import numpy as np

from ingest.learning.exemplars import exemplars

EAST, NORTH = (1.0, 0.0), (0.0, 1.0)
NEARLY_EAST = (0.995, 0.0999)


def vectors(*rows: tuple[float, float]) -> np.ndarray:
    return np.array(rows, dtype=np.float32)


def test_of_questions_that_mean_the_same_one_is_enough() -> None:
    assert exemplars(["keep", "keep", "keep"], vectors(EAST, NEARLY_EAST, EAST)) == [0]


def test_a_question_that_means_something_else_stands_for_itself() -> None:
    assert exemplars(["keep", "keep", "keep"], vectors(EAST, NORTH, EAST)) == [0, 1]


def test_every_group_has_one_and_they_come_in_order() -> None:
    assert exemplars(["keep", "lose", "keep"], vectors(EAST, EAST, EAST)) == [0, 1]


def test_the_one_in_the_middle_stands_for_those_on_either_side() -> None:
    between = (0.7071, 0.7071)
    assert exemplars(["keep"] * 3, vectors(EAST, between, NORTH), gain=0.6) == [1]


def test_who_asks_for_less_gain_gets_more() -> None:
    near = vectors(EAST, (0.9, 0.436), (0.8, 0.6), (0.7071, 0.7071))
    counts = [len(exemplars(["keep"] * 4, near, gain)) for gain in (0.9, 0.1, 0.0001)]
    assert counts == sorted(counts)
    assert counts[0] == 1
    assert counts[-1] > 1
