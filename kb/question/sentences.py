"""Where the sentences, clauses and parts of a text end: the one splitter of questions and samples alike."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from kb.question.patterns import pattern
from kb.records.question import Span

ends = partial(pattern, "sentences")


def sentences(text: str) -> tuple[Span, ...]:
    """Where each sentence of a text stands, with the stop that ends it; of a text without words, all of it."""
    found = (stripped(text, each) for each in split(text, ends("sentence-ends"), Span(0, len(text))))
    return tuple(each for each in found if each.end > each.start) or (Span(0, len(text)),)


def clauses(text: str, within: Span) -> Iterator[Span]:
    """The clauses of a stretch of a text: between stops, commas, brackets, dashes and words that join them."""
    return split(text, ends("clause-ends"), within)


def parts(text: str) -> Iterator[Span]:
    """The parts of a story: between commas, stops and words that join one thing to the next."""
    return split(text, ends("part-ends"), Span(0, len(text)))


def split(text: str, gap: re.Pattern[str], within: Span) -> Iterator[Span]:
    """The stretches between the hits of a pattern, empty ones too."""
    start = within.start
    for hit in gap.finditer(text, within.start, within.end):
        yield Span(start, hit.start())
        start = hit.end()
    yield Span(start, within.end)


def without_asides(text: str) -> str:
    """A text with what stands in round brackets blanked, at its places: `does he (a minion) move (no text says
    otherwise)?`; what asks in them, and a bracket at the beginning of a sentence, stay. Blanked are as well what says
    an "only" once more, `only from the stack, never from the pile`, and who says so, `or so my wife says`."""
    text = ends("aside").sub(blanked, text)
    text = ends("or-so").sub(blanked, text)
    return ends("said-again").sub(lambda hit: hit["first"] + " " * len(hit["again"]), text)


def blanked(hit: re.Match[str]) -> str:
    """As many blanks as a match is long: what is taken out of a text leaves its place."""
    return " " * len(hit[0])


def stripped(text: str, span: Span) -> Span:
    """A stretch without the blanks at its ends."""
    said = text[span.start : span.end]
    start = span.start + len(said) - len(said.lstrip())
    return Span(start, max(start, span.start + len(said.rstrip())))


def apart(text: str, start: int, end: int) -> bool:
    """Whether something between two places ends a clause, so that what stands before says nothing of what is behind."""
    return ends("breaks").search(text, start, end) is not None


def stopped(text: str, start: int, end: int) -> bool:
    """Whether a comma or another stop stands between two places."""
    return ends("stops").search(text, start, end) is not None
