"""Facts that a question tells in words that no fact has.

`turncoat hero dies, still with the new team after?` says what has happened since the switch, and in none of the fact's
words. What other players' questions for the same check say where that fact is so was learned from them
(kb/retrieval/classifying/learning.py). What a question tells with LIKELY by that is taken for told where the fact would
be asked back, and with SURE where its default would be assumed. Where a fact's own words say one thing and the question
tells another one with DOUBT, neither is believed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kb.answering.choosing.choose import Choice
from kb.answering.operators.scenarios import with_value
from kb.answering.run import facts_of, find, run
from kb.knowledge import KnowledgeBase
from kb.readers.filled import SlotReading
from kb.records.question import Question, Span
from kb.records.results import CheckResult, Status
from kb.records.types import FactType, Plain

LIKELY, SURE, DOUBT = 0.85, 0.9, 0.7
"""Of practice questions 24 more are right with .8 and 21 with .85, and three of what nothing settles are told with .8,
one with .85; of verdicts that would be others by what is told with .7 against a fact's words 4 of 10 are wrong, of all
verdicts 4 of 100; docs/experiments.md, "Facts told in other words"."""
MOST = 3


def with_taught_facts(
    base: KnowledgeBase, question: Question, choice: Choice, result: CheckResult
) -> tuple[Choice, CheckResult]:
    """The choice and the result with the facts that the question likely tells in other words, one after the other, as
    long as they change what the check comes to; both as they were where it tells none."""
    for _ in range(MOST):
        for read in _told(base, question, choice, result):
            other = replace(choice, filled=replace(choice.filled, readings=(*choice.filled.readings, read)))
            found = run(base, other)
            if found is not None and (found.status, found.verdict) != (result.status, result.verdict):
                choice, result = other, found
                break
        else:
            break
    return choice, result


def taught_otherwise(base: KnowledgeBase, question: Question, choice: Choice, result: CheckResult) -> bool:
    """Whether the question likely tells another value of a fact than its words say, by which the check comes to
    something else."""
    facts = facts_of(base, choice)
    for each in choice.filled.readings:
        if not _of_words(facts.get(each.slot)):
            continue
        value, likely = _likeliest(base, question, choice, each.slot)
        if value is not None and value != each.value and likely >= DOUBT:
            found = find(base, with_value(choice, each.slot, value))
            if found is not None and found.verdict != result.verdict:
                return True
    return False


def _told(base: KnowledgeBase, question: Question, choice: Choice, result: CheckResult) -> Iterator[SlotReading]:
    """The facts that are asked back or assumed, as the question likely tells them."""
    facts, said = facts_of(base, choice), {*choice.filled.facts, *(name for name, _ in choice.filled.unclear)}
    asked = [(each.fact, None, LIKELY) for each in result.ask[:1] if result.status is Status.DEPENDS]
    assumed = [(each.fact, each.value, SURE) for each in result.assumed if result.status is Status.ANSWERED]
    for slot, default, least in (*asked, *assumed):
        if slot in said or not _of_words(facts.get(slot)):
            continue
        value, likely = _likeliest(base, question, choice, slot)
        if value is not None and value != default and likely >= least:
            span = _sentence(base, question, choice, slot, value)
            yield SlotReading(slot, value, span.start, span.end, question.at(span), whole=True)


def _of_words(fact: FactType | None) -> bool:
    """Whether a fact is one of the game whose values are words or truth values: of those alone something is learned."""
    return fact is not None and not fact.numeric and not fact.asked


def _likeliest(base: KnowledgeBase, question: Question, choice: Choice, slot: str) -> tuple[bool | str | None, float]:
    """What a question likeliest tells of a fact, None where that is nothing, and how likely."""
    told = base.likely_told(choice.check, slot, question.text)
    return max(told.items(), key=lambda each: each[1], default=(None, 0.0))


def _sentence(base: KnowledgeBase, question: Question, choice: Choice, slot: str, value: Plain) -> Span:
    """The sentence of a question that tells it most likely."""

    def speaks(span: Span) -> float:
        told = base.likely_told(choice.check, slot, question.at(span))
        return max((likely for each, likely in told.items() if each == value), default=0.0)

    return max((each.span for each in question.sentences), key=speaks)
