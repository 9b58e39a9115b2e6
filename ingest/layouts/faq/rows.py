"""The role of every line of an FAQ, told from the line and the one below it; nothing is claimed here.

A card's title looks like any sentence: it is a title because a type line stands right below it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ingest.cards.entry import parse_type_line
from ingest.layouts.faq.options import FaqOptions
from ingest.source import Line

SECTION = re.compile(r"(?P<number>[0-9]{1,3}(?:\.[0-9]{1,3})+|[0-9]{1,3}(?=\.\s))\.?\s+(?P<title>.+)")
BULLET = re.compile(r"\s*[•*»\-–]\s+(?=\S)")
MARKS_ALONE = re.compile(r"[\s•*»\-–]*")
LEADS = {"Example": "e", "Note": "n"}
LEAD = re.compile(rf"\s*({'|'.join(LEADS)})s?:")


class RowRole(StrEnum):
    """What a line is in the document's layout."""

    TITLE = "title"
    NOISE = "noise"
    PART = "part"
    SECTION = "section"
    CARD = "card"
    TYPE = "type"
    BULLET = "bullet"
    EXAMPLE = "example"
    NOTE = "note"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Row:
    """A line with its role. `[start, end)` is what it says, without a list marker; `gap`: a blank line above."""

    role: RowRole
    start: int
    end: int
    text: str
    gap: bool
    note: str = ""


def rows(lines: Sequence[Line], options: FaqOptions) -> list[Row]:
    """The rows of a document. Sections are looked for until the first card entry, and again after a part's heading."""
    found: list[Row] = []
    gap, entries = True, False
    for line, below in zip(lines, [*lines[1:], None], strict=True):
        if MARKS_ALONE.fullmatch(line.text):
            gap = True
            continue
        role, note = role_of(line.text, below.text if below else "", entries, options)
        entries = role is RowRole.CARD or (entries and role is not RowRole.PART)
        found.append(row(line, role, gap, note))
        gap = gap and role is RowRole.NOISE
    return found


def row(line: Line, role: RowRole, gap: bool, note: str) -> Row:
    """The row of a line whose role is known; a bullet's marker is left out."""
    marker = BULLET.match(line.text) if role is RowRole.BULLET else None
    start = line.start + (marker.end() if marker else len(line.text) - len(line.text.lstrip()))
    end = line.start + len(line.text.rstrip())
    return Row(role, start, end, line.text[start - line.start : end - line.start], gap, note)


def role_of(text: str, below: str, entries: bool, options: FaqOptions) -> tuple[RowRole, str]:
    """The role of a line, and for noise the reason."""
    stripped = text.strip()
    for noise in options.noise:
        if noise.pattern.fullmatch(stripped):
            return RowRole.NOISE, noise.reason
    tests: list[tuple[RowRole, Callable[[], object]]] = [
        (RowRole.TITLE, lambda: any(pattern.fullmatch(stripped) for pattern in options.titles)),
        (RowRole.PART, lambda: stripped in options.parts),
        (RowRole.TYPE, lambda: parse_type_line(stripped, options.cards)),
        (RowRole.BULLET, lambda: BULLET.match(text)),
        (RowRole.CARD, lambda: parse_type_line(below, options.cards)),
        (RowRole.SECTION, lambda: not entries and SECTION.fullmatch(stripped)),
    ]
    return next((role for role, holds in tests if holds()), lead_role(text)), ""


def lead_role(text: str) -> RowRole:
    """Example or note by the line's lead word, else plain text."""
    found = LEAD.match(text)
    return {"Example": RowRole.EXAMPLE, "Note": RowRole.NOTE}[found[1]] if found else RowRole.TEXT
