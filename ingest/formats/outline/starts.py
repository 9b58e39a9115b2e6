"""Lines of one paragraph that begin something of their own although no blank line parts them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.formats.block import NUMBER
from ingest.formats.outline.letters import lettered_lines

ENTRY = re.compile(r"(?P<term>[^\s.:;!?–—][^.:;!?–—]{0,60}?)(?:\s*:|\s[–—-])\s+(?=\S)")
LINE_WORDS = 6
"""Words of a term in front of a colon: more are a sentence that a list follows."""
LAST = re.compile(r"(?P<above>.*?)(?P<last>[0-9]+|[a-z])$")


def starting_lines(lines: Sequence[str]) -> set[int]:
    """Which lines behind the first begin a point with a letter, the next rule, or, where all are entries, one of them.

    >>> sorted(starting_lines(["2.1 Row.", "2.2 Rest, as", "2.5 inches are left."]))
    [1]
    """
    return {*lettered_lines(lines), *_next_rules(lines), *_more_entries(lines)} - {0}


def entry(text: str) -> re.Match[str] | None:
    """What stands before the definition of an entry `Term: its definition`, its term as a group; None for others."""
    found = ENTRY.match(text)
    return found if found and len(found["term"].split()) <= LINE_WORDS else None


def _next_rules(lines: Sequence[str]) -> set[int]:
    found, above = set[int](), ""
    for at, line in enumerate(lines):
        number = NUMBER.match(line)
        if number is None or "." not in number["number"] or (at and not above):
            continue
        if not at or _follows(number["number"], above):
            above = number["number"]
            found |= {at}
    return found


def _follows(number: str, above: str) -> bool:
    """Whether a number is the next one behind another: 2.3 or 2.2.1 or 2.2a behind 2.2, and 2.3 behind 2.2.4."""
    if number in (f"{above}.1", f"{above}a"):
        return True
    while above:
        found = LAST.fullmatch(above)
        if found is None:
            return False
        last = found["last"]
        following = str(int(last) + 1) if last.isdigit() else chr(ord(last) + 1)
        if number == f"{found['above']}{following}":
            return True
        above = found["above"].rstrip(".")
    return False


def _more_entries(lines: Sequence[str]) -> set[int]:
    whole = len(lines) > 1 and all(entry(line) and not NUMBER.match(line) for line in lines)
    return set(range(1, len(lines))) if whole else set()
