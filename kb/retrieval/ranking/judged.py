"""The features of a clause that is compared with a question by itself, once few clauses are left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kb.records import Clause
from kb.records.question import Question
from kb.retrieval.ranking.clausewords import ClauseWords

JUDGED = ("cover", "heard", "card", "defines", "section", "aside", "example", "long", "learned")
"""The names of these features, in their order; kb/retrieval/weights.py says what each is."""
LEAST_LEARNED = -1.2
"""What was learned for a clause for which a question speaks least: the feature is 0 there, about 1 for its wordings."""
Learned = Mapping[str, Mapping[str, float]]
"""How much a question speaks for the clauses of each game, by what was learned from its wordings."""


def judged(
    question: Question, clauses: Sequence[Clause], words: ClauseWords, learned: Learned
) -> list[tuple[float, ...]]:
    """The JUDGED features of each clause, in their order; nothing is `learned` where wordings are not to count."""
    known, sections = words.known(clauses), frozenset(question.sections)
    shares = words.weighed(question.content).shares(known)
    found: list[tuple[float, ...]] = []
    for clause, held, (_, _, kind) in zip(clauses, shares, known, strict=True):
        named = _named(question, clause) if question.mentions else (0.0, 0.0)
        section = float(clause.section in sections) if sections else 0.0
        told = learned[clause.game].get(clause.id, LEAST_LEARNED) if learned else LEAST_LEARNED
        found.append((*held, *named, section, *kind, max(0.0, 1.0 - told / LEAST_LEARNED)))
    return found


def _named(question: Question, clause: Clause) -> tuple[float, float]:
    """How surely a question names the clause's card, and a word that the clause defines."""
    card = defines = 0.0
    for match in question.mentions:
        if match.term.game == clause.game:
            if clause.subject and match.term.name in clause.subject:
                card = max(card, match.score)
            if match.term.clause == clause.id:
                defines = max(defines, match.score)
    return card, defines
