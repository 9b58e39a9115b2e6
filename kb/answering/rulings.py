"""A check that was run for a question, as it answers it: its verdict, its sentence, and whether it is asserted."""

from __future__ import annotations

from dataclasses import dataclass

from kb.answering.asserting.withheld import Withheld
from kb.answering.choosing.choose import Choice
from kb.answering.compose import NUMBER, with_operator
from kb.answering.operators.case import Composed
from kb.answering.ways import as_asked
from kb.records import Outcome, Verdict
from kb.records.question import Question
from kb.records.results import CheckResult, Status
from kb.rules.prove.reasons import ENDS
from kb.rules.solve.worlds import ways_of

MOST_LED = 3
OUTCOMES = {
    Status.ANSWERED: Outcome.ANSWERED,
    Status.DEPENDS: Outcome.DEPENDS,
    Status.UNDETERMINED: Outcome.UNDETERMINED,
    Status.CONTRADICTION: Outcome.UNDETERMINED,
}
"""How a question ends by what its check comes to, where that is told."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A check that was run for a question; `outcome` is how the question ends by it, or why its verdict is withheld.

    `asked` is the question without the operators that are applied to the verdict (see own.py), `composed` what they
    make of it, None where there are none. `opposite` where the question asks for the opposite of the check: its yes is
    the check's no. `claimed` is the number that the question wants confirmed: it is answered by yes or no. `side` is
    the one of two things side by side that the check says yes to. `trust` is how likely the verdict of the check is
    right, 0 to 1, and `probability` how likely it is right and what was asked, see kb/answering/asserting/evidence.py;
    0 where words alone were searched.
    """

    choice: Choice
    result: CheckResult
    outcome: Outcome | Withheld
    asked: Question
    opposite: bool = False
    claimed: int | None = None
    side: str = ""
    trust: float = 0.0
    probability: float = 0.0
    composed: Composed | None = None

    @property
    def asserted(self) -> bool:
        """Whether what the check comes to is told: its verdict, the fact that it asks back, that nothing settles it."""
        return isinstance(self.outcome, Outcome)

    @property
    def plain(self) -> bool:
        """Whether the check's own verdict answers the question as it was asked."""
        return not self.opposite and self.claimed is None and not self.side and self.composed is None

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on the question as it was asked."""
        if self.composed is not None:
            return None if self.composed.value is None else Verdict("yes_no", self.composed.value)
        if self.side:
            return Verdict("text", self.side)
        return as_asked(self.result.verdict, self.opposite, self.claimed)

    @property
    def summary(self) -> str:
        """The verdict on the question as it was asked, and why; where it depends on a fact, what each answer leads
        to."""
        if self.result.status is Status.DEPENDS and self.result.ask and self.verdict is None:
            return self.result.summary + led(self.result.ask[0].why)
        if self.verdict is None or self.plain:
            return self.result.summary
        told = with_operator(self.result.reason, self.composed.words if self.composed else "")
        value = str(self.result.verdict.value) if self.result.verdict is not None else ""
        if self.claimed is not None and value and value not in NUMBER.findall(told):
            told = "; ".join(each for each in (value, told) if each)
        return f"{self._word}: {told}{'' if told.endswith(ENDS) else '.'}" if told else f"{self._word}."

    @property
    def _word(self) -> str:
        """The verdict in a word or two, with a capital."""
        value = self.verdict.value if self.verdict else None
        said = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        return said[:1].upper() + said[1:]


def led(why: str) -> str:
    """What each answer to a fact leads to, short: ` (yes → No; no → Yes)`; empty where it is long or not told."""
    ways = ways_of(why)
    if not 1 < len(ways) <= MOST_LED:
        return ""
    return " (" + "; ".join(f"{label} → {verdict[:1].upper()}{verdict[1:]}" for label, verdict in ways) + ")"
