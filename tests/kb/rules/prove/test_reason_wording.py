"""A verdict and its reason as one sentence that says nothing twice, and one sentence told of several things."""

from __future__ import annotations

import pytest

from kb.rules.prove.saying import content_stems
from kb.rules.prove.wording import of_several, said_why, without_zero

RULED = "it did not come into play this turn, so it does not count"
ONLY = "only a Kree character can be chosen"


@pytest.mark.parametrize(
    ("said", "why", "whole"),
    [
        ("the door stays shut", "you hold no key", "the door stays shut, because you hold no key"),
        (ONLY, "it is a Skrull", f"{ONLY}, but it is a Skrull"),
        ("it goes to hand, and nowhere else", "it is large", "it goes to hand, and nowhere else, but it is large"),
        ("it is the first that goes", "it is large", "it is the first that goes, but it is large"),
        (RULED, "it was put there", "it did not come into play this turn (it was put there), so it does not count"),
        (RULED, "the card did not come into play this turn", RULED),
        ("it is not triggered", "it is large, so nothing is triggered", "it is not triggered, because it is large"),
        ("it is lost", "the hero is out, so the aura ends", "it is lost, because the hero is out, so the aura ends"),
        ("no key", "you hold no key", "you hold no key"),
        ("no hero may go twice", "you have gone once", "no hero may go twice, and you have gone once"),
    ],
)  # fmt: skip
def test_a_reason_stands_where_it_explains(said: str, why: str, whole: str) -> None:
    assert said_why(said, why, (), fact=True, denied=True) == whole


def test_how_things_stand_is_no_contrast_to_what_is_affirmed() -> None:
    assert said_why(ONLY, "it is Kree", (), fact=True, denied=False) == f"{ONLY}, and it is Kree"


def test_a_consequence_keeps_its_because_where_it_is_no_denial() -> None:
    assert said_why(ONLY, "no other is left", (), fact=False, denied=False) == f"{ONLY}, because no other is left"


def test_what_was_asked_is_not_concluded_once_more() -> None:
    asked = content_stems("Must I discard a card for Super Genius?")
    why = "you do not control Dr. Doom, so Super Genius has you discard a card"
    assert said_why("you must", why, asked, fact=False, denied=False) == "you must, because you do not control Dr. Doom"


@pytest.mark.parametrize(
    ("sentences", "told"),
    [
        (["A lies within the aura", "B lies within the aura"], "each of them lies within the aura"),
        (["mirrors are tokens", "boxes of DVDs are tokens"], "all of them are tokens"),
        (["it is in the KO pile", "it is in the Wound Stack"], "it is in the KO pile and the Wound Stack"),
        (["you may move 0 spaces", "you may move 1 space", "you may move 2 spaces"], "you may move 0 to 2 spaces"),
        (["the blue door leads to a blue door", "the red door leads to a red door"], ""),
        (["you may reveal none", "with a card you may reveal one"], ""),
    ],
)  # fmt: skip
def test_one_sentence_tells_of_several_values_where_they_alone_differ(sentences: list[str], told: str) -> None:
    assert of_several(sentences) == told


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("3 - 0 + 2 = 5, less 0", "3 + 2 = 5"),
        ("2 + 0 = 2 move points", "2 move points"),
        ("from 7 less 0 down to 3", "from 7 down to 3"),
        ("its cost 6, less 0, is 6", "its cost 6, less 0, is 6"),
        ("10 - 3 = 7", "10 - 3 = 7"),
    ],
)
def test_what_adds_nothing_is_left_out_of_a_sum(sentence: str, told: str) -> None:
    assert without_zero(sentence) == told
