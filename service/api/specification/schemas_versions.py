"""The shapes of versions in time as /openapi.json has them."""

from __future__ import annotations

from service.api.specification.schemas import Changed, Shape, Version


class VersionInTime(Shape):
    """A document as it stood from a day on; `name` is that day, `first` where it gives none; `file` is what it was
    read from."""

    name: str
    since: str | None
    file: str | None


class Compared(Shape):
    """Two versions of a document and every clause that differs, in the document's order."""

    document: str
    versions: list[VersionInTime]
    old: str
    new: str
    summary: str
    changes: list[Changed]


class Changes(Shape):
    """What differs in each document of a game."""

    game: str
    documents: list[Compared]
    kb: Version
