"""Two readings of a question with a long story."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kb.answering.worked import both_say
from kb.records import Outcome, Verdict

YES, NO = Verdict("yes_no", True), Verdict("yes_no", False)


def reading(verdict: Verdict, likely: float, check: str = "pull", outcome: Outcome = Outcome.CITED) -> Any:
    """What one reading came to."""
    return SimpleNamespace(check=check, outcome=outcome, ruled=SimpleNamespace(verdict=verdict, probability=likely))


@pytest.mark.parametrize(
    ("one", "other", "say"),
    [
        (reading(YES, 0.75), reading(YES, 0.6), True),
        (reading(Verdict("number", 3), 0.6), reading(Verdict("number", 3), 0.75), True),
        (reading(YES, 0.75), reading(NO, 0.6), False),
        (reading(YES, 0.75), reading(YES, 0.6, check="push"), False),
        (reading(YES, 0.65), reading(YES, 0.6), False),
        (reading(YES, 0.75), reading(YES, 0.0), False),  # something else keeps it back
        (reading(YES, 0.75), reading(YES, 0.7, outcome=Outcome.NOT_FOUND), False),
        (reading(Verdict("text", "mine"), 0.75), reading(Verdict("text", "mine"), 0.7), False),
    ],
)
def test_two_readings_that_come_to_the_same_speak_for_each_other(one: Any, other: Any, say: bool) -> None:
    assert both_say(one, other) is say
