"""A PDF's lines into blocks: headings by size, weight and bookmarks, paragraphs by gaps and numbers, tables."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import median

from ingest.formats.block import Block, Shape, shaped
from ingest.formats.pdf.aligned import Aligned
from ingest.formats.pdf.drawn import Drawn
from ingest.formats.pdf.lines import Piece
from ingest.formats.pdf.pages import TextLine, lines_of
from ingest.formats.pdf.tables import carried_on, found_tables
from ingest.formats.pdf.words import Words
from ingest.formats.text import BULLET, STOP, term_like

LARGER = 1.06
HEADING_WORDS = 14
HEADING_LEADING = 1.35
"""Times its size that the lines of a heading stand apart at most."""
FURTHER = 100_000.0
CLOSE = 0.75
DASHES = "-–—"
"""Bullets that may as well be a dash within a sentence."""
SPACED = 0.1
"""The share of lines with a gap above them from which a gap is what parts a document's paragraphs."""


def folded(text: str) -> str:
    """A title as its letters and figures alone, so that a bookmark and its heading are alike."""
    return re.sub(r"[\W_]+", "", text.lower())


class Reader:
    """Lines into blocks; `unread` are the lines of tables that could not be read, known once all blocks are."""

    def __init__(
        self, lines: Sequence[TextLine], marks: dict[tuple[int, str], int], drawings: Sequence[Drawn], body: float
    ) -> None:
        self.unread: list[str] = []
        self._lines = lines
        self._marks = marks
        self._body = body
        self._words = Words((line.text, line.hyphen) for line in lines)
        leadings = Counter(
            round(above.bottom - below.bottom, 0)
            for above, below in itertools.pairwise(lines)
            if self._beside(above, below) and above.size == below.size == self._body and above.bottom > below.bottom
        )
        self._leading = leadings.most_common(1)[0][0] if leadings else self._body * 1.2
        beside = [pair for pair in itertools.pairwise(lines) if self._beside(*pair)]
        self._spaced = sum(self._gap(*pair) for pair in beside) > SPACED * len(beside)
        self._levels = self._heading_levels()
        self._edges = self._right_edges()
        self._lefts: dict[tuple[int, int], float] = {}
        for line in lines:
            key = (line.page, line.column)
            self._lefts[key] = min(line.left, self._lefts.get(key, line.left))
        self._indents: list[float] = []
        self._tables = found_tables(lines, drawings)

    def blocks(self) -> Iterator[Block]:
        """The blocks in reading order."""
        at = 0
        while at < len(self._lines):
            table = self._tables.get(at)
            upto = at + table.lines if table else self._extent(at)
            first = self._lines[at]
            gap = at == 0 or self._gap(self._lines[at - 1], first)
            if table and table.rows:
                while following := carried_on(self._lines, self._tables, upto):
                    table, upto = self._longer(table, following), upto + following.lines
                yield from self._table_blocks(table, gap, first.page)
            elif table:
                self.unread += [text for line in self._lines[at:upto] for text in _words_of(line)]
            else:
                yield self._block(self._lines[at:upto], gap)
                yield from self._notes(self._lines[at:upto])
            at = upto

    def _notes(self, lines: Sequence[TextLine]) -> Iterator[Block]:
        """The footnotes of a block's lines."""
        for line in lines:
            for note in line.notes:
                said = self._words.joined([(each.text, each.hyphen) for each in note])
                yield Block(Shape.NOTE, said, gap=False, page=note[0].page)

    def _longer(self, table: Aligned, following: Aligned) -> Aligned:
        """A table with its rest: the head that this repeats left out, a row that was cut made whole."""
        last, first = table.rows[-1], following.rows[0]
        if self._cells(first) == self._cells(table.rows[0]):
            return replace(table, rows=(*table.rows, *following.rows[1:]))
        if not first[0]:
            whole = tuple((*above, *map(_moved_down, below)) for above, below in zip(last, first, strict=True))
            return replace(table, rows=(*table.rows[:-1], whole, *following.rows[1:]))
        return replace(table, rows=(*table.rows, *following.rows))

    def _cells(self, row: Sequence[Sequence[Piece]]) -> tuple[str, ...]:
        """The words of a row's cells, the lines of each joined."""
        return tuple(
            self._words.joined([(line.text, line.hyphen) for line in lines_of(cell, 0, 0)]) if cell else ""
            for cell in row
        )

    def _table_blocks(self, table: Aligned, gap: bool, page: int) -> Iterator[Block]:
        """A table's block; a single row is a row of boxes, each with a text of its own."""
        rows = tuple(self._cells(row) for row in table.rows)
        if table.contents:
            yield from (Block(Shape.PARAGRAPH, " ".join(row), gap=False, page=page) for row in rows)
            return
        if len(rows) > 1:
            yield Block(Shape.TABLE, "", rows=rows, gap=gap, page=page)
            return
        for text in filter(None, rows[0]):
            shape, number, rest = shaped(text)
            yield Block(shape, rest, 0, number, gap=True, page=page)

    def _beside(self, above: TextLine, below: TextLine) -> bool:
        return above.page == below.page and above.column == below.column

    def _gap(self, above: TextLine, below: TextLine) -> bool:
        """Whether more than a line's distance parts two lines; unknown, and so no gap, over a page's end."""
        if not self._beside(above, below):
            return False
        return above.bottom - below.bottom > max(self._leading, above.size * 0.9) * 1.22

    def _right_edges(self) -> dict[tuple[int, int], float]:
        """Where the longest lines of each column end; on a page of short lines, where they end on most pages."""
        found: dict[tuple[int, int], float] = {}
        for line in self._lines:
            if line.cells:
                continue
            key = (line.page, line.column)
            found[key] = max(found.get(key, 0.0), line.right)
        usual = {column: median(found[key] for key in found if key[1] == column) for _, column in found}
        return {key: max(right, usual[key[1]]) for key, right in found.items()}

    def _style(self, line: TextLine) -> tuple[float, bool]:
        return line.size, line.bold

    def _heading_levels(self) -> dict[tuple[float, bool], int]:
        """The styles of headings, larger than the text or bold and short, with their levels."""
        found = {self._style(line) for line in self._lines if self._headlike(line)}
        ordered = sorted(found, key=lambda style: (-style[0], not style[1]))
        return {style: min(level, 6) for level, style in enumerate(ordered, 1)}

    def _headlike(self, line: TextLine) -> bool:
        larger = line.size >= LARGER * self._body
        words = line.text.split()
        if not (larger or line.bold) or len(words) > HEADING_WORDS or (len(line.pieces) > 2 and not _even(line)):
            return False
        return any(map(str.isalpha, line.text)) and (larger or not STOP.search(line.text))

    def _level(self, line: TextLine) -> int:
        """A line's level as heading, 0 for text."""
        marked = self._marks.get((line.page, folded(line.text)))
        if marked:
            return marked
        return self._levels.get(self._style(line), 0) if self._headlike(line) else 0

    def _extent(self, at: int) -> int:
        """The line behind the paragraph or heading that begins at `at`."""
        upto = at + 1
        while upto < len(self._lines) and self._goes_on(at, upto):
            upto += 1
        return upto

    def _goes_on(self, first: int, at: int) -> bool:
        """Whether a line belongs to the paragraph above it."""
        above, below = self._lines[at - 1], self._lines[at]
        level = self._level(above)
        if level or self._level(below):
            same = level == self._level(below) and self._style(above) == self._style(below)
            return same and self._beside(above, below) and self._wraps(above, below)
        bullet = BULLET.match(below.text)
        dashed = bullet and below.text[0] in DASHES and not STOP.search(above.text)
        if (bullet and not dashed) or at in self._tables or self._gap(above, below):
            return False
        if above.hyphen:
            return True
        if shaped(below.text)[0] is not Shape.PARAGRAPH and self._opens(self._lines[first], above, below):
            return False
        if self._beside(above, below) and below.left > self._margin(first, at) + CLOSE * below.size:
            return False
        short = self._edges[above.page, above.column] - above.right > self._room(below)
        if self._spaced and self._beside(above, below):
            return not (short and at - first == 1 and term_like(above.text) and not below.text[:1].islower())
        return not (short and STOP.search(above.text)) and not (short and not below.text[:1].islower())

    def _wraps(self, above: TextLine, below: TextLine) -> bool:
        """Whether a heading goes on in the next line of its style: close below it, and not with a number of its own."""
        if above.bottom - below.bottom > HEADING_LEADING * above.size or shaped(below.text)[0] is Shape.NUMBERED:
            return False
        larger = above.size >= LARGER * self._body
        return larger or above.right > self._edges[above.page, above.column] - 8 * above.size

    def _opens(self, first: TextLine, above: TextLine, below: TextLine) -> bool:
        """Whether a line with a number opens a rule, rather than going on with `… see rule` / `704.5 …`."""
        numbered = shaped(below.text)[0] is Shape.NUMBERED
        if numbered and self._beside(first, below) and below.left > first.left + CLOSE * below.size:
            return False
        ended = bool(STOP.search(above.text)) and not above.text.endswith(",")
        return ended or self._edges[above.page, above.column] - above.right > self._room(below)

    def _room(self, below: TextLine) -> float:
        """What the next line's first word would have taken, had it stood on the line above."""
        first = below.pieces[0]
        return (len(first.text.split()[0]) + 1) * (first.right - first.left) / max(len(first.text), 1)

    def _margin(self, first: int, at: int) -> float:
        """Where the lines of a paragraph begin: its second line's left, else its first's."""
        lines = self._lines[first:at]
        if BULLET.match(lines[0].text) or shaped(lines[0].text)[0] is Shape.NUMBERED:
            return lines[1].left if len(lines) > 1 and self._beside(lines[0], lines[1]) else lines[0].left + 99
        return min(line.left for line in lines if self._beside(line, self._lines[at]) or len(lines) == 1)

    def _depth(self, line: TextLine) -> int:
        """How deep an item stands below those before it, by the place of its bullet in its column."""
        indent = line.left - self._lefts[line.page, line.column]
        self._indents = [each for each in self._indents if each < indent - CLOSE * line.size] + [indent]
        return min(len(self._indents), 6) - 1

    def _block(self, lines: Sequence[TextLine], gap: bool) -> Block:
        first = lines[0]
        text = self._words.joined([(line.text, line.hyphen) for line in lines])
        if level := self._level(first):
            return Block(Shape.HEADING, text, level, gap=gap, page=first.page)
        if bullet := BULLET.match(text):
            return Block(Shape.ITEM, text[bullet.end() :], self._depth(first), gap=gap, page=first.page)
        self._indents = []
        shape, number, rest = shaped(text)
        return Block(shape, rest, 0, number, gap=gap, page=first.page)


def _words_of(line: TextLine) -> Iterator[str]:
    """The words of a line, or of each cell of a table with borders."""
    for cell in (cell for row in line.cells for cell in row if cell):
        yield " ".join(piece.text for piece in cell)
    if line.text:
        yield line.text


def _moved_down(piece: Piece) -> Piece:
    """A piece of the next column or page, as if it stood below what it goes on from."""
    return replace(piece, bottom=piece.bottom - FURTHER, top=piece.top - FURTHER)


def _even(line: TextLine) -> bool:
    """Whether the gaps between a line's pieces are alike, as in a line that is stretched to the column's width."""
    gaps = [right.left - left.right for left, right in itertools.pairwise(line.pieces)]
    return not gaps or max(gaps) - min(gaps) < 0.35 * line.size
