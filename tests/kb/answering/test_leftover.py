"""Numbers that point back at what was said."""

from __future__ import annotations

import pytest

from kb.answering.leftover import sums


@pytest.mark.parametrize(
    ("values", "made"), [([], set()), ([3], {3}), ([1, 3], {1, 3, 4}), ([1, 3, 1], {1, 2, 3, 4, 5})]
)
def test_what_some_numbers_make_together(values: list[int], made: set[int]) -> None:
    assert sums(values) == made
