"""Two things side by side: each way to part a question with "or" in two, the likeliest first."""

from __future__ import annotations

import pytest

from kb.question.alternatives import MOST_READ, joined, name_of, named_beside, says_either, spoken_of
from kb.question.derived import first_asked
from kb.question.read import read


def test_either_belongs_to_neither_of_two_things() -> None:
    one, other = read("Does he come out at either a blue or a red door?").sides[0]
    assert "either" not in one.alone + other.alone
    assert " ".join(other.alone.split()) == "does he come out at a red door?"


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("He popped back. Which row, front or support?", ("front", "support")),
        ("At zero do I choose the tactic or is it random?", None),
        ("does my disc slide to the left or to the right", ("left", "right")),
        ("is the number on the hero card or on the challenge card?", ("hero card", "challenge card")),
        ("Where does it lie, flat on my board or in a stand?", ("flat on my board", "stand")),
    ],
)
def test_the_likeliest_way_to_part_a_question(question: str, names: tuple[str, str] | None) -> None:
    one, other = read(question).sides[0]
    if names is None:
        assert (one.alone, other.alone) == ("at zero do I choose the tactic?", "at zero is it random?")
    else:
        assert (name_of(one), name_of(other)) == names


def test_each_side_is_a_question_of_its_own() -> None:
    one, other = read("He popped back. Which row, front or support?").sides[0]
    assert one.alone == "he popped back. which row, front?"
    assert other.alone == "he popped back. which row, support?"


def test_words_behind_may_belong_to_both() -> None:
    found = [(one.alone, other.alone) for one, other in read("is it before or after his attack?").sides]
    assert ("is it before his attack?", "is it after his attack?") in found


@pytest.mark.parametrize("question", ["is it 3 or more?", "can he attack or not?", "can he attack?", "or?", ""])
def test_other_ors_join_nothing(question: str) -> None:
    assert read(question).sides == ()


@pytest.mark.parametrize(
    ("question", "telling", "name"),
    [
        ("Are his cards set aside or does she get them?", "set aside", "set aside"),
        ("Does it go in a stand or on the board?", "stand", "in a stand"),
        ("Is everything about him fresh or just specials?", "fresh", "everything about him fresh"),
        ("Is it chosen when it resolves or when it is played?", "resolves", "when it resolves"),
        ("Who gets it, the owner or the thief?", "owner", "owner"),
    ],
)
def test_the_name_of_a_side_beside_the_other(question: str, telling: str, name: str) -> None:
    names = [named_beside(one, telling, other) for one, other in read(question).sides if telling in one.words]
    assert names[:1] == [name]


def test_a_choice_before_what_is_asked_is_none() -> None:
    assert read("Take back an action, basic or special, can I take this one?").sides == ()


@pytest.mark.parametrize(
    ("said", "at"),
    [
        ("door_space_in_the_room", 1),
        ("any space of a room", 0),
        ("a space", None),
        ("any door space", None),
        ("bottom", None),
    ],
)
def test_what_is_said_names_one_of_two_sides_by_words_of_its_own(said: str, at: int | None) -> None:
    assert spoken_of(said, read("Do I stand on any space or on a door space?").sides[0]) == at


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("May it attack at once, or does it have to wait?", "may it attack at once?"),
        ("May it attack at once?", "may it attack at once?"),
        ("Is it on the top or at the bottom?", "is it on the top or at the bottom?"),
    ],
)
def test_a_second_question_only_says_what_else_might_be(question: str, first: str) -> None:
    assert first_asked(read(question)).text == first
    assert joined(read(question)) is ("bottom" in question)


def test_of_a_long_text_fewer_ways_are_tried_the_likeliest_first() -> None:
    asked = "Does he go to the front row or to the support row of the next player?"
    short, long = read(asked), read(f"{'The bandit was moved. ' * 80}{asked}")
    assert len(short.sides) > len(long.sides) >= 1
    assert len(long.sides) * len(long.text) <= MOST_READ
    assert [each.words for each in long.sides[0]] == [each.words for each in short.sides[0]]


def test_who_says_either_asks_for_a_yes_or_no() -> None:
    assert says_either(read("Is it either a shot or a blow?"))
    assert not says_either(read("Is it a shot or a blow?"))
