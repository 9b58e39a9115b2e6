"""Sentences of a clause, by its punctuation alone: where a text may be cut, and what a quote must have whole."""

from __future__ import annotations

import re

from service.show.neutral import length

END = re.compile(r"""[.!?]['")\]”’]*(?=\s+["'(\[“‘]*[A-Z0-9])""")
SHORT = re.compile(r"(?:\b(?:Dr|Mr|Mrs|Ms|St|Prof|vs|etc|No|cf|approx|e\.g|i\.e)|\b[A-Z])\.$")
CLOSING = "'\")]”’"
LONGEST_SHORT = 12
"""More letters than a shortened word has, with its stop and what stands before it."""
MORE = " […]"


def sentences(text: str) -> list[str]:
    """The sentences in order, white space around them dropped: `A b. C d.` -> `["A b.", "C d."]`."""
    found, start = [], 0
    for match in END.finditer(text):
        end = match.start() + len(match.group().rstrip(CLOSING))
        if SHORT.search(text, max(start, end - LONGEST_SHORT), end):
            continue
        found.append(text[start : match.end()].strip())
        start = match.end()
    rest = text[start:].strip()
    return [*found, rest] if rest else found


def shortened(text: str, room: int) -> str:
    """The first sentences of a text that fit into `room` UTF-16 units, with a mark where some are left out.

    Empty where not even the first one fits.
    """
    if length(text) <= room:
        return text
    kept = ""
    for sentence in sentences(text):
        longer = f"{kept} {sentence}".strip()
        if length(longer + MORE) > room:
            break
        kept = longer
    return kept + MORE if kept else ""
