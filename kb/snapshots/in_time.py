"""What became of a snapshot's documents and clauses in time: versions, what is gone, what is to be read again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property

from kb.records import Clause, Ruling
from kb.records.versions import Stale
from kb.snapshots.snapshot import Snapshot
from kb.versions.pinned import stale
from kb.versions.timeline import Event, Timeline
from kb.words.typography import plain_characters


class InTime:
    """The past of one snapshot; each document's is read when first asked for."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot, self.store = snapshot, snapshot.store
        self.documents = {each.id: each for each in self.store.documents()}

    @cached_property
    def timelines(self) -> Mapping[str, Timeline]:
        """The versions of the documents that have several, by the document's id."""
        found = {each: self.snapshot.timeline(each) for each in self.documents}
        return {document: timeline for document, timeline in found.items() if timeline is not None}

    @cached_property
    def stale_rules(self) -> Mapping[str, Stale]:
        """The clauses that a later version changed after the rules on them were written, by id."""
        return {each.clause: each for game in sorted(self.changing) for each in self._stale(game)}

    @cached_property
    def changing(self) -> frozenset[str]:
        """The games that have a document of several versions."""
        return frozenset(each.partition("/")[0] for each in self.timelines)

    @cached_property
    def _last_days(self) -> Mapping[str, str]:
        """The day of the last version of any document of a game, by the game."""
        found: dict[str, str] = {}
        for document, timeline in self.timelines.items():
            game = document.partition("/")[0]
            found[game] = max(found.get(game, ""), timeline.versions[-1].since)
        return found

    def ahead(self, day: date) -> frozenset[str]:
        """The games that have a version of a document which is in force from a later day only."""
        return frozenset(game for game, last in self._last_days.items() if last > day.isoformat())

    def came(self, day: date) -> str:
        """The last day up to this one from which a version of a document is in force; empty without versions. What is
        in force is the same on two days that have the same."""
        days = (version.since for timeline in self.timelines.values() for version in timeline.versions)
        return max((each for each in days if each <= day.isoformat()), default="")

    def _stale(self, game: str) -> Iterator[Stale]:
        """What of a game's rules is stale: the digests of its rules.lock against its clauses."""
        from kb.rules.model.rulemodel import full_clause
        from kb.rules.model.ruletexts.lock import read_lock

        names = tuple(each.id for each in self.documents.values() if each.game == game)
        lock = read_lock(self.snapshot.rules / game)
        digests = {full_clause(path, game, names): digest for path, digest in lock.items()}
        clauses = {each: found for each in digests if (found := self.store.find_clause(each))}
        return stale(digests, clauses, self.timelines)

    def stale_pins(self, ruling: Ruling) -> tuple[Stale, ...]:
        """The clauses that a ruling interprets and that a later version changed."""
        digests = {each.clause: each.digest for each in ruling.interprets}
        clauses = {each: found for each in digests if (found := self.store.find_clause(each))}
        return tuple(stale(digests, clauses, self.timelines))

    def stale_ruling(self, clause: str) -> tuple[Stale, ...]:
        """The clauses that the ruling in a clause interprets and that a later version changed."""
        if clause.partition("/")[0] not in self.changing:
            return ()
        own = [each for each in self.store.rulings(clause) if each.clause == clause]
        return tuple(found for each in own for found in self.stale_pins(each))

    def stale_among(self, clauses: Iterable[str]) -> tuple[Stale, ...]:
        """Those of some clauses that changed after the rules on them were read against them."""
        known = self.stale_rules
        return tuple(known[each] for each in dict.fromkeys(clauses) if each in known)

    def clauses_as_pinned(self, game: str) -> Iterable[Clause]:
        """A game's clauses as the rules on them were read against them."""
        own = [each for each in self.stale_rules.values() if each.clause.partition("/")[0] == game]
        before = {each.clause: each.change.before for each in own}
        clauses = [before.pop(each.id, None) or each for each in self.store.clauses(game)]
        return [*clauses, *(each for each in before.values() if each)]

    def gone(self, address: str) -> Event | None:
        """What became of an id that no clause has any more, `/` for `#` too; None where none had it."""
        address = plain_characters(address).strip()
        document, _, path = address.partition("#") if "#" in address else self._parted(address)
        timeline = self.timelines.get(document)
        return timeline.former(f"{document}#{path}") if timeline is not None else None

    @staticmethod
    def _parted(address: str) -> tuple[str, str, str]:
        """Document and path of an address as a page has it."""
        game, _, rest = address.partition("/")
        document, mark, path = rest.partition("/")
        return f"{game}/{document}", mark, path

    def former(self, address: str) -> str:
        """The sentence for an id that no clause has any more; empty where none had it."""
        event = self.gone(address)
        if event is None or event.change.before is None:
            return ""
        after = event.change.after.id if event.change.after is not None else event.change.moved
        moved = f" Its words stand in {after.partition('#')[2]} now." if after else ""
        path, title = event.change.before.path, self.documents[event.change.before.document].title
        return f"{path} of {title} is gone since {event.version.name}.{moved}"
