"""What tools give back: one JSON object, as text for the assistant and as data for its client; clauses and cards in it
without what only programs need."""

from __future__ import annotations

from mcp_types import CallToolResult, TextContent

from kb.knowledge import KnowledgeBase
from kb.records import Card, Clause
from service.mcp.short.named import clauses_of
from service.mcp.short.sizes import Json, compact, cut, written
from service.show.serializing.present import card_json, document_json

MOST_CHECKS, MOST_RULINGS, AROUND = 12, 6, 2
FIGURES = ("title", "game", "type", "cost", "affiliations", "attack", "defense", "keywords")


def result(told: Json) -> CallToolResult:
    """The result of a tool."""
    return CallToolResult(content=[TextContent(type="text", text=written(told))], structured_content=told)


def clause_short(base: KnowledgeBase, clause: Clause) -> Json:
    """A clause with its document, its neighbours, what other clauses rule about it, and the checks that rest on it."""
    checks = base.checks.checks(clause.game) if clause.game in base.checks.games else ()
    resting = [each for each in checks if clause.id in clauses_of(base, each)]
    rulings = [each for each in base.store.rulings(clause.id) if each.clause != clause.id]
    found = {
        "id": clause.id,
        "game": clause.game,
        "heading": " > ".join(clause.headings),
        "kind": str(clause.kind),
        "text": clause.plain,
        "subject": clause.subject,
        "document": compact(document_json(base.document(clause.document))),
        "neighbours": [each.id for each in base.around(clause, AROUND) if each.id != clause.id],
        "references": list(dict.fromkeys(each.target for each in base.store.references(clause.id) if each.target)),
        "rulings": [_ruling(base, each.clause, each.effective) for each in rulings[:MOST_RULINGS]],
        "checks": [{"id": each.full_id, "title": each.title} for each in resting[:MOST_CHECKS]],
        "more_checks": [each.full_id for each in resting[MOST_CHECKS:]],
    }
    return compact(found, ("neighbours", "document", "heading"))


def card_short(base: KnowledgeBase, card: Card) -> Json:
    """A card with its figures, its wording in force, and its rulings word for word."""
    rulings, whole = base.store.rulings(card.id), card_json(card, base)
    found = {
        "id": card.id,
        **{name: whole[name] for name in FIGURES},
        "text": card.current,
        "printed": card.printed if card.printed != card.current else "",
        "clauses": whole["clauses"],
        "rulings": [_ruling(base, each.clause, each.effective) for each in rulings[:MOST_RULINGS]],
        "more_rulings": [each.clause for each in rulings[MOST_RULINGS:]],
        "document": compact(document_json(base.document(card.document))),
    }
    return compact(found, ("text",))


def _ruling(base: KnowledgeBase, clause: str, effective: str) -> Json:
    """A ruling with its words."""
    return compact({"clause": clause, "text": cut(base.store.clause(clause).plain, 1_000), "effective": effective})
