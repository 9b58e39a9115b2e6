"""Cells become numbers, ranges or words, whichever way an edition says them."""

from __future__ import annotations

import pytest

from ingest.cards.tables import cell, is_a, span
from kb.records import Range


@pytest.mark.parametrize("words", ["40+", "40 +", "40 or more", "40 or higher", "at least 40", "At least  40"])
def test_open_upwards(words: str) -> None:
    assert cell(words) == Range(40, None)


@pytest.mark.parametrize(
    "words", ["19 or less", "19 or fewer", "at most 19", "up to 19", "Up to 19", "no more than 19"]
)
def test_open_downwards(words: str) -> None:
    assert cell(words) == Range(None, 19)


@pytest.mark.parametrize("words", ["35-39", "35–39", "35 to 39", "35 - 39", "between 35 and 39", "from 35 to 39"])
def test_closed(words: str) -> None:
    assert cell(words) == Range(35, 39)


@pytest.mark.parametrize(
    ("words", "value"),
    [("15", 15), ("0", 0), ("", None), (" \t", None), ("Crime  Fighter", "Crime Fighter"), ("MOVE 2", "MOVE 2")],
)
def test_numbers_and_words(words: str, value: int | str | None) -> None:
    assert cell(words) == value


@pytest.mark.parametrize("words", ["9" * 5000, "٣-٤", "²", "-5", "1-2-3", "+", "to"])
def test_what_is_no_number_stays_words(words: str) -> None:
    assert cell(words) == words
    assert span(words) is None


def test_types_of_columns() -> None:
    assert is_a(7, "int")
    assert is_a(None, "range")
    assert is_a("x", "any")
    assert not is_a("7", "int")
    assert not is_a(7, "range")
