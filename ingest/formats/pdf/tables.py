"""Where a PDF's tables begin, with borders or without, and which of them a column's or a page's end cuts in two."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ingest.formats.pdf.aligned import Aligned, Row, aligned, parted
from ingest.formats.pdf.drawn import Drawn
from ingest.formats.pdf.pages import TextLine

MOST_LINES = 200
"""Lines of a table without borders."""
CONTENTS = re.compile(r"(?:table of )?contents", re.IGNORECASE)


def found_tables(lines: Sequence[TextLine], drawings: Sequence[Drawn]) -> dict[int, Aligned]:
    """The tables, by the line with which each begins; `drawings` are what is drawn on each page."""
    found: dict[int, Aligned] = {}
    apart = [parted(line) for line in lines]
    at = 0
    while at < len(lines):
        line, drawing = lines[at], drawings[lines[at].page - 1]
        if line.cells:
            table: Aligned | None = Aligned(1, line.cells if line.pieces[0].certain else ())
        else:
            table = aligned(apart[at : at + MOST_LINES], [*drawing.level, *drawing.shades])
        if table and _contents(lines, at, table):
            found[at] = replace(table, contents=True)
        elif table:
            head = _head_above(lines, at, table)
            found[at - len(head)] = Aligned(table.lines + len(head), (*head, *table.rows))
        at += table.lines if table else 1
    return found


def _contents(lines: Sequence[TextLine], at: int, table: Aligned) -> bool:
    """Whether what looks like a table is the document's contents, each line with its page."""
    titled = at > 0 and CONTENTS.fullmatch(lines[at - 1].text.strip(" .:"))
    return bool(titled and table.rows) and all(row[-1] and row[-1][-1].text.isdigit() for row in table.rows)


def _head_above(lines: Sequence[TextLine], at: int, table: Aligned) -> tuple[Row, ...]:
    """A table's head that a page's end parts from its rows; none where there is none."""
    above = lines[at - 1] if at else None
    if above is None or not table.rows or _beside(above, lines[at]):
        return ()
    alone = above.bold and not lines[at].bold and len(above.pieces) == len(table.rows[0])
    return (tuple((piece,) for piece in above.pieces),) if alone else ()


def carried_on(lines: Sequence[TextLine], tables: Mapping[int, Aligned], at: int) -> Aligned | None:
    """The rest, at a line, of the table that ends with the line before, where a column's or a page's end cuts it."""
    above, rest = lines[at - 1], tables.get(at)
    if rest is None or not rest.rows or _beside(above, lines[at]) or bool(above.cells) != bool(lines[at].cells):
        return None
    begins = max(start for start in tables if start < at)
    return rest if len(rest.rows[0]) == len(tables[begins].rows[0]) else None


def _beside(above: TextLine, below: TextLine) -> bool:
    return above.page == below.page and above.column == below.column
