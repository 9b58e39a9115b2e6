"""A text of which only some stretches are to be read: the others are blank, and each letter stays in its place."""

from __future__ import annotations

from collections.abc import Iterable

from kb.records.question import Span


def blanked(text: str, spans: Iterable[Span]) -> str:
    """A text with blanks for these stretches: `I won. Is he right?` as `I won.             `."""
    for each in spans:
        text = replaced(text, each, " " * (each.end - each.start))
    return text


def shown(text: str, source: str, spans: Iterable[Span]) -> str:
    """A text in which these stretches read as in its source, which is as long."""
    for each in spans:
        text = replaced(text, each, source[each.start : each.end])
    return text


def marked(text: str, places: Iterable[int], mark: str) -> str:
    """A text with a mark at these places: `he won  is he out` as `he won. is he out`."""
    for at in places:
        text = replaced(text, Span(at, at + 1), mark)
    return text


def replaced(text: str, span: Span, by: str) -> str:
    """A text with something as long in place of a stretch of it."""
    return text[: span.start] + by + text[span.end :]
