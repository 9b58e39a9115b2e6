"""The only number that a question leaves over, for the only number that its check still lacks.

`A villain whose card says 6 has four wounds. What is the price?` names no noun beside the 6, so that no fact takes it
(kb/readers/counting.py); and nothing but the Attack without Wounds is missing. Then the one is the other, unless words
beside the number say that it counts something else.
"""

from __future__ import annotations

from dataclasses import replace

from kb.answering.choosing.choose import Choice
from kb.answering.numbers.claimed import claim_of
from kb.answering.run import run
from kb.knowledge import KnowledgeBase
from kb.question.patterns import pattern
from kb.question.sentences import stopped
from kb.readers.filled import Filled, SlotReading
from kb.readers.numbers import dates
from kb.records.question import Form, Quantity, Question, Span
from kb.records.results import CheckResult, Status
from kb.records.types import FactType, fits
from kb.words.text import SAYING_NOTHING, stem, words

BESIDE = 2
"""So many words on either side of a number tell what it counts."""


def with_the_only_number(
    base: KnowledgeBase, question: Question, choice: Choice, result: CheckResult
) -> tuple[Choice, CheckResult]:
    """The choice and the result with the number that is left over for the one that is missing; both as they were where
    that settles nothing."""
    if result.status is not Status.DEPENDS or len(result.ask) != 1 or len(choice.filled.unread) != 1:
        return choice, result
    slot = next((each for each in choice.check.slots if each.name == result.ask[0].fact), None)
    fact = base.checks.model(choice.check.game).schema.facts.get(slot.fact) if slot is not None else None
    [number] = choice.filled.unread
    if slot is None or fact is None or not _may_be(question, choice, number, fact):
        return choice, result
    other = replace(choice, filled=_taken(choice.filled, slot.name, number))
    found = run(base, other)
    return (other, found) if found is not None and found.status is Status.ANSWERED else (choice, result)


def _may_be(question: Question, choice: Choice, number: Quantity, fact: FactType) -> bool:
    """Whether a number may be a fact's: told in the story, not compared with or claimed, and of nothing else."""
    if fact.value is None or not fact.numeric or not fits(number.value, fact.value) or dates(question, number):
        return False
    if claim_of(question, choice.check, choice.filled) is not None:
        return False
    if any(each.holds(number.start) for each in (*question.hearsay, *_compared(question))):
        return False
    asks = question.form is Form.YES_NO and question.asked.holds(number.start)
    return not asks and _counts(question, number) <= _named(fact)


def _counts(question: Question, number: Quantity) -> set[str]:
    """The stems of the words right beside a number that say something and are no name: what it counts."""
    before = [each for each in question.words if each.end <= number.start][-1:]
    before = [each for each in before if not pattern("stories", "shows").match(each.word)]
    behind = [each for each in question.words if each.start >= number.end][:BESIDE]
    near = [each for each in before if not stopped(question.text, each.end, number.start)]
    near += [each for each in behind if not stopped(question.text, number.end, each.start)]
    named = [Span(each.start, each.end) for each in question.mentions]
    return {
        each.stem
        for each in near
        if each.word not in SAYING_NOTHING and not any(span.holds(each.start) for span in named)
    }


def _named(fact: FactType) -> set[str]:
    """The stems of the words by which a fact is asked for and told."""
    return {stem(word) for said in (fact.question, fact.sentence, *fact.forms) for word in words(said)}


def _compared(question: Question) -> list[Span]:
    """Where a question compares with a number: `3 or more`."""
    return [each.scope for each in question.operators if each.kind.compares]


def _taken(filled: Filled, slot: str, number: Quantity) -> Filled:
    """What was read, with a number that no slot had taken for this one."""
    reading = SlotReading(slot, number.value, number.start, number.end, number.text)
    return replace(filled, readings=(*filled.readings, reading), unread=())
