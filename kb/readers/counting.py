"""Which number of a question counts what: each is bound to the nearest noun of a fact that takes a number."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from functools import partial
from itertools import pairwise

from kb.question.patterns import pattern
from kb.question.quantities import CORRECTION, NOTHING
from kb.question.sentences import apart
from kb.readers.forms import Once, once, said, ways_of
from kb.readers.numbers import (
    BEFORE,
    DATING,
    counts_another,
    dates,
    labels,
    lessens,
    of_none,
    of_one_name,
    paired,
    pairs,
    walked,
    word_behind,
    words_within,
)
from kb.records.checks import Slot
from kb.records.question import Quantity, Question
from kb.records.types import Schema, fits
from kb.words.text import words

find, typed = partial(pattern, "stories"), partial(pattern, "pairs")

REACH = 4
FAR = REACH + 2
"""So many words between a number and a noun are beyond REACH, whatever else is so of them."""
CLOSE = 0.5
"""How far a second number stands at most from the noun that it counts too."""
LIST = frozenset("and plus a an another one the my with of also then more card cards action actions".split())
"""What may stand between the numbers of a list beside the noun itself."""
OFTEN = frozenset("twice thrice".split())
ONE_THING = frozenset("the a an this that these those my your his her its our their both all any".split())
"""What stands before the name of a thing: `uses the tokens twice`, not `wounds him twice`."""
BACK = frozenset("back refund refunded returned reimbursed".split())
FIRST_OF_PAIR, SECOND_OF_PAIR = "#/_", "_/#"
"""Forms of facts that a pair of numbers tells without a noun: ATK and DEF in `a 9/15 guy`."""
CORRECTED = re.compile(CORRECTION, re.I)
Bound = tuple[float, int, str, bool, int, Quantity, int]
"""A number that may be a slot's: how far its noun stands, how long that is, the slot, whether the number is not asked
again, where it stands, itself, and the noun's first word."""


def yes_or_no(question: Question, number: Quantity, keys: Container[int]) -> bool:
    """Whether a number is a bot's yes or no: `wall=none`, or 0 or 1 behind a key that was read (`keys`: where readings
    end), `my_turn=1`."""
    if question.text[number.start - 1 : number.start] != "=":
        return False
    return number.text.lower() in NOTHING or (number.value in (0, 1) and number.start - 1 in keys)


def counted(
    question: Question, slots: Sequence[Slot], schema: Schema
) -> tuple[dict[str, Quantity], dict[str, list[Quantity]]]:
    """Numbers bound to the nearest noun that counts them, the longer of two, where they fit its type; each once. Of two
    that are as near the one that is said again where the question asks.

    Second, other numbers that are said of the same: 2 of `a stamina 3 and a stamina 2`; none of a bot's pairs.
    """
    bound = _bound(question, slots, schema)
    found: dict[str, Quantity] = {}
    nouns: dict[str, int] = {}
    taken: set[int] = set()
    for _, _, name, _, start, number, first in bound:
        if name not in found and start not in taken:
            found[name], nouns[name] = number, first
            taken.add(start)
    others: dict[str, list[Quantity]] = {}
    for distance, _, name, _, start, number, first in bound:
        if start in taken or name not in found or first == nouns[name] or number.value == found[name].value:
            continue
        if find("slash").match(question.text[found[name].end : start]):
            continue  # `13 ATK / 12 DEF` are two figures
        if distance <= CLOSE and not typed("key-before").search(question.text, max(0, start - BEFORE), start):
            others.setdefault(name, []).append(number)
            taken.add(start)
    return found, {name: sorted(also, key=lambda number: number.start) for name, also in others.items()}


def _bound(question: Question, slots: Sequence[Slot], schema: Schema) -> list[Bound]:
    """The numbers that may be a slot's, the nearest first."""
    again, known = _asked_again(question), once(question)
    numbers = [
        each for each in question.quantities if not _same_again(question, each) and not _at_a_time(question, each)
    ]
    dated = {each.start for each in numbers if dates(question, each)}
    gone = {each.start for each in numbers if walked(question, each)}
    kinds = {slot.name: schema.facts[slot.fact].value for slot in slots}
    bound = [
        (distance, first - last, slot.name, number not in again, number.start, number, first)
        for slot in slots
        for _, noun, first, last in said(question, ways_of(slot, schema.facts[slot.fact]))
        for number in numbers
        if (number.start not in dated or noun in DATING)
        and not (number.start in gone and find("tells-how-far").search(schema.facts[slot.fact].sentence))
        and (kind := kinds[slot.name])
        and fits(number.value, kind)
        and (distance := _known_distance(known, number, first, last)) is not None
    ]
    bound += [
        (REACH + 1.0, 0, slot.name, number not in again, number.start, number, 0)
        for slot in slots
        for number in _of_pair(question, slot.forms)
        if (kind := kinds[slot.name]) and fits(number.value, kind)
    ]
    return sorted(bound, key=lambda each: (*each[:5], each[6]))


def listed(question: Question, numbers: Sequence[Quantity], forms: Sequence[str]) -> bool:
    """Whether numbers stand in one list of what a fact's forms name, `a stamina 3 and a stamina 2`, of which the last
    may not be the sum of the others."""
    in_order = sorted(numbers, key=lambda number: number.start)
    nouns = LIST | {word for form in forms for word in words(form)}
    gaps = [question.text[one.end : other.start] for one, other in pairwise(in_order)]
    if 2 * in_order[-1].value == sum(each.value for each in numbers):
        return False
    return all(nouns.issuperset(words(gap)) and not re.search(r"[.;:?!]", gap) for gap in gaps)


def _same_again(question: Question, number: Quantity) -> bool:
    """Whether a number is one that was told before: `attacks for 3 stamina loss, and he loses the full 3`."""
    before = any(each.value == number.value and each.end <= number.start for each in question.quantities)
    return before and find("same-again").search(question.text, *_just_before(number)) is not None


def _at_a_time(question: Question, number: Quantity) -> bool:
    """Whether a number says in what steps something happens: `one wound at a time`, not `more than one at a time`."""
    compared = any(each.kind.compares and each.scope.start == number.start for each in question.operators)
    return not compared and find("at-a-time").match(question.text, number.end) is not None


def _just_before(number: Quantity) -> tuple[int, int]:
    """The stretch before a number in which patterns are searched that end at it, as long in a longer question."""
    return max(0, number.start - BEFORE), number.start


def _asked_again(question: Question) -> list[Quantity]:
    """The numbers that the sentence that asks repeats: 4 of `… a 3-drop, then a 4-drop. How much is the 4-drop?`."""
    asked = question.asking.start
    before = {each.value for each in question.quantities if each.start < asked}
    return [each for each in question.quantities if each.start >= asked and each.value in before]


def _of_pair(question: Question, forms: Sequence[str]) -> list[Quantity]:
    """The number that a question's only pair of numbers tells of a fact with one of these forms; none where it has
    more pairs."""
    firsts = [number for number in question.quantities if pairs(question, number)]
    if len(firsts) != 1:
        return []
    seconds = [number for number in question.quantities if paired(question, number)]
    return [*(firsts if FIRST_OF_PAIR in forms else ()), *(seconds if SECOND_OF_PAIR in forms else ())]


def _known_distance(known: Once, number: Quantity, first: int, last: int) -> float | None:
    """`_distance`, worked out once for all checks: it is the same for each fact that has this noun."""
    places = number.start, number.end, number.value, first, last
    if places not in known.distances:
        known.distances[places] = _distance(known.question, number, first, last)
    return known.distances[places]


def _distance(question: Question, number: Quantity, first: int, last: int) -> float | None:
    """How far a number stands from a noun, in words; None beyond REACH or across the end of a clause.

    `3 goons` binds closer than `goons 3`, which binds closer than `3 of my goons`. In `damage from 3 goons`
    the number counts goons and so is no damage; in `cost 3 goons` it stands right after the word that it belongs to.
    In `a 14/12 guy` the guy has the first, and the second has no noun after it. Of nouns inside a number (`three
    wounds, but no, it's two`) the one that comes first has it.
    """
    text, start, end = question.text, question.words[first].start, question.words[last - 1].end
    if typed("key-before").search(text, *_just_before(number)):  # `underlings=4 henchmen=3`
        return -1.0 if typed("to-value").match(text[end : number.start]) else None
    if _far(question, number, first, last) or (number.end <= start and paired(question, number)):
        return None
    if start <= number.start and lessens(question, number):
        return None  # `costs 1 less` does not say what it costs
    if of_none(number) and (end <= number.start or not of_one_name(question, number.end, start)):
        return None  # `without a counter` is no number of what stands before it
    if number.end <= start and _given_back(question, last):
        return None  # `do I get 2 attack back` tells nothing of an attack of 2
    if _in_brackets(question, number, start):
        return None  # `Pull 2 (range 4) on a bandit standing 3 off` has the bandit 3 off
    if _how_often(question, number, first, last):
        return None  # `use the tokens twice` is no two tokens
    if end <= number.start and not CORRECTED.search(number.text) and labels(question, number, first, last):
        return -1.0
    if number.end <= start:
        if _without(question, number, start):
            return None  # `a 5-drop without boost` has no boost of 5
        if find("dealt-to").match(text, number.end, start):
            return None  # `deals 4 to every hero` has no 4 heroes
        if _of_another(question, number, start) or _one_of_many(question, number, first, last):
            return None  # `an orc with 5 health and a shield attacks` attacks once, `one player wounds him` too
        between = sum(number.end <= word.start < start for word in question.words) - pairs(question, number)
        return _within_reach(question, number.end, start, between)
    if end <= number.start:
        return _behind(question, number, last)
    inside = sum(number.start <= word.start < start for word in question.words)
    return max(0, inside - 1) / (1 + len(question.words))


def _how_often(question: Question, number: Quantity, first: int, last: int) -> bool:
    """Whether a number says how often something is done with a thing that stands before it: no more of it is there."""
    if number.text.lower() not in OFTEN or number.start < question.words[last - 1].end or not first:
        return False
    return question.words[first - 1].word in ONE_THING and first + 1 == last


def _in_brackets(question: Question, number: Quantity, noun: int) -> bool:
    """Whether a number stands in brackets beside a word of its own, and a noun outside them."""
    text = question.text
    opened, closed = text.rfind("(", 0, number.start), text.find(")", number.end)
    if opened <= text.rfind(")", 0, number.start) or closed < 0 or opened < noun < closed:
        return False
    return any(word.word in question.content for word in words_within(question, opened, closed))


def _given_back(question: Question, last: int) -> bool:
    """Whether the noun that ends before the word `last` is told to be given back: no more of it was there before."""
    return last < len(question.words) and question.words[last].word in BACK


def _of_another(question: Question, number: Quantity, start: int) -> bool:
    """Whether a number before a noun counts the word right behind it, where the two are no one name; `1 of them KO'd`
    counts what was told before."""
    following = word_behind(question, number)
    of_them = following is not None and following.word == "of"
    return counts_another(question, number) and not of_them and not of_one_name(question, number.end, start)


def _one_of_many(question: Question, number: Quantity, first: int, last: int) -> bool:
    """Whether a one stands before a thing's word and what would be several of another: `one player wounds him`."""
    noun, between = question.words[last - 1].word, words_within(question, number.end, question.words[first].start)
    several = noun.endswith("s") and not noun.endswith(("ss", "us", "is"))
    return number.value == 1 and several and bool(between) and all(each.word != "of" for each in between)


def _far(question: Question, number: Quantity, first: int, last: int) -> bool:
    """Whether FAR words or more stand between a number and the noun of the words `[first, last)`: seen at once, for a
    long question has a number and a noun in every word."""
    words = question.words
    if number.end <= words[first].start:
        return first >= FAR and words[first - FAR].start >= number.end
    return last + FAR <= len(words) and words[last + FAR - 1].end <= number.start


def _without(question: Question, number: Quantity, noun: int) -> bool:
    """Whether a noun behind a number is denied by a "not" that stands between them."""
    return any(each.state and each.cue.start >= number.end and each.scope.holds(noun) for each in question.negations)


def _behind(question: Question, number: Quantity, last: int) -> float | None:
    """How far a number stands behind the noun that ends before the word `last`."""
    noun = question.words[last - 1]
    between = len(words_within(question, noun.end, number.start))
    named = not between and not noun.word.endswith(("ed", "ing"))
    if not named and counts_another(question, number):
        return None
    if find("next-item").match(question.text[noun.end : number.start]):
        return None
    return _within_reach(question, noun.end, number.start, between + 0.5)


def _within_reach(question: Question, start: int, end: int, far: float) -> float | None:
    return None if far > REACH + 0.5 or apart(question.text, start, end) else far
