"""Which number of a question counts what: each is bound to the nearest noun of a fact that takes a number."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from itertools import pairwise

from kb.question.quantities import CORRECTION, NOTHING
from kb.readers.places import DATING, Text, ways_of
from kb.records.checks import Schema, Slot
from kb.records.question import Quantity
from kb.records.types import fits
from kb.words.text import words

REACH = 4
CLOSE = 0.5
"""How far a second number stands at most from the noun that it counts too."""
LIST = frozenset("and plus a an another one the my with of also then more card cards action actions".split())
"""What may stand between the numbers of a list beside the noun itself."""
KEY = re.compile(r"(?:[-_\w]*| [A-Za-z])=(?:\d+-)?")
VALUE = re.compile(r"=(?:\d+-)?\Z")
"""What stands before the number of a pair, `die=3`, or of its range, `on=4-6`."""
FIRST_OF_PAIR, SECOND_OF_PAIR = "#/_", "_/#"
"""Forms of facts that a pair of numbers tells without a noun: ATK and DEF in `a 9/15 guy`."""
CORRECTED = re.compile(CORRECTION, re.I)
NEXT_ITEM = re.compile(r"\A(?:.*\b(?:with|from|on)\b.*)?\W*(?:and|with|plus)\s(?:(?:a|only|just|exactly)\s)?\Z", re.I)
"""What stands between a thing and the number of the next one: `with Moondragon and 1 in hand`."""
SAME_AGAIN = re.compile(r"\b(?:the|that|those|all|his|her|my|its) (?:full|whole|entire|same|very same) \Z", re.I)
"""What stands before a number that was told before: `attacks for 3 stamina loss, and he loses the full 3`."""


def yes_or_no(text: Text, number: Quantity, keys: Container[int]) -> bool:
    """Whether a number is a bot's yes or no: `wall=none`, or 0 or 1 behind a key that was read (`keys`: where readings
    end), `my_turn=1`."""
    if text.text[number.start - 1 : number.start] != "=":
        return False
    return number.text.lower() in NOTHING or (number.value in (0, 1) and number.start - 1 in keys)


def counted(text: Text, slots: Sequence[Slot], schema: Schema) -> tuple[dict[str, Quantity], dict[str, list[Quantity]]]:
    """Numbers bound to the nearest noun that counts them, the longer of two, where they fit its type; each once. Of two
    that are as near the one that is said again where the question asks.

    Second, other numbers that are said of the same: 2 of `a stamina 3 and a stamina 2`; none of a bot's pairs.
    """
    again = _asked_again(text)
    numbers = [each for each in text.numbers if not _same_again(text, each)]
    pairs = sorted(
        (distance, first - last, slot.name, number not in again, number.start, number, first)
        for slot in slots
        for _, noun, first, last in text.said(ways_of(slot, schema.facts[slot.fact]))
        for number in numbers
        if (not text.dates(number) or noun in DATING)
        and (kind := schema.facts[slot.fact].value)
        and fits(number.value, kind)
        and (distance := _distance(text, number, first, last)) is not None
    )
    pairs += [
        (REACH + 1.0, 0, slot.name, number not in again, number.start, number, 0)
        for slot in slots
        for number in _of_pair(text, slot.forms)
        if (kind := schema.facts[slot.fact].value) and fits(number.value, kind)
    ]
    found: dict[str, Quantity] = {}
    nouns: dict[str, int] = {}
    taken: set[int] = set()
    for _, _, name, _, start, number, first in pairs:
        if name not in found and start not in taken:
            found[name], nouns[name] = number, first
            taken.add(start)
    others: dict[str, list[Quantity]] = {}
    for distance, _, name, _, start, number, first in pairs:
        if start in taken or name not in found or first == nouns[name] or number.value == found[name].value:
            continue
        if distance <= CLOSE and not VALUE.search(text.text, 0, start):
            others.setdefault(name, []).append(number)
            taken.add(start)
    return found, {name: sorted(also, key=lambda number: number.start) for name, also in others.items()}


def listed(text: Text, numbers: Sequence[Quantity], forms: Sequence[str]) -> bool:
    """Whether numbers stand in one list of what a fact's forms name, `a stamina 3 and a stamina 2`, of which the last
    may not be the sum of the others."""
    in_order = sorted(numbers, key=lambda number: number.start)
    nouns = LIST | {word for form in forms for word in words(form)}
    gaps = [text.text[one.end : other.start] for one, other in pairwise(in_order)]
    if 2 * in_order[-1].value == sum(each.value for each in numbers):
        return False
    return all(nouns.issuperset(words(gap)) and not re.search(r"[.;:?!]", gap) for gap in gaps)


def _same_again(text: Text, number: Quantity) -> bool:
    """Whether a number is one that was told before."""
    before = any(each.value == number.value and each.end <= number.start for each in text.numbers)
    return before and bool(SAME_AGAIN.search(text.text, 0, number.start))


def _asked_again(text: Text) -> list[Quantity]:
    """The numbers that the sentence that asks repeats: 4 of `… a 3-drop, then a 4-drop. How much is the 4-drop?`."""
    asked = text.question.asking.start
    before = {each.value for each in text.numbers if each.start < asked}
    return [each for each in text.numbers if each.start >= asked and each.value in before]


def _of_pair(text: Text, forms: Sequence[str]) -> list[Quantity]:
    """The number that a question's only pair of numbers tells of a fact with one of these forms; none where it has
    more pairs."""
    firsts = [number for number in text.numbers if text.pairs(number)]
    if len(firsts) != 1:
        return []
    seconds = [number for number in text.numbers if text.paired(number)]
    return [*(firsts if FIRST_OF_PAIR in forms else ()), *(seconds if SECOND_OF_PAIR in forms else ())]


def _distance(text: Text, number: Quantity, first: int, last: int) -> float | None:
    """How far a number stands from a noun, in words; None beyond REACH or across the end of a clause.

    `3 goons` binds closer than `goons 3`, which binds closer than `3 of my goons`. In `damage from 3 goons`
    the number counts goons and so is no damage; in `cost 3 goons` it stands right after the word that it belongs to.
    In `a 14/12 guy` the guy has the first, and the second has no noun after it. Of nouns inside a number (`three
    wounds, but no, it's two`) the one that comes first has it.
    """
    start, end = text.words[first].start, text.words[last - 1].end
    if text.paired(number) and number.end <= start:
        return None
    if VALUE.search(text.text, 0, number.start):
        return -1.0 if KEY.fullmatch(text.text, end, number.start) else None  # `underlings=4 henchmen=3`
    if start <= number.start and text.lessens(number):
        return None  # `costs 1 less` does not say what it costs
    if text.denies(number) and (end <= number.start or not text.within(number.end, start)):
        return None  # `without a counter` is no number of what stands before it
    if end <= number.start and not CORRECTED.search(number.text) and text.labels(number, first, last):
        return -1.0
    if number.end <= start:
        between = sum(number.end <= token.start < start for token in text.words) - text.pairs(number)
        apart = text.apart(number.end, start)
        far: float = between
    elif end <= number.start:
        between = sum(end <= token.start < number.start for token in text.words)
        named = not between and not text.words[last - 1].word.endswith(("ed", "ing"))
        if not named and text.counts_another(number):
            return None
        if NEXT_ITEM.match(text.text[end : number.start]):
            return None
        apart = text.apart(end, number.start)
        far = between + 0.5
    else:
        inside = sum(number.start <= token.start < start for token in text.words)
        return max(0, inside - 1) / (1 + len(text.words))
    return None if apart or between > REACH else far
