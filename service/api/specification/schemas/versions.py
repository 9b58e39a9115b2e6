"""The shapes of versions in time: what became of clauses."""

from __future__ import annotations

from typing import Literal

from service.api.specification.schemas.shape import Shape, Version


class Worded(Shape):
    """Some words that stay, that were taken away (`old`) or that came (`new`)."""

    kind: Literal["same", "old", "new"]
    text: str


class Wording(Shape):
    """A clause's id and words in one version."""

    clause: str
    text: str


class Changed(Shape):
    """A clause that differs between two versions of a document; `moved` is the clause that has its words now."""

    what: Literal["added", "removed", "changed", "renumbered"]
    clause: str
    before: Wording | None
    after: Wording | None
    moved: str | None
    words: list[Worded]


class Headed(Shape):
    """The headings that a clause stood under."""

    headings: list[str]


class Placed(Headed):
    """The headings that a clause stands under, and the id of the clause that it stands `behind`, null for the first."""

    behind: str | None


class Moved(Shape):
    """A clause that says the same in both versions, elsewhere."""

    clause: str
    before: Headed
    after: Placed


class Stale(Shape):
    """A clause that a version changed after rules were read against it, or after a ruling on it."""

    clause: str
    since: str
    change: Changed


class InTime(Shape):
    """What a version did to a clause; `since` is the day from which that is so."""

    since: str
    change: Changed


class VersionInTime(Shape):
    """A document as it stood from a day on; `name` is that day, `first` where it gives none; `file` is what it was
    read from."""

    name: str
    since: str | None
    file: str | None


class Compared(Shape):
    """Two versions of a document and every clause that differs, in the document's order; `moves` are those that do not
    and changed places."""

    document: str
    versions: list[VersionInTime]
    old: str
    new: str
    summary: str
    changes: list[Changed]
    moves: list[Moved]


class Changes(Shape):
    """What differs in each document of a game."""

    game: str
    documents: list[Compared]
    kb: Version
