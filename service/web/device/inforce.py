"""A game as it is in force today, for devices: documents, clauses, and the ids by which they go today.

Where a version waits for its day, what is stored of a document is that version; a device holds the one before.
"""

from __future__ import annotations

from functools import cached_property

from kb.answering.past import past_of
from kb.knowledge import KnowledgeBase
from kb.records import Card, Clause


class InForce:
    """One game of a knowledge base as it is in force today; all of it as it is stored where no version waits."""

    def __init__(self, base: KnowledgeBase, game: str) -> None:
        self.base, self.game, self.past = base, game, past_of(base, None, game)
        self.documents = [
            self.past.document(each.id) if self.past is not None else each
            for each in base.documents.values()
            if each.game == game and (self.past is None or self.past.in_force(each.id))
        ]

    @cached_property
    def clauses(self) -> list[Clause]:
        """Its clauses, document by document in the documents' own order."""
        return [clause for each in self.documents for clause in self._of(each.id)]

    def _of(self, document: str) -> list[Clause]:
        own = [each for each in self._stored.values() if each.document == document]
        own.sort(key=lambda each: each.ordinal)
        stand = self.past.stands.get(document) if self.past is not None else None
        return own if stand is None else self.base.in_time.timelines[document].clauses(stand.version, own)

    @cached_property
    def _stored(self) -> dict[str, Clause]:
        return {each.id: each for each in self.base.store.clauses(self.game)}

    @cached_property
    def _now(self) -> dict[str, Clause]:
        return {each.id: each for each in self.clauses}

    @cached_property
    def _todays(self) -> dict[str, str]:
        """By the id by which a clause is stored that which it has today, empty for one that is to come."""
        return {each.id: self._today(each) for each in self._stored.values()}

    def _today(self, stored: Clause) -> str:
        then = self.past.clause(stored) if self.past is not None else stored
        return then.id if then is not None else ""

    @cached_property
    def _latest(self) -> dict[str, str]:
        return {today: latest for latest, today in self._todays.items() if today}

    def today(self, identifier: str, digest: str = "") -> str:
        """The id that something stored goes by today, empty for a clause that is to come; where something was read
        against a clause as it is today, which `digest` tells, that clause's own."""
        now = self._now.get(identifier)
        return identifier if now and now.digest == digest else self._todays.get(identifier, identifier)

    def ruled(self, identifier: str) -> str:
        """The id that a clause which rules were read against goes by today."""
        stale = self.base.in_time.stale_rules.get(identifier) if self.past is not None else None
        before = stale.change.before if stale is not None else None
        return self.today(identifier, before.digest if before is not None else "")

    def stored(self, clause: Clause) -> str:
        """The id by which a clause of today is stored, also where it is to read otherwise; empty where it is to go."""
        return self._latest.get(clause.id, "")

    def same(self, clause: Clause) -> bool:
        """Whether a clause of today is stored with the words that it has."""
        found = self._stored.get(self.stored(clause))
        return found is not None and found.digest == clause.digest

    def holds(self, card: Card) -> bool:
        """Whether a card reads today as it is stored: how it read before is kept of its clauses alone."""
        if self.past is None:
            return True
        own = [each for each in self._stored.values() if each.id.startswith(f"{card.id}.")]
        known = any(each.id == card.document for each in self.documents)
        return known and all(self._todays[each.id] and self.same(self._now[self._todays[each.id]]) for each in own)
