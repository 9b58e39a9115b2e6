"""What became of a document: its versions in time, and each clause that a later one added, took away or changed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kb.records.documents import Clause, Document


class What(StrEnum):
    """What a version did to a clause; one that was renumbered may read otherwise too."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    RENUMBERED = "renumbered"


@dataclass(frozen=True, slots=True)
class Change:
    """One clause that differs between two versions: as it was `before`, as it is `after`. `moved` is the id of the
    clause that has the words of before now, where another one has."""

    what: What
    before: Clause | None
    after: Clause | None
    moved: str = ""

    @property
    def clause(self) -> Clause:
        """The clause as it is last known."""
        found = self.after or self.before
        assert found is not None
        return found

    @property
    def reworded(self) -> bool:
        """Whether the words differ, not the number alone."""
        return self.before is None or self.after is None or self.before.plain != self.after.plain


@dataclass(frozen=True, slots=True)
class Move:
    """A clause that says the same as in the version before, elsewhere: the headings that it stood under and stands
    under, and the id of the clause that it stands `behind` now, empty for the first."""

    clause: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    behind: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """A document as it stood from a day on: `name` is that day, or `first` where the document gives none. `changes` are
    those against the version before; none in the first. `order` are the ids of its clauses in its own order, where the
    next version's order and changes do not tell it: where clauses changed places. `moves` are those that did since the
    version before; they are no changes."""

    name: str
    document: Document
    changes: tuple[Change, ...] = ()
    order: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()

    @property
    def since(self) -> str:
        """The day from which it is in force, empty where that is not known."""
        return since(self.document)


@dataclass(frozen=True, slots=True)
class Stale:
    """A clause that is not any more what rules were read against or a ruling interprets: `version` changed it, `change`
    says how."""

    clause: str
    version: Version
    change: Change


def since(document: Document) -> str:
    """The day from which a document is in force: what it says, else when it was published; empty without dates."""
    return document.effective or document.published


FIRST = "first"
"""The name of a version without a day: only a document's first one may have none."""
