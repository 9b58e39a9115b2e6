"""A document as it stood on a day, and its clauses by the ids that they had then: for pages, API, command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from kb.answering.past import Past
from kb.errors import UsageError
from kb.knowledge import KnowledgeBase
from kb.records import Citation, Clause, Document, Ruling
from kb.records.versions import since
from kb.versions.timeline import Timeline
from kb.words.typography import plain_characters
from service.show.serializing.clauses import clause_fields, clause_json, history_json
from service.show.serializing.present import clause_url, ruling_json

Json = dict[str, Any]
AROUND = 2


class DocumentOnDay:
    """One document of a knowledge base on a day when it was in force."""

    def __init__(self, base: KnowledgeBase, identifier: str, day: date) -> None:
        """UsageError where there is no such document, or it was not in force yet: then it says since when it is."""
        self.base, self.identifier, self.day = base, identifier, day
        if identifier not in base.documents:
            raise UsageError(f"there is no document {identifier!r}")
        kept: Past | None = base.pasts.get(Past)
        self.past = kept if kept is not None and kept.day == day else Past(base, day)
        if not self.past.in_force(identifier):
            first = self.timeline.versions[0].document if self.timeline is not None else base.documents[identifier]
            raise UsageError(f"{first.title} was not in force on {day.isoformat()}: it is known from {since(first)}")

    @property
    def document(self) -> Document:
        """The document as it was then."""
        return self.past.document(self.identifier)

    @property
    def timeline(self) -> Timeline | None:
        """Its versions; None where there is one only."""
        return self.base.in_time.timelines.get(self.identifier)

    @cached_property
    def clauses(self) -> list[Clause]:
        """All its clauses as they read then, in its own order."""
        game = self.document.game
        now = [each for each in self.base.store.clauses(game) if each.document == self.identifier]
        stand = self.past.stands.get(self.identifier)
        return self.timeline.clauses(stand.version, now) if self.timeline is not None and stand is not None else now

    def beside(self, identifier: str, reach: int) -> tuple[Sequence[Clause], Sequence[Clause]]:
        """Up to so many clauses before and behind the one that had an id then."""
        at = [each.id for each in self.clauses].index(identifier)
        return self.clauses[max(0, at - reach) : at], self.clauses[at + 1 : at + 1 + reach]


@dataclass(frozen=True, slots=True)
class ClauseOnDay:
    """A clause as it read on a day: `citation` names the version and file of then, `before` and `after` are its
    neighbours, `today` is its id now, its own where it is gone; `now` is that clause, None where it is gone."""

    day: date
    citation: Citation
    before: tuple[Clause, ...]
    after: tuple[Clause, ...]
    today: str
    now: Clause | None

    @property
    def clause(self) -> Clause:
        """How it read."""
        return self.citation.clause

    @property
    def same(self) -> bool:
        """Whether it has the same number and words today."""
        return self.now is not None and (self.now.id, self.now.digest) == (self.clause.id, self.clause.digest)


def identifier_of(address: str) -> str:
    """The id in an address: `harbour/rules/101.1` -> `harbour/rules#101.1`; an id as it is."""
    address = plain_characters(address).strip()
    if "#" in address:
        return address
    game, _, rest = address.partition("/")
    document, _, path = rest.partition("/")
    return f"{game}/{document}#{path}"


def clause_on(base: KnowledgeBase, address: str, day: date) -> ClauseOnDay:
    """The clause that had an id on a day. UsageError where none had it, or its document was not in force."""
    identifier = identifier_of(address)
    document, _, path = identifier.partition("#")
    now = base.store.find_clause(identifier)
    if document not in base.documents or (now is None and base.in_time.gone(identifier) is None):
        raise UsageError(f"there is no clause {identifier!r}")
    found = DocumentOnDay(base, document, day)
    stand = found.past.stands.get(document)
    then = stand.named(identifier, now) if stand is not None else now
    if then is None:
        raise UsageError(f"{found.document.title} had no {path} on {day.isoformat()}")
    before, after = found.beside(then.id, AROUND)
    today = stand.present(identifier) if stand is not None else identifier
    return ClauseOnDay(
        day,
        Citation(then, found.past.document_of(then), "support", 1.0),
        tuple(before),
        tuple(after),
        today or identifier,
        base.store.find_clause(today) if today else None,
    )


def rulings_on(base: KnowledgeBase, found: ClauseOnDay) -> tuple[Ruling, ...]:
    """The rulings on a clause that were there on the day; none of one that reads otherwise now, for which they are not
    kept."""
    if not found.same:
        return ()
    day = found.day.isoformat()
    return tuple(each for each in base.store.rulings(found.clause.id) if each.effective <= day)


def clause_on_json(base: KnowledgeBase, found: ClauseOnDay) -> Json:
    """A clause of a day with the fields of one of today. What is read from its words (references, norms, tables) is
    kept of those alone that read the same now."""
    clause = found.clause
    kept = clause_json(clause, base) if found.same else {"references": [], "norms": [], "tables": []}
    own = clause_fields(clause, found.citation.document, found.day)
    return {
        **kept,
        **own,
        "neighbours": [each.id for each in (*found.before, *found.after)],
        "rulings": [ruling_json(each, base) for each in rulings_on(base, found)],
        "history": history_json(found.now or clause, base),
        "stale": [],
        "as_of": found.day.isoformat(),
        "today": clause_url(found.today),
    }
