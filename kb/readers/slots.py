"""Fill a check's slots from a question: truth values with their negations, numbers with their nouns, words of enums;
and which way the question asks for what the check computes.

Everything is read mechanically, typed by the fact schema and by players' words in it; what is not read
stays open, for the check to assume or to ask. No reading is a guess: two that contradict each other
cancel out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kb.question.derived import BLANK, asker_alone, for_slots, masked
from kb.question.pairs import plain_value, vague
from kb.readers.counting import counted, listed, yes_or_no
from kb.readers.filled import Filled, SlotReading
from kb.readers.listing import Listing, read_list
from kb.readers.saying import meant, said_of
from kb.records.checks import Check, Slot
from kb.records.question import Quantity, Question, Span
from kb.records.types import FactType, Plain, Schema

__all__ = ["Filled", "SlotReading", "fill", "number_slots"]


MOST_NUMBERS = 20
"""A question that states more numbers is a list of figures: which of them counts what is not told by reading it."""


def fill(question: Question, check: Check, schema: Schema, cards: Sequence[str] = ()) -> Filled:
    """Read the slots of a check: those that take one value each, and those that list things; of what a post tells two
    ways what it told last.

    `cards` are the titles of the cards that the question names: where it is one, it fills the slot for a card. Nothing
    is read from more than MOST_NUMBERS numbers: the first of them are left over, so that no verdict is asserted.
    """
    if len(question.quantities) > MOST_NUMBERS:
        return Filled((), question.quantities[:MOST_NUMBERS])
    filled = _fill(question, check, schema, cards)
    if question.latest is None or not (filled.readings or filled.unclear):
        return filled
    earlier = [each for each in question.words if not question.stands_in(each.start, each.end, question.latest)]
    told_last = masked(question, (Span(each.start, each.end) for each in earlier), BLANK)
    return filled.instead_by(_fill(told_last, check, schema, cards).readings)


def _fill(question: Question, check: Check, schema: Schema, cards: Sequence[str]) -> Filled:
    """What is told of a check's slots, earlier or later."""
    types = check.types(schema)
    asker = asker_alone(question)
    told = for_slots(asker, types)
    single = [slot for slot in check.read if _single(slot, types)]
    found, unclear = _plain(asker, told, [slot for slot in single if not types[slot.name].many], types, cards)
    numbers = [slot for slot in single if types[slot.name].numeric and slot.name not in found]
    one, others = counted(told, numbers, schema)
    found |= {name: SlotReading(name, each.value, each.start, each.end, each.text) for name, each in one.items()}
    for name, also in others.items():
        total = found[name].with_more(also)
        if types[name].adds and listed(told, [one[name], *also], types[name].forms):
            found[name] = total
        else:
            unclear += [*((name, each.value) for each in also), (name, total.value)]
    lists = tuple(each for slot in check.slots if slot.each and (each := read_list(told, slot, schema)))
    ordered = tuple(found[slot.name] for slot in check.read if slot.name in found)
    return Filled(ordered, _unread(told, ordered, lists), tuple(unclear), lists)


def _plain(
    asker: Question, told: Question, slots: Sequence[Slot], types: Mapping[str, FactType], cards: Sequence[str]
) -> tuple[dict[str, SlotReading], list[tuple[str, Plain]]]:
    """The truth values and words of enums that are told, and what is told two ways; numbers only where bots write
    them."""
    found: dict[str, SlotReading] = {}
    unclear: list[tuple[str, Plain]] = []
    spoken = {slot.name: said_of(told, slot, types[slot.name]) for slot in slots}
    for slot in slots:
        fact = types[slot.name]
        reading = _written(asker, slot, fact) or _named(asker, slot, fact, cards)
        said = [] if reading else meant(asker, told, fact, spoken[slot.name], spoken)
        values = dict.fromkeys(each.value for each in said)
        if len(values) > 1:
            unclear += [(slot.name, value) for value in values]
        elif reading or said:
            found[slot.name] = reading or replace(said[0], again=tuple((each.start, each.end) for each in said[1:]))
        elif vague(asker, slot.name, fact):
            unclear += [(slot.name, True), (slot.name, False)]
    return found, unclear


def _unread(told: Question, readings: Sequence[SlotReading], lists: Sequence[Listing]) -> tuple[Quantity, ...]:
    """The numbers that nothing took, a bot's yes and no aside."""
    places = [place for each in readings for place in each.places] + [place for each in lists for place in each.places]
    used = {start for start, _ in places}
    keys = {end for each in readings for _, end in each.places}
    return tuple(each for each in told.quantities if each.start not in used and not yes_or_no(told, each, keys))


def number_slots(check: Check, schema: Schema) -> tuple[str, ...]:
    """The names of the check's slots that take one number."""
    types = check.types(schema)
    return tuple(slot.name for slot in check.slots if _single(slot, types) and types[slot.name].numeric)


def _single(slot: Slot, types: Mapping[str, FactType]) -> bool:
    """Whether a slot takes one value."""
    return slot.name in types and None not in slot.args


def _written(question: Question, slot: Slot, fact: FactType) -> SlotReading | None:
    """A bot's `slot=value`."""
    for pair in question.pairs:
        value = plain_value(pair.value, fact) if pair.key == slot.name else None
        if value is not None:
            return SlotReading(slot.name, value, pair.span.start, pair.span.end, question.at(pair.span))
    return None


def _named(question: Question, slot: Slot, fact: FactType, cards: Sequence[str]) -> SlotReading | None:
    """The one card that the question names, for a slot that takes a card."""
    if fact.value is None or fact.value.kind != "card" or len(cards) != 1:
        return None
    return SlotReading(slot.name, cards[0], 0, len(question.text), question.text)
