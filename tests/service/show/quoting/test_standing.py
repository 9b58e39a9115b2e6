"""Which sentences stand by themselves, which point outside, and which are limited by another: examples of each kind."""

from __future__ import annotations

import pytest

from service.show.quoting.standing import limiting, outside


@pytest.mark.parametrize(
    "text",
    [
        "A hero may end his move there.",
        "When he KO's a minion, a hero puts it on his mat.",
        "When they stop, heroes gain 1 fame.",
        "Whoever plays a card discards it.",
        "This turn, you may recruit one more.",
        "It is possible to pass.",
        "A character that is stunned can't attack.",
        "Heroes keep their tokens.",
        "Those who pass draw a card.",
        "Take these cards: Bot, Cobra, and Dude.",
        "As it was Ann who played it, she chooses.",
        "Move the token onto a space, then turn that space face down.",
    ],
)
def test_a_sentence_stands_by_itself(text: str) -> None:
    assert outside(text) == ""


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Its range is infinite where none is given.", "Its"),
        ("Otherwise he may not move.", "Otherwise"),
        ("This check is made once.", "This"),
        ("Use this power only once a turn.", "this power"),
        ("Put them on the board.", "them"),
        ("When it attacks, it is turned.", "it"),
        ("Nothing happens if that space is white.", "that space"),
        ("If you return one, draw a card.", "one"),
        ("Failing that, the name decides.", "that"),
        ("Deal each player one of them.", "them"),
        ("Moving into such an area triggers it.", "such an area"),
    ],
)
def test_a_word_points_outside(text: str, word: str) -> None:
    assert outside(text) == word


@pytest.mark.parametrize(
    ("parts", "word"),
    [
        (["A hero may move.", "A stunned hero may not move."], "not"),
        (["A hero may move.", "But he must pay for it."], "But"),
        (["Draw a card.", "It is yours.", "But show it first."], "But"),
        (["Draw two cards.", "Use this power only once a turn."], "only"),
        (["Characters attack.", "Only ready characters attack."], "Only"),
        (["Heroes complete headlines.", "No hero completes a headline twice."], "No"),
        (["You may draw.", "Otherwise you discard."], "Otherwise"),
        (["Take that away from the cost.", "Where less than 1 is left, pay 1 all the same."], "all the same"),
    ],
)
def test_a_sentence_limits_another(parts: list[str], word: str) -> None:
    found = limiting(parts, 0, 0)
    assert found == (word, len(parts) - 1)


@pytest.mark.parametrize(
    "parts",
    [
        ["A hero may move.", "Minions are put on the mat."],
        ["A hero may move.", "For example, a stunned hero may not move."],
        ["A hero may move.", "It does not matter who moves first."],
        ["Draw a card.", "The die is not rolled."],
        ["The villain has 5 HP.", "You need not defeat him."],
        ["Shield reduces damage.", "Where no shield is told, damage is whole."],
    ],
)
def test_a_sentence_limits_nothing(parts: list[str]) -> None:
    assert limiting(parts, 0, 0) is None


def test_what_an_example_denies_is_no_rule() -> None:
    parts = ["Ann may attack.", "Ann does not attack."]
    assert limiting(parts, 0, 0) == ("not", 1)
    assert limiting(parts, 0, 0, story=True) is None
