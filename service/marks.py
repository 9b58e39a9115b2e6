"""Marks a question's words in a quote, so that the eye finds the deciding ones."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape

from kb.records import plain
from kb.terms import tokens
from kb.text import stem


def marked(text: str, content: Iterable[str]) -> Markup:
    """The text without document markup, escaped, with every word of `content` (by stem) in `<mark>`."""
    wanted = {stem(word) for word in content}
    shown, at = plain(text), 0
    parts: list[str] = []
    for token in tokens(shown):
        if stem(token.word) in wanted:
            parts += [
                escape(shown[at : token.start]),
                Markup("<mark>"),
                escape(shown[token.start : token.end]),
                Markup("</mark>"),
            ]
            at = token.end
    return Markup("").join([*parts, escape(shown[at:])])
