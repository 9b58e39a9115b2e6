"""What became of clauses in time, as JSON: versions, changes, what is stale; and which versions somebody asks for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from kb.errors import UsageError
from kb.records.versions import Change, Move, Stale, Version
from kb.versions.counts import summary
from kb.versions.marked import Stretch, marked_words
from kb.versions.timeline import Timeline

if TYPE_CHECKING:
    from kb.knowledge import KnowledgeBase

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Between:
    """Two versions of a document with what differs."""

    timeline: Timeline
    old: Version
    new: Version
    changes: tuple[Change, ...]
    moves: tuple[Move, ...] = ()

    @property
    def summary(self) -> str:
        """How much differs, in one line."""
        return summary(self.changes)


def compared(base: KnowledgeBase, game: str, old: str = "", new: str = "", document: str = "") -> list[Between]:
    """What differs between two versions of a game's documents, the last two of each where none are named; a version is
    named by its day, or any day on which it was in force.

    Raises UsageError where there is no such game, document or version, or nothing to compare.
    """
    base.require_game(game)
    if document and f"{game}/{document}" not in base.documents:
        known = ", ".join(each.partition("/")[2] for each, of in base.documents.items() if of.game == game)
        raise UsageError(f"there is no document {document!r} in {game}: the documents are {known}")
    timelines = [
        each
        for name, each in base.in_time.timelines.items()
        if each.document.game == game and document in ("", name.partition("/")[2])
    ]
    if not timelines:
        what = f"{game}/{document}" if document else f"each document of {game}"
        raise UsageError(f"there is one version of {what}: headjudge add a newer file of it")
    return [_between(base, each, old, new) for each in timelines]


def _between(base: KnowledgeBase, timeline: Timeline, old: str, new: str) -> Between:
    later = _version(timeline, new) if new else timeline.versions[-1]
    at = timeline.versions.index(later)
    earlier = _version(timeline, old) if old else timeline.versions[max(0, at - 1)]
    if timeline.versions.index(earlier) >= at:
        raise UsageError(f"{earlier.name} is not before {later.name}: give the older version first")
    clauses = [each for each in base.store.clauses(timeline.document.game) if each.document == timeline.document.id]
    apart = earlier, later, clauses
    return Between(timeline, earlier, later, timeline.between(*apart), timeline.moved(*apart))


def _version(timeline: Timeline, name: str) -> Version:
    """A version by its name, or by a day on which it was in force."""
    if found := next((each for each in timeline.versions if each.name == name), None):
        return found
    known = ", ".join(each.name for each in timeline.versions)
    try:
        found = timeline.at(date.fromisoformat(name))
    except ValueError:
        raise UsageError(f"{name!r} is no version of {timeline.document.id}: they are {known}") from None
    if found is None:
        raise UsageError(f"{timeline.document.id} is not known on {name}: its versions are {known}")
    return found


def between_json(found: Between) -> Json:
    """Two versions compared."""
    return {
        "document": found.timeline.document.id,
        "versions": [version_json(each) for each in found.timeline.versions],
        "old": found.old.name,
        "new": found.new.name,
        "summary": found.summary,
        "changes": [change_json(each) for each in found.changes],
        "moves": [move_json(each) for each in found.moves],
    }


def move_json(move: Move) -> Json:
    """One clause that changed places: the headings above it then and now, and the clause that it stands behind."""
    return {
        "clause": move.clause,
        "before": {"headings": list(move.before)},
        "after": {"headings": list(move.after), "behind": move.behind or None},
    }


def version_json(version: Version) -> Json:
    """A version by the day from which it is in force."""
    return {"name": version.name, "since": version.since or None, "file": version.document.file or None}


def change_json(change: Change) -> Json:
    """One clause that differs: its words before and after, and both as one with what differs marked."""
    before, after = change.before, change.after
    return {
        "what": str(change.what),
        "clause": change.clause.id,
        "before": {"clause": before.id, "text": before.plain} if before is not None else None,
        "after": {"clause": after.id, "text": after.plain} if after is not None else None,
        "moved": change.moved or None,
        "words": [{"kind": each.kind, "text": each.text} for each in words_of(change)],
    }


def words_of(change: Change) -> tuple[Stretch, ...]:
    """A change's words, what was taken away and what came marked."""
    before = change.before.plain if change.before is not None else ""
    return marked_words(before, change.after.plain if change.after is not None else "")


def stale_json(found: Stale) -> Json:
    """A clause that changed after something was said about it."""
    return {"clause": found.clause, "since": found.version.name, "change": change_json(found.change)}


def all_stale(found: Iterable[Stale]) -> list[Json]:
    """Several of them."""
    return [stale_json(each) for each in found]
