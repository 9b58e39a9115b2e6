"""Things that a story tells one after another, each by its own number: `a 3-drop with press, then a 2-drop`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from kb.question.negation import denies
from kb.question.patterns import pattern
from kb.question.quantities import NOTHING, ORDINAL
from kb.question.sentences import parts
from kb.question.written.stems import form_stem
from kb.readers.forms import said
from kb.readers.numbers import dates, word_behind, words_within
from kb.readers.things import Thing, stems_of
from kb.records.checks import Slot
from kb.records.question import Quantity, Question, Span
from kb.records.types import FactType, fits
from kb.words.text import STOP_WORDS

find = partial(pattern, "stories")

PLACES = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()


def in_order(question: Question, slot: Slot, facts: Mapping[str, FactType]) -> list[Thing]:
    """Things told one after another, each by its number of the first property that is one; twelve at most."""
    own = next(name for name, fact in facts.items() if fact.numeric and name != slot.order)
    flags = {name: fact for name, fact in facts.items() if fact.value is None}
    worded = [way for fact in flags.values() for way in (*fact.forms, *fact.opposites)]
    nouns = stems_of(slot.forms)
    counted = stems_of(facts[own].forms)
    things: list[Thing] = []
    grouped: dict[str, bool] = {}
    several = 0
    for part in parts(question.text):
        told = {name: value for name, fact in flags.items() if (value := _flag(question, fact, part)) is not None}
        numbers = [each for each in question.quantities if part.holds(each.start) and not dates(question, each)]
        if len(numbers) > 1 and (head := _heads(question, numbers, nouns, counted)):
            several, grouped, numbers = head, told, numbers[1:]
        mine = [each for each in numbers if _tells(question, each, counted | nouns | stems_of(worded), facts[own])]
        if find("there-already").search(question.text, part.start, part.end):
            mine = []
        if things and not numbers:
            things[-1].flags = told | things[-1].flags  # `…, which has press`
        for number in mine[: len(PLACES) - len(things)]:
            things.append(Thing(PLACES[len(things)], {own: [number]}, dict(told or (grouped if several else {}))))
            several -= several > 0
    return things


def _flag(question: Question, fact: FactType, part: Span) -> bool | None:
    """What is said of a thing in a part of a story; None where nothing is, or both."""
    words, ways = question.words, ((True, fact.forms), (False, fact.opposites))
    told = {
        value is not denies(question, words[first])
        for value, _, first, last in said(question, ways)
        if Span(words[first].start, words[last - 1].end).within(part)
    }
    return told.pop() if len(told) == 1 else False if told else None


def _heads(question: Question, numbers: Sequence[Quantity], nouns: frozenset[str], counted: frozenset[str]) -> int:
    """How many things the first of some numbers counts that are told one by one behind it: 2 of `two press guys at 2
    and 4`; else 0."""
    number, behind = numbers[:2]
    between = {form_stem(word.word) for word in words_within(question, number.end, behind.start)}
    return number.value if number.value > 1 and nouns & between and not counted & between else 0


def _tells(question: Question, number: Quantity, own: frozenset[str], fact: FactType) -> bool:
    """Whether a number is one of the things' own: it stands before one of these words, or before none that it could
    count."""
    following = word_behind(question, number)
    pointing = number.text.lower() == "one" and not (following and following.word == "drop")
    if fact.value is None or not fits(number.value, fact.value) or ORDINAL.fullmatch(number.text):
        return False
    if pointing or number.text.lower() in NOTHING or find("pointed-at").search(question.text, 0, number.start):
        return False
    return following is None or following.word in STOP_WORDS | NOTHING or form_stem(following.word) in own
