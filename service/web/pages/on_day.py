"""The page of a clause or a document as it stood on a day: its words of then, and a link to how it stands now."""

from __future__ import annotations

from datetime import date
from typing import Any

from flask import render_template

from kb.errors import UsageError
from kb.knowledge import KnowledgeBase
from service.show.serializing.on_day import ClauseOnDay, DocumentOnDay, clause_on, rulings_on
from service.show.serializing.present import clause_url, document_url
from service.web.pages.history import history

Page = str | tuple[str, int]
NOT_THERE = 404


def clause_page_on(base: KnowledgeBase, identifier: str, day: date) -> Page:
    """A clause's page: how it read, between its neighbours of then. UsageError where no clause ever had this id."""
    try:
        found = clause_on(base, identifier, day)
    except UsageError as error:
        known = base.store.find_clause(identifier) or base.in_time.gone(identifier)
        if known is None:
            raise
        return _not_there(base, str(error), day, clause_url(identifier))
    return render_template(
        "documents/clause.html", base=base, day=day, today=clause_url(found.today), **_shown(base, found)
    )


def _shown(base: KnowledgeBase, found: ClauseOnDay) -> dict[str, Any]:
    """What stands on a clause's page of a day; what is known of the clause of now stands on the page of today."""
    return {
        "clause": found.clause,
        "citation": found.citation,
        "before": found.before,
        "after": found.after,
        "rulings": [(each, base.store.clause(each.clause)) for each in rulings_on(base, found)],
        "tables": base.store.tables(found.clause.id) if found.same else (),
        "history": history(base, found.now or found.clause),
        "gone": base.in_time.gone(found.clause.id) if found.now is None else None,
        "now": found.now,
    }


def document_page_on(base: KnowledgeBase, identifier: str, day: date, sections: Any) -> Page:
    """A document's page: all its clauses as they read then. UsageError where there is no such document."""
    today = document_url(identifier)
    try:
        found = DocumentOnDay(base, identifier, day)
    except UsageError as error:
        if identifier not in base.documents:
            raise
        return _not_there(base, str(error), day, today)
    shown = {"document": found.document, "sections": sections(found.clauses), "day": day, "today": today}
    return render_template("documents/document.html", base=base, **shown)


def _not_there(base: KnowledgeBase, why: str, day: date, today: str) -> Page:
    """What was not there on a day, with the page of what is there now."""
    return render_template("documents/not_there.html", base=base, why=why, day=day, today=today), NOT_THERE
