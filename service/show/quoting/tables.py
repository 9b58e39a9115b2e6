"""A table as it is shown: its head, and of a long one at first the rows that a question asks for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kb.records import Clause
from kb.words.terms import tokens
from kb.words.text import stem

MOST_ROWS = 8
"""Rows that a phone shows at first."""
Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tabled:
    """`head` has the cells of the columns' names, none where they have no names; `cut` tells that rows are left out."""

    head: Row
    rows: tuple[Row, ...]
    cut: bool = False


def tabled(clause: Clause) -> Tabled | None:
    """The table that a clause is; None for every other clause."""
    if not clause.rows:
        return None
    head, *rows = clause.rows
    if any(head):
        return Tabled(head, tuple(rows)) if rows else Tabled((), clause.rows)
    return Tabled((), tuple(rows))


def looked_up(found: Tabled, content: Iterable[str]) -> Tabled:
    """The same table, of a long one at most so many rows in their order: those that hold most of a question's words."""
    if len(found.rows) <= MOST_ROWS:
        return found
    wanted = {stem(word) for word in content}
    held = [len({stem(token.word) for token in tokens(" ".join(row))} & wanted) for row in found.rows]
    best = sorted(range(len(held)), key=lambda at: -held[at])[:MOST_ROWS]
    return Tabled(found.head, tuple(found.rows[at] for at in sorted(best)), True)
