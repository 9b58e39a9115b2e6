"""A question that was worked out, before its answer is told."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kb.answering.ranking import Ranking
from kb.question.texts.parts import Part
from kb.records import Outcome, Verdict
from kb.records.reading import WORDS, ReadBy
from kb.retrieval.decline import Support

if TYPE_CHECKING:
    from kb.answering.rulings import Ruling


@dataclass(frozen=True, slots=True)
class Worked:
    """One question of a text with its clauses, how likely they answer it, how it ends and what was computed.

    `unread` are the words that kept a verdict back, `by` is the reader that it rests on; `started` when it was begun,
    by time.perf_counter().
    """

    part: Part
    ranking: Ranking
    belief: Support
    outcome: Outcome
    ruled: Ruling | None
    unread: tuple[str, ...]
    started: float
    by: ReadBy = WORDS

    @property
    def chosen(self) -> float:
        """How likely its check is the one that is asked for, 0 to 1; 0 where there is none."""
        return self.ruled.choice.score if self.ruled is not None else 0.0

    @property
    def check(self) -> str:
        """The check that is put to it; empty where there is none."""
        return self.ruled.choice.check.id if self.ruled is not None else ""

    @property
    def verdict(self) -> Verdict | None:
        """What is asserted."""
        return self.ruled.verdict if self.ruled is not None and self.outcome is Outcome.ANSWERED else None

    def withheld(self) -> Worked:
        """The same without what was computed: its clauses are cited."""
        return replace(self, outcome=Outcome.CITED, ruled=self.ruled and replace(self.ruled, outcome=None))
