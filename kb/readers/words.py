"""The built-in reader: players' words for each fact, no language model. It reads the candidate that is likeliest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from kb.question.claims import claimed
from kb.readers.filled import Filled
from kb.readers.port import Candidate
from kb.readers.slots import fill
from kb.records import Clause
from kb.records.checks import ASKS
from kb.records.question import Question
from kb.records.reading import Asks, Reading, StatedFact
from kb.records.types import Plain

LEAST = 0.05
"""A candidate that is less likely is not read: the question asks for something else."""
READ = 0.95
"""How likely a value is meant that players' words state."""


class WordsReader:
    """Reads by the words of the facts."""

    kind, model = "words", ""

    def read(self, question: Question, candidates: Sequence[Candidate], clauses: Sequence[Clause]) -> Reading:
        """What the words of the question say of the likeliest candidate; nothing where none is likely."""
        if not candidates or candidates[0].score < LEAST:
            return Reading("", ())
        best = candidates[0]
        named = [each.term.name for each in question.mentions if each.term.kind == "card"]
        filled = fill(question, best.check, best.schema, tuple(dict.fromkeys(named)))
        claim = claimed(question, filled.unread) if best.check.kind == "number" else None
        contrary = (
            filled.contrary if filled.contrary is not None or best.check.ways is None else best.check.ways.default
        )
        asks = Asks.CLAIM if claim is not None else Asks.OPPOSITE if contrary else Asks.SAME
        return Reading(best.check.full_id, _facts(question, filled), asks, claim, _unread(filled))


def _facts(question: Question, filled: Filled) -> tuple[StatedFact, ...]:
    """What was read, with places in the question as it was typed."""
    found = []
    for each in filled.readings:
        if each.slot == ASKS:
            continue
        start, end = question.places[each.start], question.places[each.end]
        found.append(StatedFact(each.slot, each.value, READ, start, end, question.original[start:end]))
    for told in filled.lists:
        start, end = question.places[told.start], question.places[told.end]
        rows = tuple(tuple((name, _frozen(value)) for name, value in row.items()) for row in told.value)
        found.append(StatedFact(told.slot, rows, READ, start, end, question.original[start:end]))
    return tuple(found)


def _frozen(value: object) -> Plain | tuple[Plain, ...]:
    """A property's value; several of one property as a tuple."""
    return tuple(value) if isinstance(value, list) else cast(Plain, value)


def _unread(filled: Filled) -> tuple[str, ...]:
    return tuple(each.text for each in filled.unread)
