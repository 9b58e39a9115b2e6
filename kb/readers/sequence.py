"""Things that a story tells one after another, each by its own number: `a 3-drop with press, then a 2-drop`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kb.question.quantities import NOTHING, ORDINAL
from kb.question.stems import form_stem
from kb.readers.places import Text
from kb.readers.storyparts import Thing, parts_of, stems_of, word_behind, words_within
from kb.records.checks import FactType, Slot
from kb.records.question import Quantity
from kb.records.types import fits
from kb.words.text import STOP_WORDS

POINTED = re.compile(r"\b(?:the|these|those|all|my|his|her|of) \Z", re.I)
"""What stands before a number that counts things told before: `what do the two cost?`."""
HELD = re.compile(
    r"(?<!that )(?<!which )(?<!who )\b(?:has|have|had|controls?|owns?)\b(?! (?:press|left|over|i)\b)"
    r"|\b(?:in play|on (?:the|my|his|her) (?:board|table|side))\b",
    re.I,
)
"""What tells of a thing that is there already, and does not come in this order."""
PLACES = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()


def in_order(text: Text, slot: Slot, facts: Mapping[str, FactType]) -> list[Thing]:
    """Things told one after another, each by its number of the first property that is one; twelve at most."""
    own = next(name for name, fact in facts.items() if fact.numeric and name != slot.order)
    flags = {name: fact for name, fact in facts.items() if fact.value is None}
    worded = [way for fact in flags.values() for way in (*fact.forms, *fact.opposites)]
    nouns = stems_of(slot.forms)
    counted = stems_of(facts[own].forms)
    things: list[Thing] = []
    grouped: dict[str, bool] = {}
    several = 0
    for start, end in parts_of(text):
        told = {name: value for name, fact in flags.items() if (value := _flag(text, fact, start, end)) is not None}
        numbers = [each for each in text.numbers if start <= each.start < end and not text.dates(each)]
        if len(numbers) > 1 and (head := _heads(text, numbers, nouns, counted)):
            several, grouped, numbers = head, told, numbers[1:]
        mine = [each for each in numbers if _tells(text, each, counted | nouns | stems_of(worded), facts[own])]
        if HELD.search(text.text, start, end):
            mine = []
        if things and not numbers:
            things[-1].flags = told | things[-1].flags  # `…, which has press`
        for number in mine[: len(PLACES) - len(things)]:
            things.append(Thing(PLACES[len(things)], {own: [number]}, dict(told or (grouped if several else {}))))
            several -= several > 0
    return things


def _flag(text: Text, fact: FactType, start: int, end: int) -> bool | None:
    """What is said of a thing between two places; None where nothing is, or both."""
    said = {
        value is not text.negated(first)
        for value, _, first, last in text.said(((True, fact.forms), (False, fact.opposites)))
        if start <= text.words[first].start and text.words[last - 1].end <= end
    }
    return said.pop() if len(said) == 1 else False if said else None


def _heads(text: Text, numbers: Sequence[Quantity], nouns: frozenset[str], counted: frozenset[str]) -> int:
    """How many things the first of some numbers counts that are told one by one behind it: 2 of `two press guys at 2
    and 4`; else 0."""
    number, behind = numbers[:2]
    between = {form_stem(token.word) for token in words_within(text, number.end, behind.start)}
    return number.value if number.value > 1 and nouns & between and not counted & between else 0


def _tells(text: Text, number: Quantity, own: frozenset[str], fact: FactType) -> bool:
    """Whether a number is one of the things' own: it stands before one of these words, or before none that it could
    count."""
    following = word_behind(text, number)
    pointing = number.text.lower() == "one" and not (following and following.word == "drop")
    if fact.value is None or not fits(number.value, fact.value) or ORDINAL.fullmatch(number.text):
        return False
    if pointing or number.text.lower() in NOTHING or POINTED.search(text.text, 0, number.start):
        return False
    return following is None or following.word in STOP_WORDS | NOTHING or form_stem(following.word) in own
