"""Other readings of a question that was read: parts of it masked, or one of the things that it puts side by side alone.

Masked letters are blanked or blotted at their places, so that places stay what they are. Each reading is kept with the
text that it leads to (see kb/question/read.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from kb.question.alternatives import asks_again
from kb.question.pairs import command, without_facts
from kb.question.patterns import pattern
from kb.question.read import understood
from kb.records.question import Measures, Question, Side, Span
from kb.records.types import FactType

BLANK, BLOT = " ", "_"
DIGIT = re.compile(r"\d")


def rewritten(question: Question, text: str) -> Question:
    """The question with another text of the same length: what it says by itself is read anew."""
    if text == question.text:
        return question
    return replace(
        understood(text, question.measures),
        original=question.original,
        places=question.places,
        mentions=question.mentions,
        figures=question.figures,
        corrections=question.corrections,
        sections=question.sections,
        game=question.game,
        instead=question.instead,
        latest=question.latest,
    )


def masked(question: Question, spans: Iterable[Span], by: str = BLOT) -> Question:
    """The question with the letters at these places blotted out."""
    text = question.text
    for span in spans:
        text = text[: span.start] + by * (span.end - span.start) + text[span.end :]
    return rewritten(question, text)


def asker_alone(question: Question) -> Question:
    """The question without a bot's command before it, and without what others are said to say behind it."""
    told = masked(question, command(question), BLANK)
    return masked(told, (each for each in told.hearsay if each.start >= told.asking.end), BLANK)


def numbers_aside(question: Question) -> list[Span]:
    """The asides in round brackets that tell a number."""
    found = [Span(*hit.span()) for hit in pattern("sentences", "aside").finditer(question.text)]
    return [each for each in found if any(each.holds(number.start) for number in question.quantities)]


def for_slots(question: Question, slots: Mapping[str, FactType]) -> Question:
    """The question without the bot's pairs that are meant for these slots; other pairs are read as words."""
    return rewritten(question, without_facts(question, slots)) if question.pairs else question


def alone(side: Side, measures: Measures = ()) -> Question:
    """The question as one of two things side by side asks it."""
    return understood(side.alone, measures)


def first_asked(question: Question) -> Question:
    """The question without a second one behind its "or"; itself where it has none."""
    return alone(question.sides[0][0], question.measures) if asks_again(question) else question


def without_numbers(question: Question, pair: tuple[Side, Side]) -> Question:
    """A question with the digits of its two sides blotted out."""
    spans: list[Span] = []
    text = question.text
    for side in pair:
        at = text.rfind(side.words)
        if at >= 0:
            found = [Span(at + each.start(), at + each.end()) for each in DIGIT.finditer(side.words)]
            text = text[:at] + DIGIT.sub(BLOT, side.words) + text[at + len(side.words) :]
            spans += found
    return masked(question, spans)
