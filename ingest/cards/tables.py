"""Typed cells of printed tables: what a cell's words say as a number, a range of numbers or plain text.

Both editions of a document say the same range in different words (`40+` or "40 or more", `35-39` or
"35 to 39", "19 or less" or "at most 19"): `cell` reads all of them into the same record.
"""

from __future__ import annotations

import re

from kb.records import Cell, Range

NUMBER = r"([0-9]{1,9})"
WHOLE = re.compile(NUMBER)
FROM = re.compile(
    rf"{NUMBER}\s*(?:\+|(?:or|and) (?:more|higher|above|over|up))|(?:at least|no less than|from) {NUMBER}"
)
UNTIL = re.compile(
    rf"{NUMBER} (?:or|and) (?:less|fewer|lower|below|under)|(?:at most|up to|no more than|not more than) {NUMBER}"
)
BETWEEN = re.compile(rf"(?:between |from )?{NUMBER}\s*(?:-|–|—|to|through|and)\s*{NUMBER}")


def cell(text: str) -> Cell:
    """A cell's value: None where it is empty, else a whole number, a range, or its own words.

    >>> cell("40+"), cell("35 to 39"), cell("15"), cell("Sidekick"), cell(" ")
    (Range(low=40, high=None), Range(low=35, high=39), 15, 'Sidekick', None)
    """
    words = " ".join(text.split())
    if not words:
        return None
    if whole := WHOLE.fullmatch(words):
        return int(whole[1])
    return span(words) or words


def span(text: str) -> Range | None:
    """The range of whole numbers that `text` says in words or signs; None where it says none."""
    words = " ".join(text.lower().split())
    if match := FROM.fullmatch(words):
        return Range(int(match[1] or match[2]), None)
    if match := UNTIL.fullmatch(words):
        return Range(None, int(match[1] or match[2]))
    if match := BETWEEN.fullmatch(words):
        return Range(int(match[1]), int(match[2]))
    return None


def is_a(value: Cell, kind: str) -> bool:
    """True where a cell holds what its column declares: `int`, `str`, `range`, `any`, or nothing at all."""
    kinds: dict[str, type] = {"int": int, "str": str, "range": Range, "any": object}
    return value is None or isinstance(value, kinds[kind])
