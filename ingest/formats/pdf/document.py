"""PDF into blocks: headings by size, weight and bookmarks, paragraphs by gaps, indents and numbers, tables by columns.

A page without characters is a picture: it is said to need OCR.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from ingest.formats.block import Block, Converted, Loss, Shape, shaped
from ingest.formats.limits import MOST_CHARACTERS, MOST_PAGES, failed, read_bytes
from ingest.formats.pdf.lines import Piece, pieces
from ingest.formats.pdf.pages import TextLine, all_lines, without_running
from ingest.formats.pdf.words import Words
from ingest.formats.text import BULLET, STOP, term_like

LEAST_CHARACTERS = 40
"""Characters a page, on average, below which a document is a scan."""
LARGER = 1.06
HEADING_WORDS = 14
CLOSE = 0.75
DASHES = "-–—"
"""Bullets that may as well be a dash within a sentence."""
SPACED = 0.1
"""The share of lines with a gap above them from which a gap is what parts a document's paragraphs."""
MARK_ALONE = re.compile(r"(?:[•*»▪◦‣·–—-]|\(?[0-9a-z]{1,3}[.)])$")


def convert(path: Path) -> Converted:
    """The blocks of a PDF; SourceError where it is broken, locked, a scan or too large."""
    import pypdfium2 as pdfium

    content = read_bytes(path)
    try:
        document = pdfium.PdfDocument(content)
    except pdfium.PdfiumError as error:
        if "password" in str(error).lower():
            raise failed(path, "encrypted", "asks for a password", "a PDF that opens without one") from error
        raise failed(path, "bad-pdf", f"cannot be opened: {error}", "a whole PDF file") from error
    try:
        if len(document) > MOST_PAGES:
            raise failed(path, "too-large", f"has {len(document)} pages", f"at most {MOST_PAGES}")
        pages = _pages(path, document)
        title = str(document.get_metadata_value("Title") or "")
        marks = _bookmarks(document)
    except pdfium.PdfiumError as error:
        raise failed(path, "bad-pdf", f"cannot be read: {error}", "a whole PDF file") from error
    kept, dropped = without_running(pages)
    blocks = tuple(_Reader([line for lines in kept for line in lines], marks).blocks())
    losses: tuple[Loss, ...] = ()
    if dropped:
        losses = (Loss("running heads, feet and page numbers", len(dropped), dropped[0]),)
    empty = [number for number, lines in enumerate(pages, 1) if not lines]
    if empty:
        losses += (Loss(f"pages without text, pictures perhaps that need OCR: {empty[:10]}", len(empty)),)
    return Converted("pdf", blocks, title, losses)


def _pages(path: Path, document: Any) -> list[list[TextLine]]:
    """The lines of every page."""
    found: list[tuple[list[Piece], float]] = []
    characters = 0
    for number in range(len(document)):
        page = document[number]
        textpage = page.get_textpage()
        characters += textpage.count_chars()
        if characters > MOST_CHARACTERS:
            raise failed(path, "too-large", f"has more than {MOST_CHARACTERS} characters", "a rulebook")
        found.append((list(pieces(textpage)), page.get_width()))
        textpage.close()
        page.close()
    if characters < LEAST_CHARACTERS * len(document):
        message = f"has {characters} characters on {len(document)} pages: it is a scan and needs OCR first"
        raise failed(path, "scanned", message, "a PDF with text, for example by `ocrmypdf in.pdf out.pdf`")
    return all_lines(found)


def _bookmarks(document: Any) -> dict[tuple[int, str], int]:
    """The bookmarks: the level of a title on a page, from 1."""
    found: dict[tuple[int, str], int] = {}
    for item in document.get_toc(max_depth=6):
        destination = item.get_dest()
        page = destination.get_index() if destination else None
        if page is not None:
            found.setdefault((page + 1, _folded(item.get_title())), item.level + 1)
    return found


def _folded(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower())


class _Reader:
    """Lines into blocks."""

    def __init__(self, lines: Sequence[TextLine], marks: dict[tuple[int, str], int]) -> None:
        self._lines = lines
        self._marks = marks
        sizes: Counter[float] = Counter()
        for line in lines:
            sizes[line.size] += len(line.text)
        self._body = sizes.most_common(1)[0][0] if sizes else 1.0
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

    def blocks(self) -> Iterator[Block]:
        """The blocks in reading order."""
        at = 0
        gap = True
        while at < len(self._lines):
            rows = self._table(at)
            upto = at + len(rows) if rows else self._extent(at)
            lines = self._lines[at:upto]
            first = lines[0]
            gap = at == 0 or self._gap(self._lines[at - 1], first)
            if rows:
                cells = tuple(tuple(piece.text for piece in line.pieces) for line in lines)
                yield Block(Shape.TABLE, "", rows=cells, gap=gap, page=first.page)
            else:
                yield self._block(lines, gap)
            at = upto

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
        if not (larger or line.bold) or len(words) > HEADING_WORDS or len(line.pieces) > 2:
            return False
        return any(map(str.isalpha, line.text)) and (larger or not STOP.search(line.text))

    def _level(self, line: TextLine) -> int:
        """A line's level as heading, 0 for text."""
        marked = self._marks.get((line.page, _folded(line.text)))
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
            wraps = above.right > self._edges[above.page, above.column] - 8 * above.size
            return same and self._beside(above, below) and not self._gap(above, below) and wraps
        bullet = BULLET.match(below.text)
        dashed = bullet and below.text[0] in DASHES and not STOP.search(above.text)
        if (bullet and not dashed) or self._table(at) or self._gap(above, below):
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

    def _table(self, at: int) -> list[TextLine]:
        """The rows of the table that begins at a line; none where it begins none."""
        rows: list[TextLine] = []
        for line in self._lines[at:]:
            if rows and not (self._beside(rows[-1], line) and len(line.pieces) == len(rows[0].pieces)):
                break
            if len(line.pieces) < 2 or MARK_ALONE.match(line.pieces[0].text):
                break
            if rows and not _aligned(rows[0], line):
                break
            rows.append(line)
        return rows if len(rows) >= 3 else []

    def _block(self, lines: Sequence[TextLine], gap: bool) -> Block:
        first = lines[0]
        text = self._words.joined([(line.text, line.hyphen) for line in lines])
        if level := self._level(first):
            return Block(Shape.HEADING, text, level, gap=gap, page=first.page)
        if bullet := BULLET.match(text):
            return Block(Shape.ITEM, text[bullet.end() :], 0, gap=gap, page=first.page)
        shape, number, rest = shaped(text)
        return Block(shape, rest, 0, number, gap=gap, page=first.page)


def _aligned(above: TextLine, below: TextLine) -> bool:
    """Whether the cells of two lines stand below each other: by their left edges, right edges or middles."""
    return all(
        min(abs(a.left - b.left), abs(a.right - b.right), abs(a.left + a.right - b.left - b.right) / 2) < 2 * a.size
        for a, b in zip(above.pieces, below.pieces, strict=True)
    )
