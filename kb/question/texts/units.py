"""What asks one thing in a post: a sentence with the tags, guesses and rewordings that belong to it, or one of several
questions that a sentence joins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.question.patterns import pattern
from kb.question.texts.breaks import sentence_spans
from kb.question.texts.coordinated import coordinated
from kb.question.texts.kinds import (
    adds,
    asks,
    asks_nothing,
    asks_of_it,
    instead_in,
    is_fragment,
    supposed_in,
    tells_a_claim,
)
from kb.records.question import Span


@dataclass(frozen=True, slots=True)
class AskingUnit:
    """What asks one thing, alone or beside others of `whole`; `lead` is where the words stand that all of these need.

    `instead` is what it asks about in place of something before: `water` in `what about water?`. Where it only supposes
    something, `what if he had 3?`, `supposed` is where its words of asking stand, `what`, and `instead` the rest.
    """

    span: Span
    whole: Span
    lead: Span
    sentence: str
    supposed: Span | None
    instead: Span | None

    @classmethod
    def of(cls, text: str, span: Span, whole: Span, lead: Span) -> AskingUnit:
        """The unit that stands so in a text."""
        sentence = _of(text, span)
        if (asks := supposed_in(sentence)) is not None:
            supposed = _part_of(span, asks)
            return cls(span, whole, lead, sentence, supposed, Span(supposed.end, span.end))
        thing = instead_in(sentence)
        return cls(span, whole, lead, sentence, None, _part_of(span, thing) if thing is not None else None)

    @property
    def alone(self) -> bool:
        """Whether it says itself what it asks, unlike `what about water?` and `what if he had 3?`."""
        return self.instead is None

    @property
    def goes_on(self) -> bool:
        """Whether its sentence asks something else behind it."""
        return self.span.end < self.whole.end


def asking_spans(text: str, sentences: Sequence[Span]) -> list[Span]:
    """What asks: each asking sentence with the tags, guesses and rewordings behind it, `Which one? Blast?`, and a
    statement with the tag that asks whether it is so."""
    found: list[Span] = []
    for at, each in enumerate(sentences):
        sentence, before = _of(text, each), sentences[at - 1] if at else None
        behind = bool(found) and before is not None and found[-1].end == before.end
        if asks(sentence):
            if behind and (adds(sentence) or is_fragment(_of(text, found[-1]))):
                found[-1] = Span(found[-1].start, each.end)
            else:
                found.append(each)
        elif before is not None and asks_nothing(sentence) and pattern("posts", "tag").match(sentence):
            if behind:
                found[-1] = Span(found[-1].start, each.end)
            elif tells_a_claim(_of(text, before)) or asks_of_it(sentence):
                found.append(Span(before.start, each.end))
    return [each for each in found if each == found[-1] or not is_fragment(_of(text, each))]


def asking_units(text: str, asking: Iterable[Span]) -> list[AskingUnit]:
    """The questions of these stretches of a text, each for itself."""
    return [unit for whole in asking for unit in _joined(text, whole)]


def _joined(text: str, whole: Span) -> list[AskingUnit]:
    """The questions that a sentence of a stretch joins; all of it where it joins none."""
    for sentence in sentence_spans(_of(text, whole)):
        start = whole.start + sentence.start
        if parts := coordinated(_of(text, whole)[sentence.start : sentence.end]):
            lead = Span(start, start + parts[0].asks)
            begins = [whole.start, *(start + each.span.start for each in parts[1:])]
            ends = [*(start + each.span.end for each in parts[:-1]), whole.end]
            return [AskingUnit.of(text, Span(*each), whole, lead) for each in zip(begins, ends, strict=True)]
    return [AskingUnit.of(text, whole, whole, lead=Span(whole.start, whole.start))]


def _part_of(outer: Span, inner: Span) -> Span:
    """Where a stretch of a stretch stands in the whole."""
    return Span(outer.start + inner.start, outer.start + inner.end)


def _of(text: str, span: Span) -> str:
    return text[span.start : span.end]
