"""Which of a post's story belongs to a question: what was told until it is asked, and what ends the post; and what of
it was told last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kb.question.patterns import pattern
from kb.records.question import Span


def opened(sentence: str) -> bool:
    """Whether a sentence has the form of a question: a verb before who or what, or a word like `which`."""
    return any(pattern("posts", name).search(sentence) for name in ("opened", "indirect", "unmarked"))


def told_in(text: str, asking: Span) -> Span | None:
    """What an asking sentence tells before it asks, `then I play it, does the gem trigger?`: it is so for the questions
    behind it as well. A stop or comma follows it."""
    found = pattern("posts", "told-first").match(text[asking.start : asking.end])
    if found is None or opened(found["told"]):
        return None
    return Span(asking.start + found.start("told"), asking.start + found.end("told"))


def asks_from(asking: Span, halves: Iterable[Span]) -> Span:
    """An asking sentence without what it tells before it asks, one of the `halves`."""
    return Span(next((each.end for each in halves if each.within(asking)), asking.start), asking.end)


def told_of_others(told: Sequence[Span], halves: Sequence[Span], asking: Sequence[Span], own: Span) -> list[Span]:
    """What a post tells after a question is asked, for those that are asked later: not what ends the post, and where
    nothing is told before the question not what is told next."""
    later = [each for each in told if own.end <= each.start < asking[-1].start]
    others = [Span(each.start, each.end + 1) for each in halves if each.start >= own.end]
    if any(each.end <= own.start for each in told):
        return [*later, *others]
    ends = min((each.start for each in asking if later and each.start > later[0].start), default=0)
    return [*(each for each in later if each.start >= ends), *others]


def told_last(told: Sequence[Span], asking: Sequence[Span], own: Span) -> tuple[Span, ...]:
    """What a post tells right before a question, or before those that are asked right before it."""
    before = [each for each in told if each.end <= own.start]
    if not before:
        return ()
    asked = max((each.end for each in asking if each.end <= before[-1].start), default=0)
    return tuple(each for each in before if each.start >= asked)
