"""The terms that come nearest to a question that no document answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz, process

from kb.answering.answer import Answer
from kb.knowledge import KnowledgeBase
from kb.records import Term
from kb.words.text import STOP_WORDS, fold

LIMIT = 5
ALIKE = 75.0
SHORTEST = 4
CLAUSES = 3
WORDS = 20


def nearest_terms(base: KnowledgeBase, answer: Answer) -> tuple[Term, ...]:
    """Terms that the question names or spells alike, by its first WORDS words, then those that the nearest clauses
    name."""
    wanted = list(dict.fromkeys(answer.support.missing or answer.reading.content))[:WORDS]
    game = answer.game or None
    terms = base.store.terms(game)
    found: dict[tuple[str, str], Term] = {}
    own = [match.term for match in answer.reading.mentions if game in (None, match.term.game)]
    for term in (*own, *_alike(wanted, terms), *_named(base, answer, terms)):
        found.setdefault((term.game, fold(term.name)), term)
    return tuple(found.values())[:LIMIT]


def _alike(words: Iterable[str], terms: Sequence[Term]) -> list[Term]:
    forms = [(fold(form), term) for term in terms for form in dict.fromkeys((term.name, *term.forms))]
    written = [form for form, _ in forms]
    scored: list[tuple[float, int]] = []
    for word in words:
        if len(word) >= SHORTEST and word not in STOP_WORDS:
            hits = process.extract(fold(word), written, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=LIMIT)
            scored += [(score, at) for _, score, at in hits]
    return [forms[at][1] for _, at in sorted(scored, reverse=True)]


def _named(base: KnowledgeBase, answer: Answer, terms: Sequence[Term]) -> list[Term]:
    known = {term.id: term for term in terms}
    return [
        known[mention.term]
        for citation in answer.citations[:CLAUSES]
        for mention in base.store.mentions(citation.clause.id)
        if mention.term in known
    ]
