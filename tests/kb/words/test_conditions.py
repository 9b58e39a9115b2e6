"""The swallowed-condition detector: which condition words a record leaves unaccounted for."""

from __future__ import annotations

import pytest

from kb.words.conditions import swallowed_conditions

FIRES = {
    "nothing held": ("Attack if able.", (), ("if",)),
    "condition held": ("Attack if able.", ("if able",), ()),
    "other part held": ("You may attack if able, unless it is stunned.", ("if able",), ("may", "unless")),
    "modality as a bare word": ("You may attack.", ("may",), ()),
    "one word accounts for one place": ("You may attack and may block.", ("may",), ("may",)),
    "two words account for two places": ("You may attack and may block.", ("may", "may"), ()),
    "the place counts, not the word": ("If A, rest. If B, move.", ("If B",), ("if",)),
    "a rule's own wording counts by number": ("If A, rest. If B, move.", ("moves if b holds, rests if a holds",), ()),
    "parts joined by semicolons": ("If A, rest until B.", ("If A; until B",), ()),
    "typography is folded": ("If it’s  ready, attack.", ("if it's ready",), ()),
    "once per turn": ("Use this once per turn.", (), ("once per turn",)),
    "only within a limit": ("Use this only once per turn.", ("only once per turn",), ()),
    "bounds": ("Move up to 3, at least 1, no more than 2.", (), ("up to", "at least", "no more than")),
    "exceptions": ("All but X, except Y, other than Z, without W.", (), ("except", "other than", "without")),
    "replacement": ("Lose 2 fame instead.", (), ("instead",)),
    "while and until": ("While stunned, wait until ready.", (), ("while", "until")),
    "a comparison is no condition": ("It counts as if it were ready.", (), ()),
    "a look is no condition": ("Check if it is ready.", (), ()),
    "a month is no permission": ("Printed in May 2006.", (), ()),
    "parts of words are no words": ("Maybe a lonely gift.", (), ()),
    "a held word within a longer one": ("You may rest.", ("dismay",), ("may",)),
    "nothing to hold": ("Draw two cards.", (), ()),
}


@pytest.mark.parametrize(("text", "held", "wanted"), FIRES.values(), ids=FIRES.keys())
def test_it_names_the_words_that_nothing_holds(text: str, held: tuple[str, ...], wanted: tuple[str, ...]) -> None:
    assert swallowed_conditions(text, *held) == wanted


def test_holding_the_whole_text_leaves_nothing() -> None:
    text = "If able, you may attack, unless it is stunned; instead, rest until ready, up to 2 times."
    assert swallowed_conditions(text, text) == ()
