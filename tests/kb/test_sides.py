"""Two things side by side: each way to part a question with "or" in two, the likeliest first."""

from __future__ import annotations

import pytest

from kb.sides import sides


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
    one, other = next(sides(question))
    if names is None:
        assert (one.question, other.question) == ("At zero do I choose the tactic?", "At zero is it random?")
    else:
        assert (one.name, other.name) == names


def test_each_side_is_a_question_of_its_own() -> None:
    one, other = next(sides("He popped back. Which row, front or support?"))
    assert one.question == "He popped back. Which row, front?"
    assert other.question == "He popped back. Which row, support?"


def test_words_behind_may_belong_to_both() -> None:
    found = [(one.question, other.question) for one, other in sides("is it before or after his attack?")]
    assert ("is it before his attack?", "is it after his attack?") in found


@pytest.mark.parametrize("question", ["is it 3 or more?", "can he attack or not?", "can he attack?", "or?", ""])
def test_other_ors_join_nothing(question: str) -> None:
    assert list(sides(question)) == []
