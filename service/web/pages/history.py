"""What became of a clause: when its document came out and came into force, the rulings on it, and how it read before.

Of a document with versions these say it; of any other the earlier knowledge bases that are still in the home folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from kb.errors import SnapshotError
from kb.knowledge import KnowledgeBase
from kb.records import Clause
from kb.snapshots.parts import open_store
from kb.snapshots.snapshot import Manifest
from kb.versions.marked import Stretch, marked_words
from kb.versions.timeline import Timeline

PUBLISHED, IN_FORCE, RULED, CHANGED, ADDED = "published", "in force", "ruling", "changed", "added"
RENUMBERED = "renumbered"


@dataclass(frozen=True, slots=True)
class Event:
    """What happened on a day; `clause` is the ruling's, `kind` what it is called, `before` what was changed,
    `words` the same with what is new, `path` the number that it had."""

    day: str
    what: str
    clause: Clause | None = None
    kind: str = ""
    before: str = ""
    words: tuple[Stretch, ...] = ()
    path: str = ""


def history(base: KnowledgeBase, clause: Clause) -> tuple[Event, ...]:
    """What is known of a clause's past, the earliest first."""
    timeline = base.in_time.timelines.get(clause.document)
    document = timeline.versions[0].document if timeline is not None else base.document(clause.document)
    versions = tuple(_in_time(timeline, clause)) if timeline is not None else ()
    here = not any(each.what == ADDED for each in versions)
    found = [Event(document.published, PUBLISHED)] if document.published and here else []
    found += [Event(document.effective, IN_FORCE)] if document.effective and here else []
    for ruling in base.store.rulings(clause.id):
        if ruling.clause != clause.id and ruling.effective:
            own = ruling.effective != document.effective
            found += [Event(ruling.effective, RULED, base.store.clause(ruling.clause), str(ruling.kind))] if own else []
    before = versions if timeline is not None else tuple(changes(base, clause))
    return tuple(sorted([*found, *before], key=lambda each: each.day))


def _in_time(timeline: Timeline, clause: Clause) -> Iterator[Event]:
    """What the versions of its document did to a clause, the latest first."""
    for event in timeline.history(clause.id):
        change, day = event.change, event.version.name
        if change.before is None:
            yield Event(day, ADDED)
            continue
        if change.after is not None and change.before.id != change.after.id:
            yield Event(day, RENUMBERED, path=change.before.path)
        if change.after is not None and change.reworded:
            words = marked_words(change.before.plain, change.after.plain)
            yield Event(day, CHANGED, before=change.before.plain, words=words)


def changes(base: KnowledgeBase, clause: Clause) -> Iterator[Event]:
    """Where the clause reads otherwise than in the knowledge base before, the latest first."""
    later, built = clause, base.version
    for folder in earlier(base):
        try:
            before = clause_in(folder, clause.id)
        except SnapshotError:  # a build may clear it away meanwhile
            continue
        if before is None:
            yield Event(built_on(built), ADDED)
            return
        if before.plain != later.plain:
            yield Event(built_on(built), CHANGED, before=before.plain)
        later, built = before, folder.name


def earlier(base: KnowledgeBase) -> list[Path]:
    """The folders of the earlier knowledge bases of the same edition that can be read, the latest first."""
    own = base.snapshot.folder
    others = (each for each in own.parent.iterdir() if each.is_dir() and not each.name.startswith("."))
    return [each for each in sorted(others, reverse=True) if each.name < own.name and _alike(base, each)]


def _alike(base: KnowledgeBase, folder: Path) -> bool:
    try:
        manifest = Manifest.read(folder)
    except SnapshotError:
        return False
    return (manifest.edition, manifest.schema) == (base.edition, base.snapshot.manifest.schema)


def clause_in(folder: Path, identifier: str) -> Clause | None:
    """A clause as another knowledge base has it; SnapshotError where that cannot be read."""
    with closing(open_store(folder)) as store:
        return store.find_clause(identifier)


def built_on(version: str) -> str:
    """The day on which a knowledge base was built: `20261126T0949…` -> `2026-11-26`."""
    return f"{version[:4]}-{version[4:6]}-{version[6:8]}"
