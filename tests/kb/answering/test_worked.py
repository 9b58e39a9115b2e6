"""Two readings of a question with a long story."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import kb.answering.worked as worked
from kb.answering.worked import Worked, both_say, work_out
from kb.knowledge import KnowledgeBase
from kb.question.texts.parts import parts_of
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


def test_a_number_that_is_told_in_brackets_keeps_no_verdict_back(
    base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was withheld is read once more without it; the answer is to the question as it was asked."""
    choice = SimpleNamespace(score=0.9, check=SimpleNamespace(id="press"), filled=SimpleNamespace(unread=()))
    ruled = SimpleNamespace(verdict=YES, choice=choice)

    def understands_no_5(_: object, part: Any, *__: object) -> Any:
        outcome = Outcome.NOT_UNDERSTOOD if "5" in part.whole.text else Outcome.ANSWERED
        ranking = SimpleNamespace(game="vs-system")
        return Worked(part, ranking, None, outcome, ruled, ("5",), 0.0)  # type: ignore[arg-type]

    monkeypatch.setattr(worked, "_worked", understands_no_5)

    def outcome_of(question: str) -> Outcome:
        [found] = work_out(base, parts_of(question, base.vocabulary), ["vs-system"], None)
        assert isinstance(found, Worked)
        assert found.question.original == question
        return found.outcome

    assert outcome_of("He recruits one (a 5-drop) and pays for a second one. Is press of use?") is Outcome.ANSWERED
    assert outcome_of("He recruits a 5-drop and pays for a second one. Is press of use?") is Outcome.NOT_UNDERSTOOD
