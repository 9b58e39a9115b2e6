"""Numbers written as words."""

from __future__ import annotations

from kb.words.numbers import NUMBERS


def test_each_number_below_a_hundred_has_one_word() -> None:
    assert sorted(NUMBERS.values()) == list(range(100))
    assert (NUMBERS["eleven"], NUMBERS["forty-two"], NUMBERS["ninety"]) == (11, 42, 90)
