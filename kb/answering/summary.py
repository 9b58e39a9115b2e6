"""The one sentence of an answer: what a check says, or clauses and titles that are stored; no rule is worded here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kb.knowledge import KnowledgeBase
from kb.records import Citation, Outcome
from kb.retrieval.classifying.decline import Support

if TYPE_CHECKING:
    from kb.answering.ranking import Ranking
    from kb.answering.rulings import Ruling

RULED = (Outcome.ANSWERED, Outcome.DEPENDS, Outcome.UNDETERMINED)
MOST_NAMED = 4
INDIRECT = re.compile(r"(?:what|how|whether|which|who|whom|whose|when|where|why|that)\b", re.I)
"""So begins what a document says or does not; all else it tells of."""
LEAST_LIKELY = 0.05
QUOTED_FIRST = "see the clause quoted first."
"""How a sentence ends that says only where the clause stands which follows it."""


def where(citation: Citation) -> str:
    """Where a citation stands, for people: its document's title and its path with the last heading."""
    clause = citation.clause
    heading = clause.headings[-1] if clause.headings else clause.path
    return f"{citation.document.title}, {heading} ({clause.path})"


def summary(
    base: KnowledgeBase,
    outcome: Outcome,
    ranking: Ranking,
    citations: Sequence[Citation],
    belief: Support,
    ruled: Ruling | None,
    unread: Sequence[str] = (),
) -> str:
    """The sentence of an outcome; `unread` are the words that were not understood."""
    if ruled is not None and outcome in RULED:
        return ruled.summary
    if outcome is Outcome.NOT_UNDERSTOOD:
        return not_understood(unread)
    if outcome is Outcome.CITED:
        return f"{base.title(ranking.game)}, {where(citations[0])}: {QUOTED_FIRST}"
    if outcome is Outcome.AMBIGUOUS:
        games = [base.title(guess.game) for guess in ranking.guesses[:3] if guess.probability >= LEAST_LIKELY]
        return f"Which game is this about: {' or '.join(games)}?"
    return f"No document here answers this{_lacking(belief)}."


def _lacking(belief: Support) -> str:
    """What no document says, where that is known; empty where it is not."""
    if not belief.lacks:
        return ""
    return f": none {'says' if INDIRECT.match(belief.lacks) else 'tells of'} {belief.lacks}"


def not_understood(unread: Sequence[str]) -> str:
    """Which words were not understood, and that they may matter."""
    return f"I did not understand {listed(unread[:MOST_NAMED])}, which could change the answer. {NEAREST}"


def listed(words: Sequence[str]) -> str:
    """Words in quotation marks, one after the other."""
    named = [f"“{each}”" for each in words]
    return f"{', '.join(named[:-1])} and {named[-1]}" if len(named) > 1 else "".join(named)


NEAREST = "What comes nearest is quoted below."
