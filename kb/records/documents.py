"""Documents and their clauses, tables and stretches of characters."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from enum import StrEnum

MARKUP = re.compile(r"</?b>|\*\*|\{#[\w.:-]{1,100}\}")
"""Bold words, and pointers to a heading or rule by the publisher's own id, `{#costs}` behind the words."""
CELLS = re.compile(r"(?<!\\)\|")
DASH = re.compile(r"\\+-")
"""A cell of a table whose first sign, a dash, is meant as it is written."""
ORDINAL = re.compile(r"\.(?:stats|[a-z]+\d+(?:\.\d+)*)$")


class Kind(StrEnum):
    """What a clause is for."""

    RULE = "rule"
    EXAMPLE = "example"
    NOTE = "note"
    DEFINITION = "definition"
    SETUP = "setup"
    TABLE = "table"
    TIP = "tip"
    ERRATA = "errata"
    CARD = "card"
    RULING = "ruling"


class Role(StrEnum):
    """What a stretch of a source's characters is: every character has exactly one role."""

    CLAUSE = "clause"
    HEADING = "heading"
    NOISE = "noise"
    SEPARATOR = "separator"


def digest(text: str) -> str:
    """sha256 of a text's UTF-8 bytes, as hexadecimal."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def plain(text: str) -> str:
    """A clause's text for reading and for search: markup dropped, white space folded to single blanks."""
    return " ".join(MARKUP.sub("", text).split())


def cells(row: str) -> tuple[str, ...]:
    """The cells of a table's row: `| 1 | −5 |` -> `("1", "−5")`."""
    inner = row.strip().removeprefix("|")
    found = CELLS.split(inner)
    if len(found) > 1 and not found[-1].strip():
        found.pop()
    bare = (" ".join(cell.replace("\\|", "|").split()) for cell in found)
    return tuple(cell[1:] if DASH.match(cell) else cell for cell in bare)


@dataclass(frozen=True, slots=True)
class Document:
    """One edition of one document. Dates are ISO strings, or empty where the document gives none."""

    id: str
    game: str
    title: str
    layout: str
    edition: str
    file: str
    sha256: str
    authority: str = ""
    published: str = ""
    effective: str = ""
    characters: int = 0


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch `[start, end)` of a source in code points, with its role; `reason` says why noise is noise."""

    start: int
    end: int
    role: Role
    clause: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Clause:
    """The unit that answers cite.

    `[start, end)` counts code points of the source file and `source[start:end]` is `text`, unless
    the clause is interrupted by noise: then it is flagged `split`, `parts` lists its stretches and
    `text` is those stretches joined by one blank.
    """

    id: str
    game: str
    document: str
    headings: tuple[str, ...]
    text: str
    kind: Kind
    start: int
    end: int
    digest: str
    ordinal: int
    flags: tuple[str, ...] = ()
    parts: tuple[tuple[int, int], ...] = ()
    explains: str = ""
    subject: str = ""

    @property
    def path(self) -> str:
        """The id without game and document: `5.p2`."""
        return self.id.partition("#")[2]

    @property
    def section(self) -> str:
        """The path without letter and ordinals: `3.1.p2` -> `3.1`, `setting-up.b1.2` -> `setting-up`."""
        return ORDINAL.sub("", self.path)

    @property
    def plain(self) -> str:
        """The text without markup, white space folded."""
        return plain(self.text)

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The cells of a table that is written row by row, its head first; empty for every other clause."""
        lines = self.text.splitlines()
        written = self.kind is Kind.TABLE and all(line.lstrip().startswith("|") for line in lines)
        found = [cells(line) for line in lines] if written else []
        width = max(map(len, found), default=0)
        return tuple((*row, *[""] * (width - len(row))) for row in found)


@dataclass(frozen=True, slots=True)
class Range:
    """A typed table cell: whole numbers from `low` to `high`, either end open where None."""

    low: int | None
    high: int | None


Cell = int | str | Range | None


@dataclass(frozen=True, slots=True)
class Table:
    """A clause of kind table (or a list with counts) with typed cells; rows are as long as `columns`."""

    clause: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
