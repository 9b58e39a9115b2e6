"""Whose a thing is that a story tells: somebody else's is not the asker's; of two parties it is who is asked about."""

from __future__ import annotations

import pytest

from kb.question.read import read
from kb.readers.slots import Filled, fill
from kb.rules.model.checkspec import read_checks
from kb.rules.model.schema import read_schema

FACTS = """
[entities]
figure = "{1} is a figure"

[fact.held]
question = "Does your hand hold one?"
sentence = "your hand holds one"
default = false
forms = ["in hand", "in (my|his|her) hand"]

[fact.down]
question = "Does it lie face down?"
sentence = "it lies face down"
default = false
forms = ["face down"]

[fact.my_turn]
question = "Is it your turn?"
sentence = "it is your turn"
default = false
forms = ["my turn", "her own turn"]
opposites = ["somebody's turn", "her turn"]

[fact.health]
question = "Is it his health, and not his strength?"
sentence = "it is his health"
default = false
forms = ["health"]
opposites = ["strength"]
"""
CHECKS = """
[win]
title = "Does it win?"
kind = "yes_no"
goal = "wins"
asks = { same = { words = ["stops", "one that stops"] }, opposite = { words = ["allows", "one that lets"] } }
[win.slots]
held = "held"
down = "down"
my_turn = "my_turn"
health = "health"
"""
SCHEMA, FOUND = read_schema("facts.toml", FACTS)
READ, WRONG = read_checks("checks.toml", CHECKS, "duel", SCHEMA)


def filled_by(text: str) -> Filled:
    """What a text says of the check's slots."""
    return fill(read(text), READ["win"], SCHEMA)


def test_the_examples_are_sound() -> None:
    assert (FOUND, WRONG) == ([], [])


@pytest.mark.parametrize(
    ("question", "facts"),
    [
        ("I have one in my hand. may I use it?", {"held": True}),
        ("my buddy has one in his hand. may I use it?", {}),
        ("Jess has one in her hand, it's my turn. may I use it?", {"my_turn": True}),
        ("another player keeps it in hand. may I use it?", {}),
        ("my buddy stares at me, I have one in hand. may I use it?", {"held": True}),
        ("my buddy's card lies face down. may I use it?", {"down": True}),
        ("my buddy has one in his hand. may he use it?", {"held": True}),
        ("can I use it with one in my buddy's hand or in my hand?", {"held": True}),
    ],
)
def test_what_somebody_else_has_is_not_the_askers(question: str, facts: dict[str, object]) -> None:
    assert filled_by(question).facts == facts


@pytest.mark.parametrize(
    ("question", "my_turn"),
    [
        ("it is Omar's turn. may he use it?", True),
        ("Nina draws on her turn. may she use it?", True),
        ("it is not Omar's turn. may he use it?", False),
        ("Nina draws, not in her own turn. may she use it?", False),
        ("Nina draws in her own turn. may she use it?", True),
        ("it is Omar's turn. may Nina use it?", False),
        ("it is Omar's turn. may I use it?", False),
        ("it is Omar's turn and Nina waits. may he use it?", False),
    ],
)
def test_a_turn_is_that_of_whom_is_asked_about(question: str, my_turn: bool) -> None:
    """Who is asked about, and not who asks, stands for `you` where nobody says `I` and it can be told who that is."""
    assert filled_by(question).facts == {"my_turn": my_turn}


@pytest.mark.parametrize(
    ("question", "facts"),
    [
        ("it's my turn. may I?", {"my_turn": True}),
        ("my cards lie there, waiting for my turn. may I?", {"my_turn": False}),
        ("must I wait for my turn?", {"my_turn": True}),
    ],
)
def test_what_is_waited_for_is_not_so_yet(question: str, facts: dict[str, object]) -> None:
    assert filled_by(question).facts == facts


@pytest.mark.parametrize(
    ("question", "letting"),
    [
        ("Abe's power lets us hop, Zed's power stops everyone. I figure Abe wins. correct?", True),
        ("Abe's power lets us hop, Zed's power stops everyone. I figure Zed wins. correct?", False),
        ("his power stops all shots, mine says I hit. so his wins, right?", False),
        ("his power stops all shots, mine says I hit. so mine wins, right?", True),
        ("one power stops all shots, another says I hit. so it wins, right?", False),
        ("Ann's power stops us, Ben's lets us, Cem's does nothing. Cem wins, right?", False),
        ("his power stops all shots, mine says I hit. the one that lets wins?", True),
    ],
)
def test_which_of_two_parties_is_asked_about(question: str, letting: bool) -> None:
    """A word of the story tells which way a question asks only of the one of whom it is said."""
    assert filled_by(question).contrary is letting


@pytest.mark.parametrize(
    ("question", "facts"),
    [
        ("his sword gives no strength. what has he now?", {}),
        ("his sword gives strength. what has he now?", {"health": False}),
        ("and how much is it if not his strength?", {"health": True}),
    ],
)
def test_what_a_story_denies_does_not_tell_what_is_meant(question: str, facts: dict[str, object]) -> None:
    assert filled_by(question).facts == facts
