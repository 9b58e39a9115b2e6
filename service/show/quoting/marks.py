"""Marks the deciding words of a quote, so that the eye finds them: a rule's own, else the question's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from kb.records import plain
from kb.records.results import Proof
from kb.words.terms import tokens
from kb.words.text import stem

Span = tuple[int, int]


def marked(text: str, content: Iterable[str], quotes: Sequence[str] = ()) -> Markup:
    """The text without document markup, escaped, its deciding words in `<mark>`.

    These are the `quotes` that a proof rests on, where they stand in the text and are not all of it; else every
    word of `content`, by stem.
    """
    shown = plain(text)
    return spanned(listed(shown), quoted(shown, quotes) or _worded(shown, content))


def listed(shown: str) -> str:
    """A text with each point of a list on a line of its own; as long as before, so that places in it stay."""
    return shown.replace(" • ", "\n• ")


def spanned(shown: str, spans: Iterable[Span]) -> Markup:
    """A text escaped, these stretches of it in `<mark>`; they stand in order and do not overlap."""
    at, parts = 0, []
    for start, end in spans:
        parts += [escape(shown[at:start]), Markup("<mark>"), escape(shown[start:end]), Markup("</mark>")]
        at = end
    return Markup("").join([*parts, escape(shown[at:])])


def quoted(shown: str, quotes: Sequence[str]) -> list[Span]:
    """Where quotes stand in a text, overlapping ones joined; nothing where they are the whole text."""
    places = sorted(
        (start, start + len(quote)) for quote in map(plain, quotes) if quote and (start := shown.find(quote)) >= 0
    )
    spans: list[Span] = []
    for start, end in places:
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((start, end))
    return [] if spans == [(0, len(shown))] else spans


def _worded(shown: str, content: Iterable[str]) -> list[Span]:
    wanted = {stem(word) for word in content}
    return [(token.start, token.end) for token in tokens(shown) if stem(token.word) in wanted]


def deciding(proof: Proof | None) -> dict[str, tuple[str, ...]]:
    """The words of each clause that a proof's steps rest on."""
    found: dict[str, list[str]] = defaultdict(list)
    for node in proof.nodes if proof else ():
        if node.clause and node.quote and node.quote not in found[node.clause]:
            found[node.clause].append(node.quote)
    return {clause: tuple(quotes) for clause, quotes in found.items()}
