"""`every` and `must` where the rule itself says so of all, or commands it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kb.answering.operators.duty import commanded
from kb.answering.operators.worlds import says_all
from kb.question.read import read


@pytest.mark.parametrize(
    ("asked", "said", "so"),
    [
        ("Do all the little cross trackers come off?", "all trackers of the hero are removed", True),
        ("Do all the cards go?", "all trackers of the hero are removed", False),  # of other things
        ("Do all trackers come off?", "the tracker is removed", False),  # it speaks of one
    ],
)
def test_a_verdict_that_speaks_of_all_of_them_settles_all(asked: str, said: str, so: bool) -> None:
    question = read(asked)
    case: Any = SimpleNamespace(question=question, result=SimpleNamespace(said=said))
    [every] = question.operators
    assert says_all(case, every) is so


@pytest.mark.parametrize(
    ("clause", "so"),
    [
        ("Some specials let a hero switch sides, which you may refuse. Change the color of the base.", True),
        ("Change sides at once. You may change the color of the base.", False),
        ("", False),
    ],
)
def test_a_duty_is_told_by_the_sentence_that_says_the_verdict(clause: str, so: bool) -> None:
    base = SimpleNamespace(clause_at=lambda _: SimpleNamespace(text=clause) if clause else None)
    result = SimpleNamespace(said="the color of the base is changed", citations=("tiny-game/rules#1.p1",))
    case: Any = SimpleNamespace(base=base, result=result)
    assert commanded(case) is so
