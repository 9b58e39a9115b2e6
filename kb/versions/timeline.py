"""A document's versions in order, and how any clause read in one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import pairwise

from kb.records import Clause, Document
from kb.records.versions import Change, Move, Version, What
from kb.versions.aligned import aligned, changes
from kb.versions.moves import moves


@dataclass(frozen=True, slots=True)
class Event:
    """What a version did to one clause."""

    version: Version
    change: Change


@dataclass(frozen=True, slots=True)
class Stand:
    """What one version has otherwise than the latest: by their present ids the clauses that were not there yet (None)
    or read otherwise, and by the ids of then those that are gone now."""

    version: Version
    otherwise: dict[str, Clause | None] = field(default_factory=dict)
    gone: dict[str, Clause] = field(default_factory=dict)
    files: dict[tuple[str, str], Document] = field(default_factory=dict)
    """By id and digest, the version in whose file such a clause stands where it says that it does."""

    def clause(self, clause: Clause) -> Clause | None:
        """How a clause of today read then; None where it was not there."""
        return self.otherwise.get(clause.id, clause)

    def named(self, identifier: str, now: Clause | None) -> Clause | None:
        """The clause that had an id then, where `now` is what has it today; None where none had it."""
        if identifier in self.gone:
            return self.gone[identifier]
        changed = (each for each in self.otherwise.values() if each is not None and each.id == identifier)
        return next(changed, None if identifier in self.otherwise else now)

    def present(self, identifier: str) -> str:
        """The id that the clause of an id of then has today; empty where it is gone."""
        if identifier in self.gone:
            return ""
        changed = (now for now, each in self.otherwise.items() if each is not None and each.id == identifier)
        return next(changed, identifier)


@dataclass(frozen=True, slots=True)
class Timeline:
    """All versions of one document, the first first; the last is the one in use."""

    versions: tuple[Version, ...]

    @property
    def document(self) -> Document:
        """The document as it is now."""
        return self.versions[-1].document

    def at(self, day: date) -> Version | None:
        """The version in force on a day; None before the first."""
        found = None
        for version in self.versions:
            if version.since <= day.isoformat():
                found = version
        return found

    def stand(self, version: Version) -> Stand:
        """What a version has otherwise than the latest."""
        found = Stand(version)
        now: dict[str, str] = {}
        """Present ids by those of the version that is come to."""
        at = self.versions.index(version)
        for before, later in reversed(list(pairwise(self.versions[at:]))):
            now = _undone(found, later.changes, now)
            changed = [each.before for each in later.changes if each.before is not None]
            found.files.update({(each.id, each.digest): before.document for each in changed})
        return found

    def history(self, identifier: str) -> tuple[Event, ...]:
        """What became of the clause that has or had an id, the latest first; followed to the ids that it had before."""
        found, wanted = [], identifier
        for version in reversed(self.versions):
            change = next((each for each in version.changes if _is(each, wanted)), None)
            if change is not None:
                found.append(Event(version, change))
                wanted = change.before.id if change.before is not None else wanted
        return tuple(found)

    def former(self, identifier: str) -> Event | None:
        """The last thing that happened to an id which no clause has any more: it was removed, or renumbered."""
        for version in reversed(self.versions):
            for change in version.changes:
                gone = change.what in (What.REMOVED, What.RENUMBERED)
                if gone and change.before is not None and change.before.id == identifier:
                    return Event(version, change)
        return None

    def between(self, old: Version, new: Version, clauses: Sequence[Clause]) -> tuple[Change, ...]:
        """What differs between two versions that may lie apart; `clauses` are those of the latest."""
        if self.versions.index(new) == self.versions.index(old) + 1:
            return new.changes
        return changes(aligned(self.clauses(old, clauses), self.clauses(new, clauses)))

    def moved(self, old: Version, new: Version, clauses: Sequence[Clause]) -> tuple[Move, ...]:
        """The clauses that say the same elsewhere in two versions that may lie apart; `clauses` are those of the
        latest."""
        if self.versions.index(new) == self.versions.index(old) + 1:
            return new.moves
        return moves(aligned(*(_numbered(self.clauses(each, clauses)) for each in (old, new))))

    def clauses(self, version: Version, latest: Sequence[Clause]) -> list[Clause]:
        """All clauses of a version in its own order and places, from those of the latest in theirs."""
        found = list(latest)
        for before, later in reversed(list(pairwise(self.versions[self.versions.index(version) :]))):
            found = ordered(_before(_moved_back(found, later.moves), later.changes), before.order)
        return found


def in_order(versions: Sequence[Version], clauses: Sequence[Sequence[Clause]]) -> tuple[Version, ...]:
    """Versions, each with the order of its own `clauses` where what the next one changed does not tell it."""
    known = [versions[-1]]
    for at in range(len(versions) - 2, -1, -1):
        own = [each.id for each in clauses[at]]
        told = [each.id for each in _before(clauses[at + 1], versions[at + 1].changes)]
        known.append(versions[at] if told == own else replace(versions[at], order=tuple(own)))
    return tuple(reversed(known))


def ordered(clauses: Sequence[Clause], order: Sequence[str]) -> list[Clause]:
    """Clauses in the order of these ids; as they are where none is given."""
    places = {identifier: place for place, identifier in enumerate(order)}
    return sorted(clauses, key=lambda each: places.get(each.id, len(places))) if order else list(clauses)


def _numbered(clauses: Sequence[Clause]) -> list[Clause]:
    """Clauses with their places in this order."""
    return [replace(each, ordinal=at) for at, each in enumerate(clauses)]


def _moved_back(clauses: Sequence[Clause], done: Sequence[Move]) -> list[Clause]:
    """Clauses under the headings that they stood under before a version's moves."""
    headings = {move.clause: move.before for move in done}
    return [replace(each, headings=headings[each.id]) if each.id in headings else each for each in clauses]


def _before(after: Sequence[Clause], done: Sequence[Change]) -> list[Clause]:
    """The clauses before a version's changes: those that it changed stand at their own place in the version before,
    the others follow one another between them as they do now."""
    came = {each.after.id for each in done if each.after is not None}
    placed = {each.before.ordinal: each.before for each in done if each.before is not None}
    found = [each for each in after if each.id not in came]
    for at in sorted(placed):
        found.insert(at, placed[at])
    return found


def _is(change: Change, identifier: str) -> bool:
    """Whether a change is about the clause that has an id after it, or that had it and is gone."""
    if change.after is not None:
        return change.after.id == identifier
    return change.before is not None and change.before.id == identifier


def _undone(stand: Stand, done: Sequence[Change], now: dict[str, str]) -> dict[str, str]:
    """Take one version's changes back; the present ids by the ids of the version before."""
    earlier = dict(now)
    for change in done:
        if change.after is not None:
            present = now.get(change.after.id, change.after.id)
            if change.after.id in stand.gone:
                del stand.gone[change.after.id]
                if change.before is not None:
                    stand.gone[change.before.id] = change.before
                continue
            stand.otherwise[present] = change.before
            if change.before is not None and change.before.id != present:
                earlier[change.before.id] = present
        elif change.before is not None:
            stand.gone[change.before.id] = change.before
    return earlier
