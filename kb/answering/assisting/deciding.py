"""What is asserted of a question that was understood in two ways: the computed verdict, where both agree."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kb.answering.asserting.withheld import Withheld
from kb.answering.assisting.agreeing import agrees
from kb.answering.rulings import Ruling
from kb.readers.assistant.replies import Said
from kb.records import Outcome


@dataclass(frozen=True, slots=True)
class Decided:
    """How a question ends; `ruled` is what was computed for it, `by_words` where that is the built-in reader's.

    `differs` is the ruling on which the two ways differ, for the curator's list.
    """

    outcome: Outcome
    ruled: Ruling | None
    by_words: bool = False
    differs: Ruling | None = None


def decided(words: Ruling | None, outcome: Outcome, read: Ruling | None, said: Said) -> Decided:
    """The end of a question: `words` and `outcome` are the built-in reader's, `read` is computed from the facts that
    the model read, None where no check settles it, `said` what the clauses alone say.

    A verdict is asserted only where the clauses alone say the same; that nothing settles it, where both find so. Where
    the model's facts give none, or one that cannot be compared, the verdict that the built-in reader asserts may be
    confirmed in the same way.
    """
    if read is not None and read.outcome is Outcome.UNDETERMINED and said.value is None:
        return Decided(Outcome.UNDETERMINED, read)
    sure = words if outcome is Outcome.ANSWERED else None
    for ruling in (read, sure):
        if ruling is None or ruling.outcome is not Outcome.ANSWERED or ruling.verdict is None:
            continue
        if (same := agrees(ruling.verdict, said)) is None and said.value is not None and ruling is read and sure:
            continue
        if same:
            return Decided(Outcome.ANSWERED, ruling, by_words=ruling is sure)
        return Decided(Outcome.CITED, withheld(ruling), by_words=ruling is sure, differs=ruling)
    if read is not None and read.outcome is Outcome.DEPENDS:
        return Decided(Outcome.DEPENDS, read)
    if read is not None and read.outcome is Outcome.UNDETERMINED:
        return Decided(Outcome.CITED, withheld(read), differs=read)
    if read is not None or said.value is not None:
        return Decided(Outcome.CITED, withheld(read or words), by_words=read is None)
    return Decided(Outcome.NOT_FOUND, None)


def withheld(ruling: Ruling | None) -> Ruling | None:
    """The ruling as it is shown where nothing is asserted."""
    return None if ruling is None else replace(ruling, outcome=Withheld.MODEL_DIFFERS)
