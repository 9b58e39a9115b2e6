"""The lines of an OCR rulebook as blocks: paragraphs, list entries and grids, each to be one clause.

A block is one line and what stands directly below it without a marker of its own; a line with tabs
and those below it with tabs are a grid. Joins of game.toml make one block of lines that blank
lines, noise or headings keep apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ingest.draft import Draft
from ingest.layouts.ocr.anchors import stretch_lines
from ingest.layouts.ocr.options import JoinRule
from ingest.layouts.ocr.outline import Outline, Section
from ingest.source import Line, Source

MARKER = re.compile(r"(?P<indent>[ \t]*)(?P<signs>(?:[-•*»–][ \t]+)*)(?P<count>\(?[a-z0-9]{1,2}[.)](?=\s))?[ \t]*")


@dataclass(frozen=True, slots=True)
class Marker:
    """What stands before a list entry: its indentation, its signs with `1` or `a` for a count, its width."""

    indent: int
    style: str
    width: int


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of one clause in order, the section they stand in, their list marker if any."""

    lines: tuple[Line, ...]
    section: Section
    marker: Marker | None
    grid: bool
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bounds:
    """What ends a block: lines that are no text (`apart`), lines that begin one (`fresh`, `leads`)."""

    apart: frozenset[int]
    fresh: frozenset[int]
    leads: Callable[[Line], bool]

    def end(self, line: Line) -> bool:
        """True where a line cannot belong to the block above it."""
        return line.blank or line.number in self.apart or line.number in self.fresh or self.leads(line)


Join = tuple[tuple[Line, ...], tuple[str, ...]]


def marker(line: Line) -> Marker | None:
    """The list marker that a line begins with, None where it has none or nothing follows it."""
    found = MARKER.match(line.text)
    if found is None or found.end() >= len(line.text.rstrip()) or not (found["signs"] or found["count"]):
        return None
    count = found["count"] or ""
    style = "".join(found["signs"].split()) + ("1" if re.search("[0-9]", count) else "a" if count else "")
    return Marker(len(found["indent"].expandtabs()), style, found.end())


def is_grid(line: Line) -> bool:
    """True where a line's text holds a tab: a row of a table."""
    return "\t" in line.text.rstrip() and marker(line) is None


def joined(draft: Draft, rules: Sequence[JoinRule], apart: frozenset[int]) -> dict[int, Join]:
    """By the number of its first line: the lines of each join without blanks and those `apart`, its flags."""
    joins: dict[int, Join] = {}
    for rule in rules:
        stretch = stretch_lines(draft, rule, "join")
        lines = tuple(line for line in stretch if not line.blank and line.number not in apart)
        if lines:
            joins[lines[0].number] = (lines, rule.flags)
    return joins


def blocks(
    draft: Draft, found: Outline, noise: frozenset[int], rules: Sequence[JoinRule], leads: Callable[[Line], bool]
) -> Iterator[Block]:
    """The blocks in order; text before the first section is reported."""
    joins = joined(draft, rules, noise | found.titles)
    bounds = Bounds(noise | found.titles, frozenset(found.begins) | frozenset(joins), leads)
    taken: set[int] = set()
    section: Section | None = None
    for at, line in enumerate(draft.source.lines):
        section = found.begins.get(line.number, section)
        if line.blank or line.number in bounds.apart or line.number in taken:
            continue
        if section is None:
            draft.problem("no-section", "text before the first heading", line.start, "a heading above, or noise")
            continue
        own, flags = joins.get(line.number) or (tuple(run(draft.source.lines, at, section.whole, bounds)), ())
        lines = tuple(other for other in own if other.number not in taken)
        taken |= {other.number for other in lines}
        yield Block(lines, section, marker(line), is_grid(line), flags)


def run(lines: Sequence[Line], at: int, whole: bool, bounds: Bounds) -> Iterator[Line]:
    """The line at index `at` and those directly below it that belong to its block."""
    first, own = lines[at], marker(lines[at])
    yield first
    for number in range(at + 1, len(lines)):
        line = lines[number]
        if bounds.end(line) or is_grid(line) != is_grid(first):
            return
        below = marker(line)
        if below is not None and not (whole and own is not None and below.indent > own.indent):
            return
        yield line


def spans(source: Source, block: Block) -> list[tuple[int, int]]:
    """The stretches of the block's lines, lines merged where only white space lies between them."""
    first = block.lines[0]
    found = [(first.start + (block.marker.width if block.marker else 0), first.end)]
    for line in block.lines[1:]:
        if source.text[found[-1][1] : line.start].strip():
            found.append((line.start, line.end))
        else:
            found[-1] = (found[-1][0], line.end)
    return found
