"""A page's pieces in reading order: lines and columns.

A page has columns where a strip from top to bottom is left free by nearly all lines. A line that crosses the strip
parts what stands above it from what stands below.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from ingest.formats.pdf.lines import Piece, Rule

OFTEN = 0.4
HIGHEST_ROW = 120.0
"""Points from one line that is drawn across both columns to the next, within which a table's row can stand."""
LEAST_LINES = 3
LEAST = 4
"""Lines that a column has at least."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line: its pieces from left to right, the page it stands on, the column, from 0, and its footnotes' lines."""

    pieces: tuple[Piece, ...]
    page: int
    column: int = 0
    notes: tuple[tuple[TextLine, ...], ...] = ()

    @property
    def cells(self) -> tuple[tuple[tuple[Piece, ...], ...], ...]:
        """The cells of the table with borders that stands in its place; none where it is a line of words."""
        return self.pieces[0].cells

    @property
    def text(self) -> str:
        """Its words, a blank between its pieces."""
        return " ".join(piece.text for piece in self.pieces)

    @property
    def left(self) -> float:
        return self.pieces[0].left

    @property
    def right(self) -> float:
        return self.pieces[-1].right

    @property
    def bottom(self) -> float:
        return min(piece.bottom for piece in self.pieces)

    @property
    def top(self) -> float:
        return max(piece.top for piece in self.pieces)

    @property
    def size(self) -> float:
        """The size of its longest piece."""
        return max(self.pieces, key=lambda piece: len(piece.text)).size

    @property
    def bold(self) -> bool:
        return all(piece.bold for piece in self.pieces)

    @property
    def hyphen(self) -> bool:
        return self.pieces[-1].hyphen


Page = tuple[Sequence[Piece], float, Sequence[Rule]]
"""A page's pieces, its width, and the level lines that are drawn on it."""


def all_lines(pages: Sequence[Page]) -> list[list[TextLine]]:
    """The lines of every page; one with few lines has the columns of the others."""
    kept = [[piece for piece in found if piece.right > 0 and piece.left < width + 1] for found, width, _ in pages]
    strips = [free_strip(found, width) for found, (_, width, _) in zip(kept, pages, strict=True)]
    known = [strip for strip in strips if strip is not None]
    usual = median(known) if len(known) > OFTEN * len(pages) else None
    return [
        page_lines(found, number, strip if strip is not None else usual, rules)
        for number, (found, strip, (_, _, rules)) in enumerate(zip(kept, strips, pages, strict=True), 1)
    ]


def page_lines(kept: Sequence[Piece], page: int, gutter: float | None, rules: Sequence[Rule] = ()) -> list[TextLine]:
    """The lines of one page, in the order in which they are read; `gutter` is the middle between its columns.

    What crosses the gutter, and what stands between lines drawn across it, parts what is above from what is below.
    """
    if gutter is None:
        return list(lines_of(kept, page, 0))
    lines: list[TextLine] = []
    across = [piece for piece in kept if piece.left < gutter - 2 and piece.right > gutter + 2]
    across += [piece for piece in _ruled(kept, gutter, rules) if piece not in across]
    rest = [piece for piece in kept if piece not in across]
    for divider in [*lines_of(across, page, 0), None]:
        zone = [piece for piece in rest if divider is None or piece.bottom > divider.bottom]
        rest = [piece for piece in rest if piece not in zone]
        for column in (0, 1):
            lines += lines_of([each for each in zone if (each.left >= gutter - 2) == bool(column)], page, column)
        if divider is not None:
            lines.append(divider)
    return lines


def _ruled(kept: Sequence[Piece], gutter: float, rules: Sequence[Rule]) -> list[Piece]:
    """The pieces of a table across both columns: between lines that cross the gutter, and its bold head above them."""
    heights = sorted((rule.at for rule in rules if rule.low < gutter - 20 and rule.high > gutter + 20), reverse=True)
    found: list[Piece] = []
    for upper, lower in itertools.pairwise(heights):
        if upper - lower < HIGHEST_ROW and len(heights) >= LEAST_LINES:
            found += [piece for piece in kept if lower < (piece.bottom + piece.top) / 2 < upper]
    if found:
        first = max(piece.top for piece in found)
        found += [piece for piece in kept if piece.bold and 0 <= piece.bottom - first < 0.8 * piece.size]
    return found


def _down(piece: Piece) -> tuple[float, float]:
    return (-piece.bottom, piece.left)


def free_strip(found: Sequence[Piece], width: float) -> float | None:
    """The middle of the strip between two columns, None where a page has only one."""
    best: tuple[int, float] | None = None
    found = [piece for piece in found if not piece.cells]
    for step in range(30, 71):
        at = width * step / 100
        left = [piece for piece in found if piece.right <= at]
        right = [piece for piece in found if piece.left >= at]
        crossing = len(found) - len(left) - len(right)
        if min(_rows(left), _rows(right)) < LEAST or crossing > 0.08 * len(found):
            continue
        if _words(left) < 0.12 * _words(found) or _words(right) < 0.12 * _words(found):
            continue
        if not _full(left, right):
            continue
        if (
            best is None
            or crossing < best[0]
            or (crossing == best[0] and abs(at - width / 2) < abs(best[1] - width / 2))
        ):
            best = (crossing, at)
    return best[1] if best else None


def _rows(found: Sequence[Piece]) -> int:
    return len({round(piece.bottom) for piece in found})


def _words(found: Sequence[Piece]) -> int:
    return sum(len(piece.text) for piece in found)


def _full(left: Sequence[Piece], right: Sequence[Piece]) -> bool:
    """Whether both sides hold lines of text, not the cells of a table: most pieces have several words."""
    return all(sum(len(each.text.split()) >= 4 for each in side) >= 0.4 * len(side) for side in (left, right))


def lines_of(found: Sequence[Piece], page: int, column: int) -> Iterator[TextLine]:
    """Pieces of one height joined into lines, from the top down."""
    held: list[Piece] = []
    for piece in sorted(found, key=_down):
        other = held and abs(piece.bottom - held[0].bottom) > 0.4 * max(held[0].size, 1)
        if held and (other or piece.cells or held[0].cells):
            yield TextLine(tuple(sorted(held, key=lambda each: each.left)), page, column)
            held = []
        held.append(piece)
    if held:
        yield TextLine(tuple(sorted(held, key=lambda each: each.left)), page, column)
