"""Marks that turn the direction of writing, taken out of pages: in a question that is shown again they let words be
read in another order than they stand, outside of the box too, in the browser's title and in previews.

Marks that single words of right-to-left scripts need (U+200E, U+200F) stay.
"""

from __future__ import annotations

from typing import Any

from flask import Flask

MARKS = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""Embeddings, overrides, isolates, and what ends them."""


def keep_direction(app: Flask) -> None:
    """Have every text that a template of an app fills in lose these marks."""
    app.jinja_options = {**app.jinja_options, "finalize": straight}


def straight(value: Any) -> Any:
    """The value; a text without the marks, markup as markup."""
    if not isinstance(value, str) or value.isascii():
        return value
    return value.translate(MARKS)
