"""Tables without borders: runs of lines whose words leave the same strips free from the first line to the last.

Rows are told apart by lines drawn between them, by a wider gap, or by the first column, which each row fills. Where
none of these holds, the table cannot be read with certainty.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from ingest.formats.block import Shape, shaped
from ingest.formats.pdf.lines import Piece, Rule
from ingest.formats.pdf.pages import TextLine

MARK_ALONE = re.compile(r"(?:[•*»▪◦‣·–—-]|\(?[0-9a-z]{1,3}[.)])$")
LEAST_ROWS = 3
LEAST_STRIP = 0.45
"""Times the size of its words that a strip between two columns is wide at least."""
CELL_WORDS = 7
"""Words of a cell, in the middle, above which columns of text stand beside each other and no table."""
WIDER = 1.15
FAR = 2.6
LEAST_LEADING = 0.75
"""Times its size that two lines of one text stand apart at least."""

Row = tuple[tuple[Piece, ...], ...]


@dataclass(frozen=True, slots=True)
class Aligned:
    """A table: how many lines it takes, and its rows' cells; no rows where they cannot be told apart.

    `contents` tells that it is the document's table of contents, whose rows are lines.
    """

    lines: int
    rows: tuple[Row, ...]
    contents: bool = False


def aligned(lines: Sequence[TextLine], rules: Sequence[Rule]) -> Aligned | None:
    """The table that begins at the first of a column's lines, which `parted` has parted; None where none does.

    `rules` are the level lines of the page and the edges of its shaded rows.
    """
    if not _begins(lines):
        return None
    columns, upto = _extent(lines)
    full = [line for line in lines[:upto] if len(line.pieces) > 1]
    ruled = _ruled(lines[:upto], rules)
    if len(full) < (LEAST_ROWS if not ruled else LEAST_ROWS - 1) or not _short(full) or _stretched(full):
        return None
    taken = lines[:upto]
    starts = _starts(taken, columns, ruled)
    if starts is None:
        return Aligned(upto, ()) if len(full) >= LEAST_ROWS else None
    rows = [taken[a:b] for a, b in itertools.pairwise([*starts, len(taken)])]
    found = tuple(_row(row, columns) for row in rows)
    return Aligned(upto, found) if len(found) >= (LEAST_ROWS if not ruled else LEAST_ROWS - 1) else None


Columns = list[tuple[float, float]]


def parted(line: TextLine) -> TextLine:
    """A line with its pieces parted at every gap that can part two cells."""
    return replace(line, pieces=tuple(each for piece in line.pieces for each in _words_apart(piece)))


def _words_apart(piece: Piece) -> Iterator[Piece]:
    """The parts of a piece between gaps that are wider than a blank."""
    gaps = [
        at
        for at, (above, below) in enumerate(itertools.pairwise(piece.words), 1)
        if below[1] - above[2] >= LEAST_STRIP * piece.size
    ]
    if not gaps:
        yield piece
        return
    for begin, end in itertools.pairwise([0, *gaps, len(piece.words)]):
        words = piece.words[begin:end]
        text = " ".join(word for word, _, _ in words)
        hyphen = piece.hyphen and end == len(piece.words)
        yield replace(piece, text=text, left=words[0][1], right=words[-1][2], hyphen=hyphen, words=words)


def _stretched(full: Sequence[TextLine]) -> bool:
    """Whether most lines are stretched to a column's width: of single words, with gaps that are alike."""
    return sum(_evenly(line) for line in full) > len(full) / 2


def _evenly(line: TextLine) -> bool:
    gaps = [right.left - left.right for left, right in itertools.pairwise(line.pieces)]
    single = all(" " not in piece.text for piece in line.pieces)
    return len(gaps) > 1 and single and max(gaps) - min(gaps) < 0.2 * line.size


def _extent(lines: Sequence[TextLine]) -> tuple[Columns, int]:
    """The columns of the table that begins with the lines, and how many lines it takes."""
    columns: Columns = []
    last = 0
    for at, line in enumerate(lines):
        if at and (not _beside(lines[at - 1], line) or _far(lines, at)):
            break
        if line.cells or not _cells_of_a_row(line):
            break
        merged = _merged([*columns, *((piece.left, piece.right) for piece in line.pieces)], line.size)
        if (at and len(merged) < 2) or not all(_distinct(each, merged) for each in lines[: at + 1]):
            break
        columns = merged
        last = at + 1 if len(line.pieces) > 1 or (len(columns) > 1 and line.left > columns[1][0] - 1) else last
    return columns, last


def _distinct(line: TextLine, columns: Columns) -> bool:
    """Whether each of a line's pieces has a column of its own."""
    return len(_filled(line, columns)) == len(line.pieces)


def _begins(lines: Sequence[TextLine]) -> bool:
    """Whether a table can begin with the first line: two cells, or one that the cells of the next line stand beside."""
    if len(lines[0].pieces) > 1:
        return True
    return (
        len(lines) > 1
        and len(lines[1].pieces) > 1
        and lines[0].bottom - lines[1].bottom < LEAST_LEADING * lines[0].size
    )


def _beside(above: TextLine, below: TextLine) -> bool:
    return above.page == below.page and above.column == below.column


def _far(lines: Sequence[TextLine], at: int) -> bool:
    """Whether a line stands so far below the one above it that a new part begins."""
    distance = lines[at - 1].bottom - lines[at].bottom
    usual = lines[0].bottom - lines[1].bottom
    return distance > max(FAR * lines[at].size, 1.5 * usual)


def _cells_of_a_row(line: TextLine) -> bool:
    """Whether a line can be a table's: it does not begin with a bullet or with a rule's number."""
    first = line.pieces[0].text
    return not MARK_ALONE.match(first) and not (shaped(f"{first} x")[0] is Shape.NUMBERED and shaped(first)[2] == "")


def _merged(spans: Sequence[tuple[float, float]], size: float) -> Columns:
    """The stretches that spans cover, those with too narrow a strip between them made one."""
    found: Columns = []
    for low, high in sorted(spans):
        if found and low - found[-1][1] < LEAST_STRIP * size:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return found


def _short(full: Sequence[TextLine]) -> bool:
    words = [len(piece.text.split()) for line in full for piece in line.pieces]
    return median(words) <= CELL_WORDS


def _ruled(lines: Sequence[TextLine], rules: Sequence[Rule]) -> list[float]:
    """The heights between the lines at which a line is drawn across them."""
    if len(lines) < 2:
        return []
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    across = [rule.at for rule in rules if rule.low < left + 9 and rule.high > left + 0.8 * (right - left)]
    return [at for at in across if _middle(lines[-1]) < at < _middle(lines[0])]


def _middle(line: TextLine) -> float:
    return (line.bottom + line.top) / 2


def _starts(lines: Sequence[TextLine], columns: Columns, ruled: Sequence[float]) -> list[int] | None:
    """The lines with which rows begin; None where that is not certain."""
    head = _head(lines)
    body = lines[head:]
    full = [len(_filled(line, columns)) == len(columns) for line in body]
    if all(full):
        found: list[int] | None = list(range(len(body)))
    else:
        found = _by_rules(body, ruled) or _by_words(body, columns)
    if found is None:
        return None
    return [0, *(head + at for at in found)] if head else found


def _head(lines: Sequence[TextLine]) -> int:
    """How many lines the head takes, bold above a text that is not; 0 where it cannot be told so."""
    bold = list(itertools.takewhile(lambda line: line.bold, lines))
    return len(bold) if len(bold) < len(lines) else 0


def _filled(line: TextLine, columns: Columns) -> set[int]:
    """The columns in which a line has words."""
    return {_column(piece, columns) for piece in line.pieces}


def _column(piece: Piece, columns: Columns) -> int:
    middle = (piece.left + piece.right) / 2
    return min(range(len(columns)), key=lambda at: max(columns[at][0] - middle, middle - columns[at][1]))


def _by_rules(lines: Sequence[TextLine], ruled: Sequence[float]) -> list[int] | None:
    """Rows begin below a line that is drawn; certain where two rows at least are parted so, none of them long."""
    found = [0]
    for at in range(1, len(lines)):
        if any(_middle(lines[at]) < rule < _middle(lines[at - 1]) for rule in ruled):
            found.append(at)
    return found if len(found) > 1 and len(found) * 5 >= len(lines) else None


def _by_words(lines: Sequence[TextLine], columns: Columns) -> list[int] | None:
    """Where rows begin by the gaps and by the first column; None where the two do not agree, and neither is surer."""
    gaps, firsts = _by_gaps(lines, columns), _by_first_column(lines, columns)
    if gaps is None or firsts is None or gaps == firsts:
        return gaps or firsts
    full = all(len(_filled(lines[at], columns)) == len(columns) for at in firsts)
    if not full or any(lines[at].text[:1].islower() for at in firsts):
        return gaps
    return firsts if len(columns) > 2 else None


def _by_gaps(lines: Sequence[TextLine], columns: Columns) -> list[int] | None:
    """Rows begin below a gap wider than that between the lines of a cell; certain where each has a first cell."""
    distances = [above.bottom - below.bottom for above, below in itertools.pairwise(lines)]
    for low, high in itertools.pairwise(sorted(distances)):
        found = [0, *(at for at, distance in enumerate(distances, 1) if distance > low * 1.01)]
        if high > WIDER * low and _each_filled(lines, found, columns):
            return found
    return None


def _by_first_column(lines: Sequence[TextLine], columns: Columns) -> list[int] | None:
    """Rows begin where the first column has words; certain where another has words on the same line."""
    found = [at for at, line in enumerate(lines) if 0 in _filled(line, columns)]
    if not found or found[0] != 0 or any(len(lines[at].pieces) < 2 for at in found):
        return None
    return found if _each_filled(lines, found, columns) else None


def _each_filled(lines: Sequence[TextLine], starts: Sequence[int], columns: Columns) -> bool:
    """Whether every row has a first cell and another one."""
    for begin, end in itertools.pairwise([*starts, len(lines)]):
        filled = set[int]().union(*(_filled(line, columns) for line in lines[begin:end]))
        if 0 not in filled or len(filled) < 2:
            return False
    return len(starts) > 1


def _row(lines: Sequence[TextLine], columns: Columns) -> Row:
    cells: list[list[Piece]] = [[] for _ in columns]
    for line in lines:
        for piece in line.pieces:
            cells[_column(piece, columns)].append(piece)
    return tuple(tuple(cell) for cell in cells)
