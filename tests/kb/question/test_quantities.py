"""Numbers in questions: digits and words, each with its place; words that only look like numbers are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.question.quantities import GROUPS, quantities
from kb.words.numbers import TENS, UNITS


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


PIECES = st.sampled_from([*UNITS, *TENS, *GROUPS, "twenty-two", "2", "x3", "no", "of the", "cards", "+1/+1"])
ODD = st.text(max_size=6)


@given(st.lists(st.tuples(PIECES, ODD)), ODD)
def test_every_number_quotes_the_question(pieces: list[tuple[str, str]], before: str) -> None:
    question = f"{before} seven cards. " + " ".join(piece + odd for piece, odd in pieces)
    found = quantities(question)
    assert found
    for each in found:
        assert question[each.start : each.end] == each.text
