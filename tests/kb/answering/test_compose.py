"""What an operator makes of what the rules compute: one example for each way, to be read as a table."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from kb.answering.compose import (
    Meaning,
    duty_says,
    in_all,
    in_some,
    number_is,
    only_says,
    outcome_words,
    values_say,
    with_operator,
)
from kb.answering.operators.case import Case
from kb.answering.operators.scenarios import Scenario
from kb.answering.operators.worlds import of_what_is_told
from kb.question.read import read
from kb.records.question import Operation

MAY, MUST = Operation.MAY, Operation.MUST
MORE, LEAST, MOST, FEWER = Operation.MORE_THAN, Operation.AT_LEAST, Operation.AT_MOST, Operation.FEWER_THAN
UP_TO, EXACTLY = Operation.UP_TO, Operation.EXACTLY


@pytest.mark.parametrize(
    ("question", "kind", "number", "says"),
    [
        ("do I pay more than 3?", MORE, 3, True),
        ("do I pay more than 4?", MORE, 4, False),
        ("do I pay at least 4?", LEAST, 4, True),
        ("do I pay at least 5?", LEAST, 5, False),
        ("do I pay at most 4?", MOST, 4, True),
        ("do I pay at most 3?", MOST, 3, False),
        ("do I pay fewer than 5?", FEWER, 5, True),
        ("do I pay fewer than 4?", FEWER, 4, False),
        ("do I pay exactly 4?", EXACTLY, 4, True),
        ("do I pay exactly 3?", EXACTLY, 3, False),
    ],
)
def test_an_amount_of_4_is_compared(question: str, kind: Operation, number: int, says: bool) -> None:
    assert number_is(kind, number, 4, Meaning.AMOUNT, None) is says, question


@pytest.mark.parametrize(
    ("question", "kind", "number", "asked", "says"),
    [
        ("may I hold more than 5?", MORE, 5, MAY, False),
        ("may I hold more than 4?", MORE, 4, MAY, True),
        ("may I hold at least 5?", LEAST, 5, MAY, True),
        ("may I hold up to 5?", UP_TO, 5, MAY, True),
        ("may I hold up to 6?", UP_TO, 6, MAY, False),
        ("may I hold at most 5?", MOST, 5, MAY, True),
        ("may I hold at most 4?", MOST, 4, MAY, None),
        ("may I hold exactly 6?", EXACTLY, 6, MAY, False),
        ("may I hold fewer than 5?", FEWER, 5, MAY, None),
        ("do I hold more than 5?", MORE, 5, None, False),
        ("do I hold more than 2?", MORE, 2, None, None),
        ("do I hold fewer than 6?", FEWER, 6, None, True),
    ],
)
def test_where_5_is_the_most_what_lies_below_is_not_known(
    question: str, kind: Operation, number: int, asked: Operation | None, says: bool | None
) -> None:
    assert number_is(kind, number, 5, Meaning.MOST, asked) is says, question


@pytest.mark.parametrize(
    ("question", "kind", "number", "asked", "says"),
    [
        ("must I pay at least 2?", LEAST, 2, MUST, True),
        ("must I pay at least 3?", LEAST, 3, MUST, False),
        ("must I pay more than 1?", MORE, 1, MUST, True),
        ("must I pay exactly 3?", EXACTLY, 3, MUST, False),
        ("may I pay fewer than 2?", FEWER, 2, MAY, False),
        ("may I pay fewer than 3?", FEWER, 3, MAY, True),
        ("do I pay more than 1?", MORE, 1, None, True),
        ("do I pay more than 2?", MORE, 2, None, None),
        ("do I pay fewer than 2?", FEWER, 2, None, False),
        ("do I pay fewer than 9?", FEWER, 9, None, None),
    ],
)
def test_where_2_is_the_least_what_lies_above_is_not_known(
    question: str, kind: Operation, number: int, asked: Operation | None, says: bool | None
) -> None:
    assert number_is(kind, number, 2, Meaning.LEAST, asked) is says, question


REACHED = {0: True, 1: True, 2: True, 3: True, 4: False, 5: False, 6: False}
"""A hero reaches what is at most 3 spaces away."""


@pytest.mark.parametrize(
    ("question", "kind", "number", "asked", "every", "says"),
    [
        ("he is more than 3 away. is he hit?", MORE, 3, None, False, False),
        ("he is fewer than 3 away. is he hit?", FEWER, 3, None, False, True),
        ("he is more than 2 away. is he hit?", MORE, 3, None, False, False),
        ("he is more than 1 away. is he hit?", MORE, 1, None, False, None),
        ("he is at least 4 away. is he hit?", LEAST, 4, None, False, False),
        ("is everybody at most 4 away hit?", MOST, 4, None, True, False),
        ("can I hit one who is more than 1 away?", MORE, 1, MAY, False, True),
        ("can I hit one who is more than 3 away?", MORE, 3, MAY, False, False),
        ("can I hit up to 3 away?", UP_TO, 3, MAY, False, True),
        ("can I hit up to 4 away?", UP_TO, 4, MAY, False, False),
        ("can I hit at most 3 away?", MOST, 3, MAY, False, True),
        ("can I hit at most 2 away?", MOST, 2, MAY, False, False),
        ("can I hit exactly 3 away?", EXACTLY, 3, MAY, False, True),
        ("can I hit exactly 2 away?", EXACTLY, 2, MAY, False, None),
    ],
)
def test_a_stated_quantity_stands_for_all_its_values(
    question: str, kind: Operation, number: int, asked: Operation | None, every: bool, says: bool | None
) -> None:
    assert values_say(kind, number, REACHED, asked, every) is says, question


@pytest.mark.parametrize(("number", "says"), [(3, None), (4, True)])
def test_how_far_something_reaches_is_a_limit(number: int, says: bool | None) -> None:
    """`Does it reach fewer than 3 spaces?` where it reaches all that are nearer, and that at 3 as well."""
    assert values_say(FEWER, number, REACHED, None, False, limit=True) is says


def test_what_reaches_farther_does_not_reach_at_most_so_far() -> None:
    """ "Is one hit at most 1 space off?" asks of those within 1, "does it reach at most 1 space?" how far it goes."""
    assert values_say(MOST, 1, REACHED, None, False, limit=True) is None
    assert values_say(MOST, 1, REACHED, None, False, limit=True, measured=True) is False


def test_where_a_value_gives_no_verdict_the_range_gives_none() -> None:
    assert values_say(MORE, 3, REACHED | {5: None}, None, False) is None
    assert values_say(MORE, 9, REACHED, None, False) is None


@pytest.mark.parametrize(
    ("question", "here", "without", "says"),
    [
        ("only on my turn? it works there, and not on his", True, [False], True),
        ("only on my turn? it works on his too", True, [False, True], False),
        ("only on my turn? it does not even work there", False, [False], False),
        ("only on my turn? of his nothing is known", True, [False, None], None),
        ("only so? nothing else is thinkable", True, [], None),
    ],
)
def test_only_fails_without(question: str, here: bool | None, without: list[bool | None], says: bool | None) -> None:
    assert only_says(here, without) is says, question


def test_always_is_in_all_worlds_and_never_in_none() -> None:
    assert in_all([True, True]) is True
    assert in_all([True, False, None]) is False
    assert in_all([True, None]) is None
    assert in_some([False, False]) is False
    assert in_some([False, True, None]) is True
    assert in_some([False, None]) is None


@pytest.mark.parametrize(
    ("question", "own", "asked", "value", "commanded", "says"),
    [
        ("may I draw? of a check that asks it", MAY, MAY, False, False, False),
        ("must I draw? I may: whether I must is open", MAY, MUST, True, True, None),
        ("must I draw? I may not: so I need not", MAY, MUST, False, False, False),
        ("may I draw? I must: so I may", MUST, MAY, True, False, True),
        ("may I draw? I need not: whether I may is open", MUST, MAY, False, False, None),
        ("must I draw? the rule says: draw", None, MUST, True, True, True),
        ("must I draw? I do, and may leave it perhaps", None, MUST, True, False, None),
        ("must I draw? I do not", None, MUST, False, True, False),
        ("do I draw?", MAY, None, True, False, True),
    ],
)
def test_must_and_may(
    question: str, own: Operation | None, asked: Operation | None, value: bool, commanded: bool, says: bool | None
) -> None:
    assert duty_says(own, asked, value, commanded) is says, question


def test_a_comparison_says_why() -> None:
    assert outcome_words(MORE, 5, 5, Meaning.MOST, False) == "at most 5, so not more than 5"
    assert outcome_words(LEAST, 4, 5, Meaning.AMOUNT, True) == "5, so at least 4"
    assert outcome_words(MOST, 5, 5, Meaning.MOST, True) == "at most 5"


@pytest.mark.parametrize(
    ("reason", "words", "told"),
    [
        ("an Enemy suffers 2 damage", "2, so at least 1", "an Enemy suffers 2 damage, so at least 1"),
        ("she is two spaces away", "2, so at least 1", "she is two spaces away (2), so at least 1"),
        ("1 each, so 5 in all", "5, so not exactly 4", "1 each, so 5 in all, which is not exactly 4"),
        ("there are at least two steps", "at least 2", "there are at least two steps"),
        ("there are at least 25 steps", "at least 2", "there are at least 25 steps; at least 2"),
        ("he is stunned and has no powers", "not when he is stunned", "he is stunned and has no powers"),
        ("the current player begins", "also when it is the current player", "the current player begins"),
        ("he is ready", "also when he is exhausted", "he is ready; also when he is exhausted"),
        ("", "the text leaves it free", "the text leaves it free"),
        ("he is ready", "", "he is ready"),
    ],
)
def test_an_operator_adds_what_was_not_said(reason: str, words: str, told: str) -> None:
    assert with_operator(reason, words) == told


@pytest.mark.parametrize(
    ("text", "sentence", "told"),
    [
        ("three villains have escaped. do all heroes lose?", "those villains were caught", True),
        ("three villains have escaped. do all heroes lose?", "the hero is out", False),
        ("do all heroes lose?", "those villains were caught", False),
        ("a villain has escaped. do all villains lose?", "the villain was caught", False),
    ],
)
def test_what_goes_without_saying_does_of_what_a_story_tells_beside_what_every_counts(
    text: str, sentence: str, told: bool
) -> None:
    question = read(text)
    case = SimpleNamespace(question=question, facts={"fact": SimpleNamespace(quiet=True, sentence=sentence)})
    world = SimpleNamespace(changed=(("fact", True),))
    assert of_what_is_told(cast(Case, case), question.operators[0], cast(Scenario, world)) is told
