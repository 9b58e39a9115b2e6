"""The lines of a document that say something, with what surrounds them; and the lines that game.toml names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from ingest.draft import Draft
from ingest.layouts.anchor import shown
from ingest.layouts.lines.options import Anchor, NoiseRule
from ingest.source import Line

MARKER = re.compile(r"\s*(?:[•*»\-–]|\(?(?:[a-z]|[0-9]{1,3})[.)])\s+(?=\S)")
MARKS_ALONE = re.compile(r"[\s•*»\-–]*")
STOP = re.compile(r"[.!?:;,…]['\"’”)\]]*$")


@dataclass(frozen=True, slots=True)
class Row:
    """A line that says something: `[start, end)` and `text` are what it says, without a list marker.

    `gap` counts the blank lines and noise above it, -1 for the document's first row; `next_text` is
    the line right below, empty where that is blank, noise or the end; `indent` is the marker's column.
    """

    number: int
    start: int
    end: int
    text: str
    listed: bool
    indent: int
    gap: int
    next_text: str

    @property
    def apart(self) -> bool:
        """True where the row stands alone between blank lines."""
        return self.gap != 0 and not self.next_text


def claim_noise(draft: Draft, rules: Sequence[NoiseRule]) -> frozenset[int]:
    """Claim the lines that the rules call noise, each once; their numbers. A rule that fits nothing is reported."""
    taken: set[int] = set()
    for rule in rules:
        found = [line for line in draft.source.lines if fits(rule.match, line.number, line.text.strip())]
        if not found:
            report_missing(draft, rule.match, rule.reason)
        for line in found:
            if line.number not in taken:
                draft.noise(line.start, line.end, rule.reason)
                taken.add(line.number)
    return frozenset(taken)


def read_rows(lines: Sequence[Line], noise: Collection[int]) -> list[Row]:
    """A row for each line that is neither noise nor without a word."""
    found: list[Row] = []
    gap = -1
    for line, below in zip(lines, [*lines[1:], None], strict=True):
        if silent(line, noise):
            gap += gap >= 0
            continue
        next_text = "" if below is None or silent(below, noise) else below.text.strip()
        found.append(read_row(line, gap, next_text))
        gap = 0
    return found


def silent(line: Line, noise: Collection[int]) -> bool:
    """True for noise and for lines that hold nothing but list marks."""
    return line.number in noise or bool(MARKS_ALONE.fullmatch(line.text))


def read_row(line: Line, gap: int, next_text: str) -> Row:
    """The row of one line."""
    marker = MARKER.match(line.text)
    indent = len(line.text) - len(line.text.lstrip())
    skipped = marker.end() if marker else indent
    end = line.start + len(line.text.rstrip())
    text = line.text[skipped:].rstrip()
    return Row(line.number, line.start + skipped, end, text, bool(marker), indent, gap, next_text)


def fits(anchor: Anchor, number: int, text: str) -> bool:
    """True where a line that says something has the anchor's number or fits its expression."""
    if not text:
        return False
    return number == anchor if isinstance(anchor, int) else bool(anchor.search(text))


def report_missing(draft: Draft, anchor: Anchor, what: str) -> None:
    """Report an anchor of game.toml that fits nothing."""
    draft.problem("anchor-missing", f"{what}: {shown(anchor)} fits nothing", 0, "words that stand in the document")


def find_one(draft: Draft, rows: Iterable[Row], anchor: Anchor, what: str) -> Row | None:
    """The one row that an anchor fits; no row and more than one are reported, of several the first is meant."""
    found = [row for row in rows if fits(anchor, row.number, row.text)]
    if not found:
        report_missing(draft, anchor, what)
        return None
    if len(found) > 1:
        message = f"{what}: {shown(anchor)} fits line {found[0].number} and this one"
        draft.problem("anchor-repeated", message, found[1].start, "an expression that fits one line")
    return found[0]
