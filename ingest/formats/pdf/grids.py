"""Tables with borders: the lines drawn on a page as a grid of cells, and the words that stand in each.

A grid is a set of level and upright lines that touch; two cells with no line between them are one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from ingest.formats.pdf.drawn import NEAR, Drawn
from ingest.formats.pdf.lines import Piece, Rule

CLOSE = 3.0
"""Points within which two lines are the same border."""
MOST_IN_CELL = 16
"""Lines of words in a cell, above which the lines frame columns of text and no table."""
MOST_RULES = 400

Cells = tuple[tuple[tuple[Piece, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Borders from left to right and from the top down, and for each cell the number of the one it belongs to."""

    across: tuple[float, ...]
    down: tuple[float, ...]
    owner: tuple[tuple[int, ...], ...]

    def place(self, piece: Piece) -> tuple[int, int] | None:
        """The row and column of the cell where a piece's middle stands; None outside."""
        row = _slot([-border for border in self.down], -(piece.bottom + piece.top) / 2)
        column = _slot(self.across, (piece.left + piece.right) / 2)
        if row is None or column is None:
            return None
        owner = self.owner[row][column]
        return divmod(owner, len(self.across) - 1)

    @property
    def even(self) -> bool:
        """Whether every cell is a rectangle."""
        columns = len(self.across) - 1
        spots: dict[int, list[tuple[int, int]]] = {}
        for row, owners in enumerate(self.owner):
            for column, owner in enumerate(owners):
                spots.setdefault(owner, []).append((row, column))
        return all(
            len(found) == (1 + max(found)[0] - owner // columns) * (1 + max(c for _, c in found) - owner % columns)
            for owner, found in spots.items()
        )


def _slot(borders: Sequence[float], at: float) -> int | None:
    """Between which borders, from the lowest, a place lies."""
    return next((low for low, (a, b) in enumerate(itertools.pairwise(borders)) if a <= at < b), None)


def grids(drawn: Drawn) -> Iterator[Grid]:
    """The grids of two columns or more that a page's lines make."""
    if len(drawn.level) + len(drawn.upright) > MOST_RULES:
        return
    for level, upright in _touching(drawn.level, drawn.upright):
        across = _borders([r.at for r in upright] + [min(r.low for r in level), max(r.high for r in level)])
        down = _borders([r.at for r in level] + [min(r.low for r in upright), max(r.high for r in upright)])[::-1]
        if len(across) > 2 and len(down) > 1:
            yield Grid(across, down, _owners(across, down, level, upright))


def _touching(level: Sequence[Rule], upright: Sequence[Rule]) -> Iterator[tuple[list[Rule], list[Rule]]]:
    """The sets of lines that touch one another."""
    left = list(upright)
    rest = list(level)
    while left:
        ups, levels = [left.pop()], list[Rule]()
        for up in ups:
            met = [each for each in rest if _meet(each, up)]
            levels += met
            rest = [each for each in rest if each not in met]
            for each in met:
                more = [other for other in left if _meet(each, other)]
                ups += more
                left = [other for other in left if other not in more]
        if levels:
            yield levels, ups


def _meet(level: Rule, upright: Rule) -> bool:
    return level.low - NEAR <= upright.at <= level.high + NEAR and upright.low - NEAR <= level.at <= upright.high + NEAR


def _borders(places: Sequence[float]) -> tuple[float, ...]:
    """Places in order, those close to each other once."""
    found: list[float] = []
    for place in sorted(places):
        if not found or place - found[-1] > CLOSE:
            found.append(place)
    return tuple(found)


def _owners(
    across: Sequence[float], down: Sequence[float], level: Sequence[Rule], upright: Sequence[Rule]
) -> tuple[tuple[int, ...], ...]:
    """For each cell the first cell, counted along the rows, from which no line parts it."""
    rows, columns = len(down) - 1, len(across) - 1
    owner = list(range(rows * columns))

    def same(one: int, other: int) -> None:
        first, second = sorted((owner[one], owner[other]))
        for at, each in enumerate(owner):
            owner[at] = first if each == second else each

    for row, column in itertools.product(range(rows), range(columns)):
        here = row * columns + column
        x = (across[column] + across[column + 1]) / 2
        y = (down[row] + down[row + 1]) / 2
        if column + 1 < columns and not _parted(upright, across[column + 1], y):
            same(here, here + 1)
        if row + 1 < rows and not _parted(level, down[row + 1], x):
            same(here, here + columns)
    return tuple(tuple(owner[row * columns : (row + 1) * columns]) for row in range(rows))


def _parted(rules: Sequence[Rule], at: float, through: float) -> bool:
    return any(abs(rule.at - at) <= CLOSE and rule.low <= through <= rule.high for rule in rules)


def with_tables(found: Sequence[Piece], drawn: Drawn) -> list[Piece]:
    """The pieces of a page, those of each bordered table as one piece that holds the table's cells.

    A table whose cells are no rectangles has a row of no cells: it cannot be read with certainty.
    """
    kept = list(found)
    for grid in grids(drawn):
        placed = {piece: spot for piece in kept if (spot := grid.place(piece))}
        _without_caption(grid, placed)
        cells = _cells(grid, placed)
        if not _is_table(cells):
            continue
        inside = list(placed)
        whole = replace(
            inside[0],
            text="",
            left=grid.across[0],
            right=grid.across[-1],
            bottom=min(piece.bottom for piece in inside),
            top=max(piece.top for piece in inside),
            size=median(piece.size for piece in inside),
            hyphen=False,
            cells=cells,
            certain=grid.even,
        )
        kept = [piece for piece in kept if piece not in placed] + [whole]
    return kept


def _without_caption(grid: Grid, placed: dict[Piece, tuple[int, int]]) -> None:
    """Take out the words of a first row that is one cell across the table: they stand above it."""
    if len(set(grid.owner[0])) == 1 and len(grid.owner) > 2:
        for piece in [piece for piece, (row, _) in placed.items() if row == 0]:
            del placed[piece]


def _cells(grid: Grid, placed: dict[Piece, tuple[int, int]]) -> Cells:
    """The pieces of every cell, rows without words left out."""
    rows = sorted({row for row, _ in placed.values()})
    return tuple(
        tuple(
            tuple(piece for piece, spot in placed.items() if spot == (row, column))
            for column in range(len(grid.across) - 1)
        )
        for row in rows
    )


def _is_table(cells: Cells) -> bool:
    """Whether a grid's cells are a table's: none holds a text of its own, or another table."""
    if not cells or any(piece.cells for row in cells for cell in row for piece in cell):
        return False
    return all(len({round(piece.bottom) for piece in cell}) <= MOST_IN_CELL for row in cells for cell in row)
