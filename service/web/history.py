"""What became of a clause: when its document came out and came into force, the rulings on it, and how it read in the
earlier knowledge bases that are still kept in the home folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from kb.errors import SnapshotError
from kb.knowledge import KnowledgeBase
from kb.records import Clause
from kb.snapshots.snapshot import STORE, Manifest
from kb.store.sqlite import Store

PUBLISHED, IN_FORCE, RULED, CHANGED, ADDED = "published", "in force", "ruling", "changed", "added"


@dataclass(frozen=True, slots=True)
class Event:
    """What happened on a day; `clause` is the ruling's, `kind` what it is called, `before` what was changed."""

    day: str
    what: str
    clause: Clause | None = None
    kind: str = ""
    before: str = ""


def history(base: KnowledgeBase, clause: Clause) -> tuple[Event, ...]:
    """What is known of a clause's past, the earliest first."""
    document = base.document(clause.document)
    found = [Event(document.published, PUBLISHED)] if document.published else []
    found += [Event(document.effective, IN_FORCE)] if document.effective else []
    for ruling in base.store.rulings(clause.id):
        if ruling.clause != clause.id and ruling.effective:
            own = ruling.effective != document.effective
            found += [Event(ruling.effective, RULED, base.store.clause(ruling.clause), str(ruling.kind))] if own else []
    return tuple(sorted([*found, *changes(base, clause)], key=lambda each: each.day))


def changes(base: KnowledgeBase, clause: Clause) -> Iterator[Event]:
    """Where the clause reads otherwise than in the knowledge base before, the latest first."""
    later, built = clause, base.version
    for folder in earlier(base):
        try:
            before = clause_in(folder, clause.id)
        except SnapshotError:  # a build may clear it away meanwhile
            continue
        if before is None:
            yield Event(day_of(built), ADDED)
            return
        if before.plain != later.plain:
            yield Event(day_of(built), CHANGED, before=before.plain)
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
    with closing(Store.open(folder / STORE)) as store:
        return store.find_clause(identifier)


def day_of(version: str) -> str:
    """The day on which a knowledge base was built: `20261126T0949…` -> `2026-11-26`."""
    return f"{version[:4]}-{version[4:6]}-{version[6:8]}"
