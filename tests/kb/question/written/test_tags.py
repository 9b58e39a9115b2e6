"""A tag without a "not" behind a statement with one asks whether the statement without it is so."""

from __future__ import annotations

import pytest

from kb.question.written.tags import untagged
from kb.words.typography import Placed


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("it doesn't go on top, does it?", "it does go on top, right?"),
        ("he cannot fly, can he?", "he can fly, right?"),
        ("they won't move, will they", "they will move, right"),
        ("he's not there, is he?", "he's there, right?"),
        ("it never moves, does it? And he isn't hit, is he?", "it ever moves, right? And he is hit, right?"),
        ("no hero may do it, may they?", "any hero may do it, right?"),
    ],
)
def test_what_such_a_tag_asks_is_written_out(text: str, asked: str) -> None:
    assert untagged(Placed.of(text)).text == asked


@pytest.mark.parametrize(
    "text",
    [
        "it goes on top, doesn't it?",
        "he can't attack, right?",
        "if he doesn't defend, does he lose it?",
        "I don't have a card, but he can attack, can he?",
        "he doesn't move, may he?",
        "my friend says he doesn't count. does he?",
    ],
)
def test_all_else_stays(text: str) -> None:
    assert untagged(Placed.of(text)).text == text


def test_each_letter_keeps_its_place() -> None:
    draft = untagged(Placed.of("it doesn't go on top, does it?"))
    assert "it doesn't go on top, does it?"[draft.places[draft.text.index("top")] :].startswith("top")
