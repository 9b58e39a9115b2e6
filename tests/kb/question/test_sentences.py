"""Sentences, clauses and parts of a text, by its stops and by the words that join them."""

from __future__ import annotations

import pytest

from kb.question.sentences import apart, clauses, parts, sentences, stopped
from kb.records.question import Span


def said(text: str, spans: object) -> list[str]:
    """The words of these stretches."""
    return [text[each.start : each.end] for each in spans]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("he fell. is he out? one is mine; one is his", ["he fell.", "is he out?", "one is mine;", "one is his"]),
        ("dr. doom vs. a guard. who wins?", ["dr. doom vs. a guard.", "who wins?"]),
        ("it costs 2.5 now", ["it costs 2.5 now"]),
        ("is he out?    ", ["is he out?"]),
        ("", [""]),
    ],
)
def test_a_sentence_ends_at_a_stop_and_not_at_a_title(text: str, found: list[str]) -> None:
    assert said(text, sentences(text)) == found


def test_a_clause_ends_at_commas_dashes_and_reasons() -> None:
    text = "he is down (face up), can he attack - because I say so"
    found = said(text, clauses(text, Span(0, len(text))))
    assert [each.strip() for each in found if each.strip()] == [
        "he is down", "face up", "can he attack", "I say so",
    ]  # fmt: skip


def test_a_clause_is_looked_for_within_a_stretch_only() -> None:
    text = "he is down, can he attack, or not"
    assert said(text, clauses(text, Span(12, 25))) == ["can he attack"]


def test_the_parts_of_a_story_end_where_it_goes_on_to_the_next_thing() -> None:
    text = "Ann has 4 fame and Bo 5, while Cy has a +1/+1 counter"
    assert [each.strip() for each in said(text, parts(text))] == [
        "Ann has 4 fame", "Bo 5", "", "Cy has a +1/+1 counter",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "ended", "stop"),
    [("3 guys, cost", True, True), ("3 guys but cost", True, False), ("3 of my guys", False, False)],
)
def test_what_ends_a_clause_parts_a_number_from_its_noun(text: str, ended: bool, stop: bool) -> None:
    assert (apart(text, 0, len(text)), stopped(text, 0, len(text))) == (ended, stop)
