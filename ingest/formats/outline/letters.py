"""Points that are counted with letters: `(a) …`, `b) …`, `c. …`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.formats.block import NUMBER

LETTER = re.compile(r"(?:\((?P<inside>[a-z])\)|(?P<before>[a-z])[.)])\s+(?=\S)")
FARTHEST = 30
"""Lines between two points of one list."""


def letter_of(text: str) -> str:
    """The letter that a text begins with as a point of a list, else empty.

    >>> letter_of("(a) A king stays."), letter_of("b. lights a lantern"), letter_of("a king stays")
    ('a', 'b', '')
    """
    found = LETTER.match(text)
    return (found["inside"] or found["before"]) if found else ""


def lettered_lines(lines: Sequence[str]) -> set[int]:
    """Which lines are points of lists with letters: two or more in a row, from `a` on, within one rule.

    >>> sorted(lettered_lines(["You may:", "a) keep it, or", "b) pass it.", "i. e. both"]))
    [1, 2]
    """
    found: set[int] = set()
    run: list[int] = []
    for at, line in enumerate(lines):
        number = NUMBER.match(line)
        if number and "." in number["number"]:
            run = []
            line = line[number.end() :]
        letter = letter_of(line)
        if letter == "a":
            run = [at]
        elif run and letter == chr(ord("a") + len(run)) and at - run[-1] <= FARTHEST:
            run.append(at)
            found |= set(run)
    return found
