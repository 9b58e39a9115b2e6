"""Numbers, days and lists as people write them in the current language.

English keeps days as 2006-08-29: its readers differ about the order of day and month.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Literal

from service.languages.catalogue import ENGLISH
from service.languages.current import language, plural


def number(value: int) -> str:
    """A whole number: `1,234`, `1.234`."""
    if abs(value) < 1000:
        return str(value)
    from babel.numbers import format_decimal

    return format_decimal(value, locale=language())


def ngettext(one: str, many: str, count: int, **values: object) -> str:
    """A text of the code by number in the current language; `%(num)s` is the count as people write it."""
    return plural(one, many, count) % {"num": number(count), **values}


def day(written: str) -> str:
    """A day of the form 2006-08-29: `29. August 2006`; anything else, such as a year alone, as it is."""
    if language() == ENGLISH:
        return written
    try:
        found = date.fromisoformat(written)
    except ValueError:
        return written
    from babel.dates import format_date

    return format_date(found, format="long", locale=language())


def listed(parts: Sequence[str], style: Literal["standard", "or"] = "standard") -> str:
    """`a, b and c`, or `a, b or c`."""
    if language() == ENGLISH or len(parts) < 2:
        return _in_english(parts, "or" if style == "or" else "and")
    from babel.lists import format_list

    return format_list(parts, style=style, locale=language())


def _in_english(parts: Sequence[str], joined: str) -> str:
    """A list as English has it, without a library: devices have none."""
    if len(parts) < 3:
        return f" {joined} ".join(parts)
    return f"{', '.join(parts[:-1])}, {joined} {parts[-1]}"
