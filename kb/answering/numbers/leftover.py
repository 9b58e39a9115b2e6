"""Numbers that a question says in passing: which of them could change what a check says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from kb.answering.choosing.choose import Choice, chooser
from kb.answering.numbers.claimed import claim_of
from kb.answering.run import find
from kb.knowledge import KnowledgeBase
from kb.question.claims import denied_beside
from kb.question.measures import in_plain_nouns
from kb.question.operators import part_of
from kb.question.patterns import pattern
from kb.readers.numbers import INSIDE, counts_another, dates, walked, word_behind
from kb.readers.slots import Filled, SlotReading, number_slots
from kb.records.question import Part, Quantity, Question
from kb.records.results import CheckResult
from kb.words.text import stem

STORIED = 6
PAIR = 2
SIGNS = ("+", "-", "\u2212")
stories = partial(pattern, "stories")


def left_over(question: Question, choice: Choice) -> tuple[int, ...]:
    """The numbers that no slot took and that may matter; none that the nearest sample leaves idle too."""
    sampled = {each.value for each in _sampled(choice).unread}
    beside = Beside(question, choice)
    return tuple(
        each.value
        for each in choice.filled.unread
        if abs(each.value) not in sampled and not beside.aside(each) and beside.counts(each)
    )


class Beside:
    """What stands in a question beside a number that its check did not take, and tells whether it can matter."""

    def __init__(self, question: Question, choice: Choice) -> None:
        self.question, self.text = question, question.text
        self.wants_number = choice.check.kind == "number"
        self.taken = [each for each in choice.filled.readings if type(each.value) is int]
        others = [each for each in choice.filled.readings if type(each.value) is not int and each.text != self.text]
        self.worded = [place for each in others for place in each.places]
        self.values = [int(each.value) for each in self.taken]
        self.values += [1 for each in others if each.value is True and stories("one-of-a-kind").match(each.text)]

    def aside(self, number: Quantity) -> bool:
        """Whether a number stands beside what is asked: somebody's claim, a turn's, one of another thing, one that was
        said or taken already."""
        return (
            self._claimed_before(number)
            or self._of_a_pair(number)
            or self._points_back(number)
            or self._part_of_a_total(number)
            or self._describes(number)
            or self._says_only_which(number)
            or any(start <= number.start < end for start, end in self.worded)  # `tokens of 5`
            or denied_beside(self.question, number)  # `4, not 7?`
            or stories("earlier-one").search(self.text[: number.start]) is not None
            or dates(self.question, number)
            or _of_others(self.question, number, self.taken, self.wants_number)
        )

    def _claimed_before(self, number: Quantity) -> bool:
        """Whether somebody is said to have claimed a number before what is asked."""
        told = number.start < _asked_from(self.question)
        return told and stories("somebody-counts").search(self.text[: number.start]) is not None

    def _of_a_pair(self, number: Quantity) -> bool:
        """Whether a number is the second of a pair whose first was taken: `a 13/11 guy`, his ATK."""
        between = (self.text[one.end : number.start] for one in self.taken if number.start > one.end)
        return any(map(stories("slash").match, between))

    def _points_back(self, number: Quantity) -> bool:
        """Whether a number points back at what was taken, or what was taken points at it: `those five` after 2 and 3,
        or after 2, 2 and `a henchman`; 4 in `a 4-drop … the 4-drop`."""
        back = stories("points-back")
        if number.value in sums(self.values[:STORIED]) and back.search(self.text[: number.start]):
            return True
        same = (one for one in self.taken if one.value == number.value)
        return any(back.search(self.text[number.end : one.start]) for one in same)

    def _part_of_a_total(self, number: Quantity) -> bool:
        """Whether a number is one of several behind a total that was taken, which they make up: `three wounds, one by
        me and two by her`."""
        ends = next((each.span.end for each in self.question.sentences if each.span.holds(number.start)), 0)
        for total in self.taken:
            parts = [each for each in self.question.quantities if total.end <= each.start < ends]
            listed = all(stories("and-then").search(self.text[one.end : two.start]) for one, two in pairwise(parts))
            summed = sum(each.value for each in parts)
            if total.end <= number.start and len(parts) >= PAIR and listed and summed == total.value:
                return True
        return False

    def _describes(self, number: Quantity) -> bool:
        """Whether a number is part of what a thing is called, `a 7-drop`, and no other is, to be compared with it."""
        called = [each for each in self.question.quantities if stories("describes").match(self.text, each.end)]
        return called == [number]

    def _says_only_which(self, number: Quantity) -> bool:
        """Whether a number only tells which things are spoken of: `his own two powers`, `the -2 DEF trigger`; where no
        total is asked for, `three orcs, each with a shield of 2`, `with four of us playing`."""
        before, behind = self.text[: number.start], self.text[number.end :]
        own = number.value > 1 and stories("its-own").search(before)
        if own or (stories("the-before").search(before) and stories("names-a-power").match(behind)):
            return True
        table = stories("round-the-table").search(before) and stories("at-the-table").match(behind)
        alike = number.value > 1 and stories("each-alike").match(behind)
        return bool(table or alike) and not stories("of-all").search(self.question.at(self.question.asking))

    def counts(self, number: Quantity) -> bool:
        """Whether a number counts something: digits do; words do but `one`, `both` and the two of `between two tokens`
        or `of those two`. Where a number is asked for, a `one` that is added to what was counted before does, `two
        before him and one after`."""
        if number.text.lstrip("-\u2212").isdigit():
            return True
        before, both = self.text[: number.start], [each.text.lower() == "both" for each in self.taken]
        if number.value <= 1:
            return self.wants_number and bool(self.values) and added(self.question, number)
        pair = number.value == PAIR and (any(both) or stories("of-them").search(before) is not None)
        return number.text.lower() != "both" and not pair and not stories("between").search(before)


def _of_others(question: Question, number: Quantity, taken: Sequence[SlotReading], counts: bool) -> bool:
    """Whether a post says a number with its other questions, or again of what was taken: `he went 2. was 2 ok?`. Of one
    that wants a number that holds where some number was told with it, else there may be more to count."""
    latest, asking = question.latest, question.asking
    if latest is None:
        return False
    told = [each for each in taken if each.text]
    own = not counts or not told or any(question.stands_in(each.start, each.end, latest) for each in told)
    again = (
        each for each in told if each.value == number.value and asking.holds(each.start) != asking.holds(number.start)
    )
    elsewhere = own and not question.stands_in(number.start, number.end, latest)
    return elsewhere or (number.value > 1 and any(again))


def _asked_from(question: Question) -> int:
    """Where what is asked begins: with the claim that is to be confirmed, or the sentence that asks."""
    return min(question.claim.span.start, question.asking.start) if question.claim else question.asking.start


def _sampled(choice: Choice) -> Filled:
    """What the nearest sample states."""
    return choice.fill_sample(choice.sample) if choice.sample else Filled((), ())


def _as_printed(question: Question, number: Quantity) -> bool:
    """Whether a number is told as what a card prints: `printed cost 6`, `his base 2/2`."""
    before = in_plain_nouns(question.text[: number.start], question.measures)
    return stories("printed").search(before) is not None


def without_printed(base: KnowledgeBase, question: Question, choice: Choice) -> Choice:
    """The choice without unread numbers that only repeat what the check's card prints: `printed ATK 6`, `his base 2/2`,
    the second of a pair with the first."""
    if not any(_as_printed(question, each) for each in choice.filled.unread):
        return choice
    about = {base.store.clause(each).subject for each in chooser(base, choice.check.game).clauses[choice.check.id]}
    cards = [card for card in base.store.cards(choice.check.game) if card.title in about]
    values = {value for card in cards for value in (card.attack, card.defense, card.cost)}
    told: list[Quantity] = []
    for each in choice.filled.unread:
        paired = bool(told) and stories("slash").match(question.text[told[-1].end : each.start])
        if each.value in values and (paired or _as_printed(question, each)):
            told.append(each)
    unread = tuple(each for each in choice.filled.unread if each not in told)
    return replace(choice, filled=replace(choice.filled, unread=unread)) if told else choice


def without_ratings(base: KnowledgeBase, question: Question, choice: Choice) -> Choice:
    """The choice without unread numbers that rate what another fact of the game is about and no word of this check: the
    `12 fame` of a story in which only damage counts. A rating is told as a noun without an s: things of one kind go
    by more names than the facts know, `3 Inhumans` may well be the attackers."""
    own = chooser(base, choice.check.game).own_words

    def rated(number: Quantity) -> bool:
        noun = word_behind(question, number)
        if noun is None or number.value < PAIR or noun.word in INSIDE or noun.word.endswith("s"):
            return False
        said = stem(noun.word)
        rates = said in own.counted and said not in own.of(choice.check.id)
        return rates and counts_another(question, number)

    unread = tuple(each for each in choice.filled.unread if not rated(each))
    return replace(choice, filled=replace(choice.filled, unread=unread))


def one_more_or_less(question: Question, choice: Choice) -> bool:
    """Whether a question adds one to what it counts, or takes one from it, in words that no fact took; words that the
    nearest sample says idly too aside."""
    idly = _said_alone(choice.sample, _sampled(choice)) if choice.sample else frozenset()
    return not _said_alone(question, choice.filled) <= idly


def _said_alone(question: Question, filled: Filled) -> frozenset[str]:
    """What a question says of one more or one less that no fact of it took."""
    taken = [place for each in filled.readings if each.text != question.text for place in each.places]
    taken += [place for told in filled.lists for place in told.places]
    return frozenset(
        found[0].lower()
        for name in ("one-more", "one-less")
        for found in stories(name).finditer(question.text)
        if not any(start < found.end() and found.start() < end for start, end in taken)
    )


def added(question: Question, number: Quantity) -> bool:
    """Whether a `one` adds to what a question counts besides."""
    before, behind = question.text[: number.start], question.text[number.end :]
    told = stories("added-before").search(before) or stories("added-behind").match(behind)
    return number.value == 1 and told is not None


def sums(values: Sequence[int]) -> set[int]:
    """What some or all of these numbers make together: `those four` after 1 and 3 and 2."""
    found: set[int] = set()
    for value in values:
        found |= {value, *(other + value for other in found)}
    return found


def _idle_beside_lists(question: Question, choice: Choice) -> bool:
    """Whether each number that is in no list says how many things, or how many numbers of one, there are; in words how
    many of them: `two press guys at 2 and 4, then a 6 drop`."""
    rows = [row for told in choice.filled.lists for row in told.value]
    many = {len(told.value) for told in choice.filled.lists}
    many |= {len(value) for row in rows for value in row.values() if isinstance(value, list)}
    few = range(max(many) + 1)
    return all(
        each.value in (many if each.text.isdigit() else few) or dates(question, each) for each in choice.filled.unread
    )


def _of_what_is_asked(question: Question, choice: Choice, numbers: Sequence[int]) -> bool:
    """Whether one of these unread numbers is a change that is asked about: `she gets +6 then?`."""
    return any(
        each.value in numbers
        and question.text[max(0, each.start - 1) : each.start + 1].strip()[:1] in SIGNS
        and part_of(question.text, each.start, question.asking, question.asked) is Part.ASKED
        for each in choice.filled.unread
    )


def idle(base: KnowledgeBase, question: Question, choice: Choice, result: CheckResult) -> bool:
    """Whether the numbers that no slot took can be said in passing.

    Of a yes or no, or a choice, that stays the same whichever of the check's numbers they are (one in a card's name is
    none); one that repeats a number that was taken can only be one that was not. Where a number is asked for, each must
    be taken, say what is assumed anyway (`down to 0`), or be the one that the question wants confirmed; beside a list
    of things, be how many they are.
    """
    choice = without_ratings(base, question, without_printed(base, question, choice))
    weighing = chooser(base, choice.check.game)
    cards = {base.store.clause(each).subject for each in weighing.clauses[choice.check.id]}
    named = {int(number) for card in cards for number in re.findall(r"\d+", card)}
    numbers = tuple(number for number in left_over(question, choice) if number not in named)
    slots = number_slots(choice.check, weighing.model.schema)
    stated = choice.filled.facts
    if choice.filled.lists:
        return _idle_beside_lists(question, choice)
    if choice.check.kind == "number":
        if one_more_or_less(question, choice):
            return False
        claim = claim_of(question, choice.check, choice.filled)
        assumed = {each.value for each in result.assumed if type(each.value) is int}
        return all(number == claim or number in assumed for number in numbers)
    if numbers and not slots and choice.check.kind == "yes_no" and _of_what_is_asked(question, choice, numbers):
        return False
    facts = choice.check.types(weighing.model.schema)
    gone = {each.value for each in choice.filled.unread if walked(question, each)}
    for slot in slots:
        for number in dict.fromkeys(numbers[:STORIED]):
            if slot in stated and number in stated.values():
                continue
            if number in gone and not stories("tells-a-move").search(facts[slot].sentence):
                continue  # how far somebody went is nothing else
            other = find(base, replace(choice, filled=choice.filled.with_fact(slot, number)))
            if other is not None and other.verdict != result.verdict:
                return False
    return len(numbers) <= STORIED
