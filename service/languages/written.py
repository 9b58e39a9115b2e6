"""Numbers, days and lists as people write them in the current language.

English keeps days as 2006-08-29: its readers differ about the order of day and month.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Literal

from markupsafe import Markup, escape

from service.languages.catalogue import ENGLISH
from service.languages.current import language


def number(value: int) -> str:
    """A whole number: `1,234`, `1.234`."""
    if abs(value) < 1000:
        return str(value)
    from babel.numbers import format_decimal

    return format_decimal(value, locale=language())


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


def time_of(written: str) -> Markup:
    """A day as a page shows it, with the form that programs read."""
    shown = day(written)
    same = shown == written
    return Markup("<time>{}</time>").format(shown) if same else _dated(written, shown)


def _dated(written: str, shown: str) -> Markup:
    return Markup('<time datetime="{}">{}</time>').format(escape(written), escape(shown))


def listed(parts: Sequence[str], style: Literal["standard", "or"] = "standard") -> str:
    """`a, b and c`, or `a, b or c`."""
    from babel.lists import format_list

    return format_list(parts, style=style, locale=language()) if parts else ""
