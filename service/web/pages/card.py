"""What a card's page shows beside its words: each keyword with its rule, its rulings, what can be computed of it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from kb.answering.choosing.choose import card_slots
from kb.knowledge import KnowledgeBase
from kb.records import Card, Term
from kb.records.checks import Check
from kb.words.text import fold
from service.show.serializing.present import check_url, clause_url

MOST_BY_CARD = 3


def about_card(base: KnowledgeBase, card: Card) -> dict[str, Any]:
    """Everything that a card's page shows beside the card."""
    rulings = [(ruling, base.store.clause(ruling.clause)) for ruling in base.store.rulings(card.id)]
    first = base.store.find_clause(card.clauses[0]) if card.clauses else None
    return {
        "rulings": rulings,
        "document": base.document(card.document),
        "section": first.section if first else "",
        "keywords": [keyword(base, card.game, each) for each in card.keywords],
        "checks": checks_of(base, card, {clause.id for _, clause in rulings}),
    }


def keyword(base: KnowledgeBase, game: str, name: str) -> tuple[str, str, str]:
    """A keyword with the page of the clause that explains it and its words; where none does, with a search for it."""
    term = next((each for each in base.store.terms(game) if fold(name) in _forms(each)), None)
    clause = base.store.find_clause(term.clause) if term and term.clause else None
    if clause is None:
        return name, f"/?{urlencode({'q': name, 'game': game})}", ""
    return name, clause_url(clause.id), clause.plain


def _forms(term: Term) -> set[str]:
    return {fold(each) for each in (term.name, *term.forms)} if term.kind == "keyword" else set()


def checks_of(base: KnowledgeBase, card: Card, rulings: set[str]) -> list[tuple[Check, str]]:
    """The checks that rest on a card's lines or rulings, then some that take any card, filled in; with their pages."""
    if card.game not in base.checks.games:
        return []
    model = base.checks.model(card.game)
    own = {*card.clauses, *rulings}
    found, of_cards = [], []
    for check in model.checks.values():
        slots = card_slots(check, model.schema)
        page = check_url(check.full_id) + (f"?{urlencode({slots[0]: card.title})}" if slots else "")
        if own & set(model.clauses_of(check)):
            found.append((check, page))
        elif slots:
            of_cards.append((check, page))
    return [*found, *of_cards[:MOST_BY_CARD]]
