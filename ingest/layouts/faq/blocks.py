"""Rows joined into the stretches that become clauses.

A sentence may run on through a list: its first line has no final stop, bullets follow, and what
comes after them begins with a small letter. Such a sentence is one block with its bullets.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ingest.layouts.faq.rows import Row, RowRole

FINISHED = re.compile(r"[.!?:;…]['\"’”)\]]*$")
LETTERS = {RowRole.BULLET: "b", RowRole.EXAMPLE: "e", RowRole.NOTE: "n"}


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch `[start, end)` for one clause; `letter` is `p` for plain text. `dangling`: nothing ends its
    sentence."""

    letter: str
    start: int
    end: int
    gap: bool
    dangling: bool = False


def blocks(rows: Sequence[Row], joins: Sequence[re.Pattern[str]]) -> list[Block]:
    """The blocks of a section or of an entry's rulings, in order."""
    found, at = [], 0
    while at < len(rows):
        after = run_on(rows, at, joins)
        first, last = rows[at], rows[after - 1]
        dangling = first.role is not RowRole.BULLET and after == at + 1 and not finished(first)
        found.append(Block(LETTERS.get(first.role, "p"), first.start, last.end, first.gap, dangling))
        at = after
    return found


def run_on(rows: Sequence[Row], at: int, joins: Sequence[re.Pattern[str]]) -> int:
    """The index after the last row of the sentence that begins at `rows[at]`."""
    first, after = rows[at], at + 1
    listed = any(pattern.search(first.text) for pattern in joins)
    if first.role is RowRole.BULLET or (finished(first) and not listed):
        return after
    while after < len(rows) and (rows[after].role is RowRole.BULLET or continues(rows[after])):
        after += 1
    return after


def finished(row: Row) -> bool:
    """True where a row ends with a stop or a colon, closing quotes aside."""
    return bool(FINISHED.search(row.text))


def continues(row: Row) -> bool:
    """True where a plain row begins with a small letter."""
    return row.role is RowRole.TEXT and row.text[:1].islower()
