"""What is drawn on a PDF's page and is no character: the borders of tables, shaded rows, bullets drawn as discs."""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ingest.formats.pdf.lines import Piece, Rule

THIN = 3.0
"""Points up to which a filled bar is a line."""
NEAR = 2.0
"""Points within which two lines meet."""
LEAST_SIDE = 1.5
MOST_PATHS = 6_000
"""Paths of a page, above which it is a drawing and no table is looked for."""
BULLET = "•"

Box = tuple[float, float, float, float]


@dataclass(slots=True)
class Drawn:
    """A page's level and upright lines, the upper and lower edges of its shaded boxes, and its small discs."""

    level: list[Rule] = field(default_factory=list)
    upright: list[Rule] = field(default_factory=list)
    shades: list[Rule] = field(default_factory=list)
    discs: list[Box] = field(default_factory=list)


def drawn(page: Any) -> Drawn:
    """The lines and discs of a page (pypdfium2's); none where it has so many paths that it is a drawing."""
    import pypdfium2.raw as raw

    found = Drawn()
    paths = page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH], max_depth=6)
    for count, path in enumerate(paths):
        if count > MOST_PATHS:
            return Drawn()
        _add(found, raw, path)
    return Drawn(joined(found.level), joined(found.upright), joined(found.shades), found.discs)


def _add(found: Drawn, raw: Any, path: Any) -> None:
    """Take what one path draws."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(path, ctypes.byref(fill), ctypes.byref(stroke))
    box = _on_page(path, path.get_bounds())
    wide, high = box[2] - box[0], box[3] - box[1]
    if stroke.value and not fill.value and raw.FPDFPath_CountSegments(path) > 2 and max(wide, high) > 4 * THIN:
        for ends in _sides(raw, path):
            _line(found, _on_page(path, ends))
    elif fill.value or stroke.value:
        _shape(found, box)


def _shape(found: Drawn, box: Box) -> None:
    """A filled box: a thin one is a line, a small one a disc, a wide one shades what stands on it."""
    wide, high = box[2] - box[0], box[3] - box[1]
    if min(wide, high) <= THIN and max(wide, high) > 2 * THIN:
        _line(found, box)
    elif max(wide, high) <= 4 * THIN and min(wide, high) >= LEAST_SIDE and 0.7 < wide / high < 1.4:
        found.discs.append(box)
    elif wide > 20 and high > 6:
        found.shades += [Rule(box[1], box[0], box[2]), Rule(box[3], box[0], box[2])]


def _line(found: Drawn, box: Box) -> None:
    wide, high = box[2] - box[0], box[3] - box[1]
    if wide > high and high <= THIN:
        found.level.append(Rule((box[1] + box[3]) / 2, box[0], box[2]))
    elif high > wide and wide <= THIN:
        found.upright.append(Rule((box[0] + box[2]) / 2, box[1], box[3]))


def _sides(raw: Any, path: Any) -> Iterator[Box]:
    """The straight sides of a path, in page coordinates but for the forms that it stands in."""
    matrix = path.get_matrix()
    points: list[tuple[float, float]] = []
    begun = (0.0, 0.0)
    for at in range(min(raw.FPDFPath_CountSegments(path), 400)):
        segment = raw.FPDFPath_GetPathSegment(path, at)
        x, y = ctypes.c_float(), ctypes.c_float()
        raw.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
        point = matrix.on_point(x.value, y.value)
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            begun = point
        elif kind == raw.FPDF_SEGMENT_LINETO and points:
            yield _box(points[-1], point)
        if raw.FPDFPathSegment_GetClose(segment):
            yield _box(point, begun)
        points.append(point)


def _box(one: tuple[float, float], other: tuple[float, float]) -> Box:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[0], other[0]), max(one[1], other[1])


def _on_page(path: Any, box: Box) -> Box:
    """A box within a form's own coordinates as it stands on the page."""
    form = path.container
    while form is not None:
        box = form.get_matrix().on_rect(*box)
        form = form.container
    return box


def joined(rules: Sequence[Rule]) -> list[Rule]:
    """Lines of one height whose ends meet made one: the borders of a table's cells are drawn cell by cell.

    >>> joined([Rule(10, 0, 50), Rule(10.4, 50, 90)])
    [Rule(at=10, low=0, high=90)]
    """
    found: list[Rule] = []
    for _, group in itertools.groupby(_levelled(rules), key=lambda each: each.at):
        for rule in sorted(group, key=lambda each: each.low):
            if found and found[-1].at == rule.at and rule.low <= found[-1].high + NEAR:
                found[-1] = replace(found[-1], high=max(found[-1].high, rule.high))
            else:
                found.append(rule)
    return found


def _levelled(rules: Sequence[Rule]) -> Iterator[Rule]:
    """The lines by height, those of nearly one height with the same."""
    at = -1e9
    for rule in sorted(rules, key=lambda each: each.at):
        at = at if rule.at - at <= NEAR / 2 else rule.at
        yield replace(rule, at=at)


def with_bullets(found: Sequence[Piece], discs: Sequence[Box]) -> list[Piece]:
    """The pieces, each that has a disc to its left with a bullet before its words."""
    kept = list(found)
    for disc in discs:
        middle = (disc[1] + disc[3]) / 2
        beside = [
            (piece.left - disc[2], at)
            for at, piece in enumerate(kept)
            if piece.bottom < middle < piece.top
            and -0.5 <= piece.left - disc[2] < 2.5 * piece.size
            and disc[3] - disc[1] < 0.7 * piece.size
        ]
        if beside:
            at = min(beside)[1]
            kept[at] = replace(kept[at], text=f"{BULLET} {kept[at].text}", left=disc[0], words=())
    return kept
