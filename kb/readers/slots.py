"""Fill a check's slots from a question: truth values with their negations, numbers with their nouns, words of enums.

Everything is read mechanically, typed by the fact schema and by players' words in it; what is not read
stays open, for the check to assume or to ask. No reading is a guess: two that contradict each other
cancel out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kb.question.botpairs import denied_key, plain_value, vague
from kb.question.derived import asker_alone, for_slots
from kb.question.names import EARLIER, LATER, order_asked
from kb.question.quantities import CORRECTION
from kb.readers.counting import counted, listed, yes_or_no
from kb.readers.listing import Listed, Listing, read_list
from kb.readers.places import Text, text_of, ways_of
from kb.readers.sources import Sources
from kb.records.checks import Check, FactType, Plain, Schema, Slot
from kb.records.question import Quantity, Question
from kb.words.text import words

CORRECTED = re.compile(CORRECTION, re.I)
MOVED_ON = re.compile(
    r"\bnow (?:it|he|she|they|i|we|that|there|(?:my|his|the) [\w-]+)(?:['\u2019]?(?:s|re|m)| is| are| am)\b", re.I
)
"""Tells that what comes is so, and what was told before is over: `he was face up. now he is stunned`."""
LAST_WORDS = re.compile(
    r"(?<=[?,.;:])(?:\W*(?!(?:right|correct|yes|no|true|or)\b)[\w']+){1,4}\W*(?:(?:right|correct|yes|no|true)\W*)?\Z",
    re.I,
)


@dataclass(frozen=True, slots=True)
class SlotReading:
    """A slot's value as the question states it at `[start, end)`, and `again` at other places."""

    slot: str
    value: Plain
    start: int
    end: int
    text: str
    again: tuple[tuple[int, int], ...] = ()

    def with_more(self, numbers: Sequence[Quantity]) -> SlotReading:
        """The same with more numbers added to its own."""
        assert isinstance(self.value, int)
        return replace(
            self,
            value=self.value + sum(each.value for each in numbers),
            text=" + ".join([self.text, *(each.text for each in numbers)]),
            again=(*self.again, *((each.start, each.end) for each in numbers)),
        )

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Everywhere the question states it, from `start` to `end` each."""
        return ((self.start, self.end), *self.again)


@dataclass(frozen=True, slots=True)
class Filled:
    """What a question says of a check: readings by slot in the check's order, numbers that no slot took, what it says
    of slots of which it says two things at once, and the things that it lists."""

    readings: tuple[SlotReading, ...]
    unread: tuple[Quantity, ...]
    unclear: tuple[tuple[str, Plain], ...] = ()
    lists: tuple[Listing, ...] = ()

    @property
    def facts(self) -> dict[str, Plain | Listed]:
        """The facts as a check takes them."""
        one: dict[str, Plain | Listed] = {reading.slot: reading.value for reading in self.readings}
        return one | {told.slot: told.value for told in self.lists}

    def with_fact(self, slot: str, value: Plain) -> Filled:
        """The same with one more fact, which no word of the question stands for alone."""
        return replace(self, readings=(*self.readings, SlotReading(slot, value, 0, 0, "")))


def fill(question: Question, check: Check, schema: Schema, cards: Sequence[str] = ()) -> Filled:
    """Read the slots of a check: those that take one value each, and those that list things.

    `cards` are the titles of the cards that the question names: where it is one, it fills the slot for a card.
    """
    written = {slot.name: schema.facts[slot.fact] for slot in check.slots if slot.fact in schema.facts}
    question = asker_alone(question)
    text = text_of(for_slots(question, written))
    found: dict[str, SlotReading] = {}
    unclear: list[tuple[str, Plain]] = []
    single = [slot for slot in check.slots if _single(slot, schema)]
    plain = [slot for slot in single if not schema.facts[slot.fact].many]
    spoken = {slot.name: _said(text, slot, schema.facts[slot.fact]) for slot in plain}
    for slot in plain:
        fact = schema.facts[slot.fact]
        reading = _written(question, slot, fact) or _named(question, slot, fact, cards)
        said = [] if reading else _own(_repeated(question, _sourced(text, fact, spoken[slot.name])), spoken)
        said = _where_asked(question, said) if fact.asked else _not_taken_back(question, said)
        values = dict.fromkeys(each.value for each in said)
        if len(values) > 1:
            unclear += [(slot.name, value) for value in values]
        elif reading or said:
            found[slot.name] = reading or replace(said[0], again=tuple((each.start, each.end) for each in said[1:]))
        elif vague(question, slot.name, fact):
            unclear += [(slot.name, True), (slot.name, False)]
    numbers = [slot for slot in single if schema.facts[slot.fact].numeric and slot.name not in found]
    one, others = counted(text, numbers, schema)
    found |= {name: SlotReading(name, each.value, each.start, each.end, each.text) for name, each in one.items()}
    facts = {slot.name: schema.facts[slot.fact] for slot in numbers}
    for name, also in others.items():
        total = found[name].with_more(also)
        if facts[name].adds and listed(text, [one[name], *also], facts[name].forms):
            found[name] = total
        else:
            unclear += [*((name, each.value) for each in also), (name, total.value)]
    lists = tuple(told for slot in check.slots if slot.each and (told := read_list(text, slot, schema)))
    used = {start for places in (each.places for each in found.values()) for start, _ in places}
    used |= {start for told in lists for start, _ in told.places}
    keys = {end for reading in found.values() for _, end in reading.places}
    ordered = tuple(found[slot.name] for slot in check.slots if slot.name in found)
    unread = (each for each in text.numbers if each.start not in used and not yes_or_no(text, each, keys))
    return Filled(ordered, tuple(unread), tuple(unclear), lists)


def number_slots(check: Check, schema: Schema) -> tuple[str, ...]:
    """The names of the check's slots that take one number."""
    return tuple(slot.name for slot in check.slots if _single(slot, schema) and schema.facts[slot.fact].numeric)


def _single(slot: Slot, schema: Schema) -> bool:
    """Whether a slot takes one value."""
    return not slot.each and slot.fact in schema.facts and None not in slot.args


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


def _said(text: Text, slot: Slot, fact: FactType) -> list[SlotReading]:
    """The truth values or words of an enum that the question says; they may contradict each other."""
    if fact.value is None:
        readings = [
            _reading(
                text,
                slot,
                value is not (_denied(text, first, last) or (value is True and text.gone(last))),
                first,
                last,
            )
            for value, _, first, last in text.said(ways_of(slot, fact))
        ]
    elif fact.value.kind == "enum":
        said = text.said(ways_of(slot, fact))
        denied = [(value, first, last) for value, _, first, last in said if _denied(text, first, last)]
        readings = [
            _reading(text, slot, str(value), first, last)
            for value, _, first, last in said
            if not any(value == other and start <= first and last <= end for other, start, end in denied)
        ]
        readings += _of_names(text, slot)
    else:
        return []
    return _longest(readings)


def _denied(text: Text, first: int, last: int) -> bool:
    """Whether the words `[first, last)` are denied before them, or by a bot's value behind them."""
    return text.negated(first) is not denied_key(text.question, text.words[last - 1].end)


def _of_names(text: Text, slot: Slot) -> list[SlotReading]:
    """The word of an enum that says in which order the question's two names stand in the alphabet."""
    told = {form: word for word, forms in slot.words for form in forms if form in (EARLIER, LATER)}
    spoken = {part for _, forms in slot.words for form in forms for part in words(form)} if told else ()
    found = order_asked(text.text, spoken) if told else None
    if found is None or found[0] not in told:
        return []
    order, start, end = found
    return [SlotReading(slot.name, told[order], start, end, text.text[start:end])]


def _repeated(question: Question, said: list[SlotReading]) -> list[SlotReading]:
    """Of two things said of a fact the one that a few last words ask for: `does it go back or stay put? stays?`."""
    last = LAST_WORDS.search(question.text) if len({each.value for each in said}) > 1 else None
    again = [each for each in said if last and each.start >= last.start()]
    return again if len({each.value for each in again}) == 1 else said


def _where_asked(question: Question, said: list[SlotReading]) -> list[SlotReading]:
    """Of two ways in which a question is said to ask the one that its asking sentence says: `his marker stayed for an
    hour. should it have come off?`. What others claim before it asks nothing."""
    asked = question.asking.start
    claims = [span for span in question.hearsay if span.end <= asked]
    said = [each for each in said if not any(span.holds(each.start) for span in claims)]
    there = [each for each in said if each.start >= asked] if len({each.value for each in said}) > 1 else []
    return there if len({each.value for each in there}) == 1 else said


def _own(said: list[SlotReading], spoken: Mapping[str, Sequence[SlotReading]]) -> list[SlotReading]:
    """Of several things said of a fact those whose words are no part of what is said of another one: in `can a Tech
    hero play Mutant Power` the hero is no Mutant. All of them where none is left."""
    if len({each.value for each in said}) < 2:
        return said
    others = [each for name, found in spoken.items() if name != said[0].slot for each in found]
    own = [one for one in said if not any(_within(one, other) for other in others)]
    return own or said


def _within(one: SlotReading, other: SlotReading) -> bool:
    """Whether a reading's words are a part of another's."""
    return other.start <= one.start and one.end <= other.end and other.end - other.start > one.end - one.start


def _reading(text: Text, slot: Slot, value: Plain, first: int, last: int) -> SlotReading:
    """The value of a slot with the words `[first, last)` that say it."""
    start, end = text.words[first].start, text.words[last - 1].end
    return SlotReading(slot.name, value, start, end, text.text[start:end])


def _longest(readings: Sequence[SlotReading]) -> list[SlotReading]:
    """The readings that no longer one contains: in `not face up`, `face up` says less than `not face up`."""
    return [one for one in readings if not any(_within(one, other) for other in readings)]


def _sourced(text: Text, fact: FactType, said: list[SlotReading]) -> list[SlotReading]:
    """What is said of a fact without that for which no source is named: `do they stay even if he is defeated?` asks
    for what `the text says that they stay even if he is defeated` tells. Both ways where a source is named, but in
    another sentence; of several words of an enum those beside a source."""
    if not fact.told_by or not said:
        return said
    sources = Sources(text, fact.told_by)
    if fact.value is not None:
        beside = [each for each in said if sources.beside(each.start)]
        return beside if len({each.value for each in said}) > 1 and beside else said
    kept: list[SlotReading] = []
    for each in said:
        if each.value is True and sources.denied(each.start):
            kept.append(replace(each, value=False))
        elif each.value is not True or sources.beside(each.start) or not sources.asked(each.start):
            kept.append(each)
        elif sources.places:
            kept += [each, replace(each, value=False)]
    return kept


def _not_taken_back(question: Question, said: list[SlotReading]) -> list[SlotReading]:
    """What is said behind the last correction where something else is said before it: `I thought it was a solid
    border, but no, it's dashed`."""
    if len({each.value for each in said}) < 2:
        return said
    last = max((hit.end() for hit in CORRECTED.finditer(question.text)), default=0)
    kept = [each for each in said if each.start >= last] or said
    if len({each.value for each in kept}) < 2:
        return kept
    moved = [hit.start() for hit in MOVED_ON.finditer(question.text)]
    at = max((place for place in moved if any(each.start > place for each in kept)), default=0)
    behind = [each for each in kept if each.start > at]
    return behind if at and len({each.value for each in behind}) == 1 else kept
