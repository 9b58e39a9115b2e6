"""Clauses with their rulings and history as JSON: the same for the command line and HTTP."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from typing import TYPE_CHECKING, Any

from kb.records import Clause, Document
from service.show.serializing.changes import all_stale, change_json
from service.show.serializing.present import clause_url, document_json, ruling_json, source_json

if TYPE_CHECKING:
    from kb.knowledge import KnowledgeBase

Json = dict[str, Any]


def clause_json(clause: Clause, base: KnowledgeBase) -> Json:
    """A clause of today with everything that is known about it."""
    store = base.store
    return {
        **clause_fields(clause, base.document(clause.document)),
        "neighbours": [each.id for each in base.around(clause, 2)],
        "references": [asdict(reference) for reference in store.references(clause.id)],
        "rulings": [ruling_json(ruling, base) for ruling in store.rulings(clause.id)],
        "norms": [asdict(norm) for norm in store.norms(clause.id)],
        "tables": [asdict(table) for table in store.tables(clause.id)],
        "history": history_json(clause, base),
        "stale": all_stale((*base.in_time.stale_among([clause.id]), *base.in_time.stale_ruling(clause.id))),
        "as_of": None,
        "today": None,
    }


def clause_fields(clause: Clause, document: Document, as_of: date | None = None) -> Json:
    """What a clause is by itself: its words, where they stand, in which document."""
    return {
        "clause": clause.id,
        "game": clause.game,
        "heading": " > ".join(clause.headings),
        "kind": str(clause.kind),
        "quote": clause.text,
        "flags": list(clause.flags),
        "digest": clause.digest,
        "subject": clause.subject or None,
        "explains": clause.explains or None,
        "document": document_json(document),
        "source": source_json(clause, document),
        "url": clause_url(clause.id, as_of),
    }


def history_json(clause: Clause, base: KnowledgeBase) -> list[Json]:
    """What the versions of its document did to a clause, the latest first."""
    timeline = base.in_time.timelines.get(clause.document)
    events = timeline.history(clause.id) if timeline is not None else ()
    return [{"since": each.version.name, "change": change_json(each.change)} for each in events]
