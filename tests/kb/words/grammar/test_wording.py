"""Flaws of sentences are found where they stand, and nothing else is."""

from __future__ import annotations

import pytest

from kb.words.grammar.agreement import english
from kb.words.grammar.wording import (
    about_asking,
    flaws,
    of_asking,
    of_question,
    only_excepts,
    only_untold,
    says_nothing,
    written_flaws,
)

QUESTION = english()["question"]
WRONG = {
    "an enemy has 1 cards": ["plural"],
    "a [Instinct] Hero is in play": ["article"],
    "an hero, an unique card and a hour": ["article", "article", "article"],
    "the card costs … more": ["hole"],
    "it is not so that no card is left": ["double-negation"],
    "it does not follow that it is not covered": ["double-negation"],
    "the question is whether it counts": ["question"],
    "it is not so that ihunger_all_no": ["code"],
    "he have a card and it are exhausted": ["agreement", "agreement"],
    "the figure is not neither large nor huge": ["double-negation"],
}
RIGHT = [
    "an 8 is rolled, a KO'd card and an MVP, or a MVP",
    "the counter with the number 1 reveals a villain",
    "RNG 1 is enough, and 1 costs nothing",
    "it is not so that a card is left",
    "whether it must be paid is not said",
    "1.5 spaces and 11 cards",
    "does it have a counter, and those after it are without one",
    "it takes no more, not no longer",
]


@pytest.mark.parametrize(("sentence", "kinds"), WRONG.items())
def test_each_kind_of_flaw_is_found(sentence: str, kinds: list[str]) -> None:
    assert [flaw.kind for flaw in flaws(sentence)] == kinds


@pytest.mark.parametrize("sentence", RIGHT)
def test_nothing_else_is(sentence: str) -> None:
    assert list(flaws(sentence)) == []


def test_a_flaw_says_where_it_stands() -> None:
    [flaw] = written_flaws("there are 1 cards")
    assert (flaw.at, flaw.message) == (10, "1 cards: card")


def test_what_a_template_leaves_open_is_no_hole_before_it_is_filled() -> None:
    assert list(written_flaws("{1} cards are left for {Who}")) == []


@pytest.mark.parametrize("sentence", [*QUESTION["about"], *QUESTION["about_in_facts"]])
def test_facts_about_the_question_are_known(sentence: str) -> None:
    assert of_question(sentence)


@pytest.mark.parametrize("sentence", QUESTION["not_about"])
def test_facts_about_the_game_are_known(sentence: str) -> None:
    assert not list(written_flaws(sentence))


@pytest.mark.parametrize("sentence", [*QUESTION["only_untold"], *QUESTION["not_untold"]])
def test_what_only_says_that_nobody_told_it_is_known(sentence: str) -> None:
    assert only_untold(sentence) is (sentence in QUESTION["only_untold"])


@pytest.mark.parametrize(
    ("sentence", "empty"),
    [
        ("that is not so", True),
        ("that is so of this space", True),
        ("the contrary holds, as asked", True),
        ("it is so far away", False),
    ],
)
def test_what_says_nothing_is_known(sentence: str, empty: bool) -> None:
    assert says_nothing(sentence) is empty


def test_an_exception_that_a_text_makes_is_known() -> None:
    assert [each for each in english()["reason"]["excepting"] if not only_excepts(each)] == []
    assert [each for each in english()["reason"]["not_excepting"] if only_excepts(each)] == []


def test_what_no_fact_says_of_a_question_is_known() -> None:
    assert [each for each in QUESTION["of_asking"] if not of_asking().search(each)] == []
    assert [each for each in QUESTION["not_of_asking"] if of_asking().search(each)] == []


def test_a_question_back_that_speaks_of_the_question_is_known() -> None:
    assert [each for each in QUESTION["asks_back"] if not about_asking().search(each)] == []
    assert [each for each in QUESTION["asks_of_game"] if about_asking().search(each)] == []
