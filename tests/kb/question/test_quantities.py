"""Numbers in questions: digits and words, each with its place; words that only look like numbers are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.question.quantities import GROUPS, NOT_A_COUNT, READERS, Place, quantities
from kb.words.numbers import TENS, UNITS
from kb.words.terms import tokens


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("two press guys at 2 and 4", [2, 2, 4]),
        ("five, no wait, six guys", [6]),
        ("I thought it was six hp, but no, it's seven. I deal 6", [7, 6]),
        ("3 wounds... no sorry, 4 wounds", [4]),
        ("2 guys but no cards", [2, 0]),
        ("so 5 cards. I mean it is 2 turns", [5, 2]),
        ("the rulebook says no, I say 2", [2]),
        ("I have twenty-one fame, he has 18", [21, 18]),
        ("twenty two minions and thirty goons", [22, 30]),
        ("a couple of wounds and a pair of goons", [2, 2]),
        ("a weapon without range", [0]),
        ("a weapon without printed range", []),
        ("a turn without resting", []),
        ("my hand is empty and 2 cards are left", [0, 2]),
        ("an empty space", []),
        ("the chain isn't empty", []),
        ("no shoving him, no underlings", [0]),
        ("+1/+1 counters on him, he copies a 9/8", [9, 8]),
        ("no cards in hand", [0]),
        ("is this one dead or the other one", []),
        ("one of them is stunned", []),
        ("my buddy hits the same one for 3", [3]),
        ("two press guys, one after the other", [2]),
        ("they attack one by one", []),
        ("two before him and one after", [2, 1]),
        ("two one-use specials", [2]),
        ("a one-drop", [1]),
        ("one minion hits me", [1]),
        ("no one can attack", []),
        ("it wants the printed one.", []),
        ("it costs one, right?", [1]),
        ("can i use it twice", [2]),
        ("lvl3 hero with 12345678 damage", []),
        ("press x2 or 2x press, at x=4", [2, 2, 4]),
        ("quick one before we start: two wounds", [2]),
        ("both heroes", [2]),
        ("both when he comes and when he goes", []),
        ("a speed of -1 and minus two hits", [-1, -2]),
        ("1-3 or 5 minus 2", [1, 3, 5, 2]),
        ("without wounds on the 2nd of May", [0, 2]),
        ("press cost=4 recruited=2", [4, 2]),
        ("one of the two discs and two of my 3 cards", [1, 2]),
        ("both of them, 3 of which hit", [2, 3]),
        ("", []),
    ],
)
def test_numbers_are_read_in_order(question: str, values: list[int]) -> None:
    assert [each.value for each in quantities(question)] == values


@pytest.mark.parametrize(
    ("word", "question", "values"),
    [
        ("twenty", "twenty cards", [20]),
        ("twenty", "twenty-one cards, thirty two guys", [21, 32]),
        ("twenty", "twenty ten", [20, 10]),
        ("seven", "seven cards", [7]),
        ("couple", "a couple of cards", [2]),
        ("both", "both heroes", [2]),
        ("both", "both when he comes and when he goes", []),
        ("one", "one minion", [1]),
        ("empty", "the hand is empty", [0]),
        ("empty", "an empty hand", []),
        ("empty", "it is not empty", []),
        ("without", "without cards", [0]),
        ("without", "without resting", []),
        ("none", "none of them", [0]),
        ("none", "it is none else", []),
        ("no", "no cards", [0]),
        ("no", "no longer", []),
        ("no", "but no, three", [3]),
        ("no", "no further modifiers", []),
    ],
)
def test_each_word_is_read_by_its_reader(word: str, question: str, values: list[int]) -> None:
    assert word in READERS
    assert [each.value for each in quantities(question)] == values


def test_each_reader_has_an_example() -> None:
    shown = {"twenty", "seven", "couple", "both", "one", "empty", "without", "none", "no"}
    assert {READERS[each] for each in shown} == {*READERS.values()}


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("he hits one", 0),
        ("this one here", 1),
        ("one of them", 2),
        ("one-use things", 3),
        ("one after the other", 4),
        ("one by one", 4),
        ("the printed one. it counts", 5),
        ("one minion", None),
        ("the big one-drop", None),
        ("a turn, one card", None),
        ("one use", None),
    ],
)
def test_a_one_counts_nothing_for_one_reason(question: str, why: int | None) -> None:
    words = tokens(question)
    one = Place(words, [each.word for each in words].index("one"), question)
    assert [at for at, nothing in enumerate(NOT_A_COUNT) if nothing(one)] == ([] if why is None else [why])


PIECES = st.sampled_from([*UNITS, *TENS, *GROUPS, "twenty-two", "2", "x3", "no", "of the", "cards", "+1/+1"])
ODD = st.text(max_size=6)


@given(st.lists(st.tuples(PIECES, ODD)), ODD)
def test_every_number_quotes_the_question(pieces: list[tuple[str, str]], before: str) -> None:
    question = f"{before} seven cards. " + " ".join(piece + odd for piece, odd in pieces)
    found = quantities(question)
    assert found
    for each in found:
        assert question[each.start : each.end] == each.text
