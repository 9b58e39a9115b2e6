"""Dates that a question states, written out: `2006-10-01`, `10/1/06` and `1st of oct 06` become `october 1, 2006`."""

from __future__ import annotations

import re

from kb.question.patterns import pattern
from kb.words.typography import Placed

MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
NAMED = {name[:3]: name for name in MONTHS}
FORMS = ("iso", "slashed", "day-first")


def dated(draft: Placed) -> Placed:
    """A text with its dates written out; the month comes first in `10/1/06`. What is no date of a calendar stays."""
    for form in FORMS:
        draft = draft.sub(pattern("dates", form), _written_out)
    return draft


def _written_out(found: re.Match[str]) -> str:
    parts = found.groupdict()
    month = NAMED.get((parts.get("name") or "").lower()[:3], "") or _month(int(parts.get("month") or 0))
    day, year = int(parts["day"]), int(parts["year"])
    if not month or not 1 <= day <= 31:
        return found[0]
    return f"{month} {day}, {year + 2000 if year < 100 else year}"


def _month(number: int) -> str:
    return MONTHS[number - 1] if 1 <= number <= len(MONTHS) else ""
