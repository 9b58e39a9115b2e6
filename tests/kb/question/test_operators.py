"""What a question asks beside whether it is so: each operator with its words, what it reaches over, its number."""

from __future__ import annotations

import pytest

from kb.question.read import understood
from kb.records.question import Operation, Operator, Part
from kb.words.numbers import NUMBERS


def read(text: str) -> tuple[Operator, ...]:
    """The operators of a text that stands alone."""
    return understood(text).operators


@pytest.mark.parametrize(
    ("text", "kind", "number", "counted"),
    [
        ("Can I have more than 5 cards in hand?", Operation.MORE_THAN, 5, "5 cards"),
        ("Does it take over two damage?", Operation.MORE_THAN, 2, "two damage"),
        ("Can I have more than thirteen cards?", Operation.MORE_THAN, 13, "thirteen cards"),
        ("Does he have at least twenty-one fame?", Operation.AT_LEAST, 21, "twenty-one fame"),
        ("Do I get at least 3 turns?", Operation.AT_LEAST, 3, "3 turns"),
        ("Does a cost of 3 or more count?", Operation.AT_LEAST, 3, "3 or more count"),
        ("Do I lose no fewer than 2 cards?", Operation.AT_LEAST, 2, "2 cards"),
        ("Do I take at most one step?", Operation.AT_MOST, 1, "one step"),
        ("Do I lose no more than 4 cards?", Operation.AT_MOST, 4, "4 cards"),
        ("Is it within 4 spaces or fewer?", Operation.AT_MOST, 4, "4 spaces or fewer"),
        ("May I ignore up to 2 points?", Operation.UP_TO, 2, "2 points"),
        ("Does it cost less than 2 points?", Operation.FEWER_THAN, 2, "2 points"),
        ("Is his cost below 4?", Operation.FEWER_THAN, 4, "4"),
        ("Is his cost exactly 3?", Operation.EXACTLY, 3, "3"),
        ("Do I get only one turn?", Operation.EXACTLY, 1, "one turn"),
        ("May I use it only once?", Operation.EXACTLY, 1, "once"),
    ],
)
def test_a_comparison_has_its_number_and_what_it_counts(text: str, kind: Operation, number: int, counted: str) -> None:
    found = next(each for each in read(text) if each.kind.compares)
    assert (found.kind, found.number) == (kind, number)
    assert text[found.scope.start : found.scope.end].strip() == counted


@pytest.mark.parametrize("word", [each for each in NUMBERS if each != "zero"])
def test_every_number_word_is_compared(word: str) -> None:
    assert [each.number for each in read(f"Do I have fewer than {word} cards?") if each.kind.compares] == [
        NUMBERS[word]
    ]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Can I have more than 5 cards?", Part.ASKED),
        ("Does that cost more than 5?", Part.ASKED),
        ("Can I find a card that costs more than 5?", Part.DESCRIBED),
        ("Is a barge with exactly 5 candles loaded?", Part.DESCRIBED),
        ("Does it work with exactly 5 players?", Part.ASKED),
        ("Can I find it if it costs more than 5?", Part.CONDITION),
        ("If it costs more than 5, can I find it?", Part.CONDITION),
        ("It costs more than 5. Can I find it?", Part.STORY),
    ],
)
def test_a_comparison_knows_in_which_part_of_the_question_it_stands(text: str, part: Part) -> None:
    assert [each.part for each in read(text) if each.kind.compares] == [part]


def test_an_only_that_says_of_which_thing_is_asked_limits_nothing() -> None:
    assert read("Is a barge with only two candles loaded?") == ()


@pytest.mark.parametrize(
    ("text", "limited"),
    [
        ("Can I only go to active tokens?", ["to active tokens"]),
        ("Can I only jump if they match?", ["if they match"]),
        ("Does it work only on the hero?", ["on the hero"]),
        ("Does it stun only my own guys when the fight begins?", ["my own guys"]),
        ("Do only heroes draw?", ["heroes draw"]),
        ("Is it only the boosts that I leave out?", ["the boosts"]),
        ("Is Maneuver the only action that retrieves itself?", ["Is Maneuver"]),
        ("Can I only move a guy into the row with a token?", ["into the row", "with a token"]),
        ("Does it work just when he attacks?", ["when he attacks"]),
    ],
)
def test_only_limits_what_follows_or_what_is_the_only_one(text: str, limited: list[str]) -> None:
    found = [text[each.scope.start : each.scope.end].strip() for each in read(text) if each.kind is Operation.ONLY]
    assert found == limited


@pytest.mark.parametrize(
    ("text", "kind", "reach"),
    [
        ("Must I draw?", Operation.MUST, "Must I draw"),
        ("Does he have to rest?", Operation.MUST, "Does he have to rest"),
        ("Do I need to be hit in order to draw?", Operation.NEEDED, "Do I need to be hit"),
        ("Must he fall for his aura to be lost?", Operation.NEEDED, "Must he fall"),
        ("To save all of it, must he hold 7?", Operation.NEEDED, "must he hold 7"),
        ("May I draw?", Operation.MAY, "May I draw"),
        ("So he is allowed to rest, right?", Operation.MAY, "he is allowed to rest"),
        ("Is it so in every case?", Operation.ALWAYS, "Is it so in every case"),
        ("He is hit. Does he never rest?", Operation.NEVER, "Does he never rest"),
        ("Does he ever rest?", Operation.EVER, "Does he ever rest"),
    ],
)
def test_other_operators_reach_over_what_is_asked(text: str, kind: Operation, reach: str) -> None:
    found = next(each for each in read(text) if each.kind is kind)
    assert text[found.scope.start : found.scope.end].strip().endswith(reach)


@pytest.mark.parametrize(
    "text",
    [
        "Does he rest?",
        "I have only two cards. Do I draw?",
        "He must rest first. Do I draw?",
        "Is the stamina that I have to spare lost?",
        "Is he pushed over two lines?",
        "Does it cost more than before?",
        "Is he gone for ever?",
        "Does it stay in force?",
    ],
)
def test_a_plain_question_has_no_operator(text: str) -> None:
    assert read(text) == ()
