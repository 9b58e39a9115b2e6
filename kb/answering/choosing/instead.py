"""A question that asks the same of something else: `Do auras pass walls? What about water?`.

It is read with the question before it, so that a fact which that one states of the other thing must go: of the facts
that it states the one whose words are most like the new thing. Where the check has no word for the new thing, its
verdict would be that on the question before, and is not asserted.
"""

from __future__ import annotations

from dataclasses import replace

from kb.answering.choosing.choose import Choice, named_cards
from kb.knowledge import KnowledgeBase
from kb.question.derived import masked
from kb.readers.filled import Filled, SlotReading
from kb.readers.slots import fill
from kb.records.question import Instead, Quantity, Question, Span


def put_instead(base: KnowledgeBase, question: Question, choice: Choice) -> Choice:
    """The choice with the facts of a question that asks the same of something else; itself for other questions."""
    told = question.instead
    if told is None:
        return choice
    if told.supposed:
        return _with(choice, _supposed(base, question, told, choice))
    earlier = _without(base, question, told.what, choice)
    new = named(question, told, choice.filled) or named(question, told, _without(base, question, told.before, choice))
    numbers = _numbers(question, told)
    if not new:
        return replace(choice, filled=_with_number(question, told, earlier, numbers[0])) if numbers else choice
    said = {each.slot for each in new}
    schema = base.checks.model(choice.check.game).schema
    of_game = {slot.name for slot in choice.check.slots if slot.fact in schema.facts}
    before = [each for each in earlier.readings if each.text and question.stands_in(each.start, each.end, told.before)]
    gone = [each for each in before if each.slot in said]
    old = [each for each in before if each.slot in of_game and not _number(each)]
    if not gone and old:
        gone = [old[base.likest(new[0].text, [each.text for each in old])]]
    kept = [each for each in choice.filled.readings if each.slot not in said]
    left = [each for each in kept if each.slot not in of_game or not any(_share(each, one) for one in gone)]
    unclear = tuple(each for each in choice.filled.unclear if each[0] not in said)
    return replace(choice, filled=replace(choice.filled, readings=(*left, *new), unclear=unclear))


def _with(choice: Choice, supposed: list[SlotReading]) -> Choice:
    """The choice with what is supposed in place of what was told of the same facts."""
    said, filled = {each.slot for each in supposed}, choice.filled
    kept = [each for each in filled.readings if each.slot not in said]
    unclear = tuple(each for each in filled.unclear if each[0] not in said)
    unread = tuple(each for each in filled.unread if not any(one.start <= each.start < one.end for one in supposed))
    return replace(choice, filled=replace(filled, readings=(*kept, *supposed), unclear=unclear, unread=unread))


def unheard(question: Question, choice: Choice) -> str:
    """What is asked about in place of something else, where no fact of the check speaks of it; empty elsewhere."""
    told = question.instead
    if told is None or named(question, told, choice.filled):
        return ""
    return question.original[told.what.start : told.what.end]


def named(question: Question, told: Instead, filled: Filled) -> list[SlotReading]:
    """The facts that the new thing states."""
    first, last = told.what.start, told.what.end
    return [
        each
        for each in filled.readings
        if each.text
        and any(question.places[start] < last and first < question.places[end] for start, end in each.places)
    ]


def _supposed(base: KnowledgeBase, question: Question, told: Instead, choice: Choice) -> list[SlotReading]:
    """The facts that a supposition states: by its own words alone, else by all that is told."""
    own = _without(base, question, told.what, choice, outside=True)
    alone = [each for each in own.readings if each.text]
    stated = {each.slot for each in alone}
    return [*alone, *(each for each in named(question, told, choice.filled) if each.slot not in stated)]


def _share(one: SlotReading, other: SlotReading) -> bool:
    """Whether two facts are stated by words that they share."""
    return bool(one.text) and one.start < other.end and other.start < one.end


def _without(base: KnowledgeBase, question: Question, span: Span, choice: Choice, outside: bool = False) -> Filled:
    """What is stated without the words that were typed within a span, or `outside` of it."""
    words = [each for each in question.words if question.stands_in(each.start, each.end, span)]
    gone = [Span(words[0].start, words[-1].end)] if words else []
    if outside and words:
        gone = [Span(0, words[0].start), Span(words[-1].end, len(question.text))]
    left = masked(question, gone)
    schema = base.checks.model(choice.check.game).schema
    return fill(left, choice.check, schema, named_cards(left))


def _numbers(question: Question, told: Instead) -> list[Quantity]:
    """The number that the new thing is, if it is one."""
    whole = question.original[told.what.start : told.what.end].strip()
    return [
        each
        for each in question.quantities
        if question.stands_in(each.start, each.end, told.what) and each.text.lower() == whole.lower()
    ]


def _with_number(question: Question, told: Instead, earlier: Filled, number: Quantity) -> Filled:
    """What the question before states with a number in place of its own, where it states one."""
    figures = [
        each for each in earlier.readings if _number(each) and question.stands_in(each.start, each.end, told.before)
    ]
    if len(figures) != 1:
        return earlier
    other = replace(figures[0], value=number.value, start=number.start, end=number.end, text=number.text, again=())
    return replace(earlier, readings=tuple(other if each is figures[0] else each for each in earlier.readings))


def _number(reading: SlotReading) -> bool:
    return type(reading.value) is int
