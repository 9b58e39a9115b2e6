"""A question that was worked out, before its answer is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kb.answering.ranking import Ranking
from kb.question.texts.parts import Part
from kb.records import Outcome
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
