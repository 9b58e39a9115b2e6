"""What came of putting a question to a check, before it is known whether its verdict is asserted."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kb.answering.asserting.trust import echo, trusted
from kb.answering.choosing.choose import Choice
from kb.answering.operators import own
from kb.answering.operators.case import Composed
from kb.records.question import Operator, Question
from kb.records.results import CheckResult, Status


@dataclass(frozen=True, slots=True)
class Wording:
    """A question as it is put to a check: `plain` is the `whole` one without the operators that the check does not ask
    itself, which are `left`."""

    whole: Question
    plain: Question
    left: tuple[Operator, ...]


def worded(question: Question, choice: Choice) -> Wording:
    """A question as it is put to a check; `may he move more than 4?` to "may he move?" without its "more than 4"."""
    left = own.left(question, choice)
    return Wording(question, own.plain(question, left, choice.check.kind == "number"), left)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A check that was run for a question.

    `question` is the plain one of its wording, `choice` the check with the facts that it was run with, `result` what it
    came to. `opposite` is whether the question's yes is the check's no, None where that is unclear; `claim` the number
    that the question wants confirmed, None where it wants none; `composed` what the operators left over make of it,
    None where there are none.
    """

    question: Question
    choice: Choice
    result: CheckResult
    opposite: bool | None
    claim: int | None = None
    composed: Composed | None = None

    @property
    def computed(self) -> bool:
        """Whether it came to a verdict on the question, with its operators."""
        if self.composed is not None:
            return self.composed.value is not None
        return self.result.status is Status.ANSWERED

    @property
    def odds(self) -> float:
        """The log-odds that the verdict of the check is right."""
        return trusted(self.choice.score, echo(self.choice, self.result, self.opposite))

    @property
    def shown(self) -> CheckResult:
        """The result whose reason is told. What was asked of the check alone leads to another verdict than a composed
        one."""
        if self.composed is None or self.composed.value is None:
            return self.result
        return replace(self.composed.shown or self.result, ask=())
