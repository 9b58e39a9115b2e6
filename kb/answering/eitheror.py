"""Answer "front or support?": by a check that names one of the two things, or by one that says yes or no, which is run
once for each of them.

A question that puts two things side by side wants one of them. A check that names a thing or a number, and names one of
these two, is most likely the right one: others seldom name either. A check of yes or no tells them apart where the two
sides, each read alone, state different values of the same facts, and it says yes to one and no to the other; the one
is the verdict, in the question's own words. Of a fact that tells which way a question asks it is enough that the one
states it. Words that both sides share tell nothing apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kb.answering.asserting.trust import log_odds, trusted
from kb.answering.choosing.choose import Choice
from kb.answering.numbers.leftover import idle
from kb.answering.run import find, run
from kb.knowledge import KnowledgeBase
from kb.question.alternatives import named_beside, says_either, spoken_of
from kb.question.asking import asks_leave, begins_at_once, starts
from kb.question.derived import alone, without_numbers
from kb.readers.slots import Filled, SlotReading, fill
from kb.records.question import Question, Side
from kb.records.results import CheckResult, Status
from kb.records.types import FactType, Plain
from kb.retrieval.weights import weights
from kb.words.text import content_words

LIKELIEST = 3
ASKED_OF_BOTH, ASKED_OF_ONE = 0.8, 0.5
Apart = dict[str, tuple[Plain | None, Plain | None]]
"""The facts that tell two sides apart, with the value that each states; None for the side that states none."""


@dataclass(frozen=True, slots=True)
class Picked:
    """The first (`at` 0) or the second (1) of two things, as a check tells, with its choice and result by its facts.

    `side` is what a check says yes to, in the question's words; empty where the check itself names the thing. `known`
    where the check says of both things what holds, not of the one alone.
    """

    at: int
    side: str
    choice: Choice
    result: CheckResult
    known: bool = True

    @property
    def tells(self) -> float:
        """How much it says that the check is the right one that it tells these two things apart, 1 at most."""
        return (ASKED_OF_BOTH if self.known else ASKED_OF_ONE) if self.side else 1.0


def one_of_two(base: KnowledgeBase, question: Question, found: Sequence[Choice]) -> tuple[Picked, float] | None:
    """The one of two things side by side by the first of the likeliest checks that tells, with the log-odds that it is
    right; None where none tells, where asserting it would be a guess, or where another says that it is the other.

    That a check tells just these two things apart speaks for it (`sided`), less where it was asked of each of them, and
    less again where it tells of one alone.
    """
    weight, told = weights()["check"], []
    for choice in found[:LIKELIEST]:
        one = (picked if choice.check.kind == "yes_no" else spoken)(base, question, choice)
        if one is not None and idle(base, question, one.choice, one.result):
            odds = trusted(choice.score, 0.0) + weight["sided"] * one.tells
            if odds >= log_odds(weight["likely"]):
                told.append((one, odds))
    return told[0] if len({one.at for one, _ in told}) == 1 else None


def picked(base: KnowledgeBase, question: Question, choice: Choice) -> Picked | None:
    """The one of two things that a check of a yes or no says yes to; None where the question names none, where its
    sides are not told apart by facts, or where the check does not tell them apart."""
    leave = begins_at_once(question) and asks_leave(question, question.asking)
    if leave or (starts(question.at(question.asked)) and says_either(question)):
        return None  # `may he cut or shuffle?` asks for both, `does he choose either +4 or +2?` whether he may
    schema = base.checks.model(choice.check.game).schema
    facts = choice.check.types(schema)
    pairs = [(pair, tuple(fill(alone(side), choice.check, schema) for side in pair)) for pair in question.sides]
    shared = {slot for _, (one, other) in pairs for slot, value in one.facts.items() if other.facts.get(slot) == value}
    for pair, readings in pairs:
        apart = told_apart(pair, readings, facts)
        if apart and not shared & apart.keys() and all(alone(side).turned == 0 for side in pair):
            said = [_said(base, choice, {slot: both[at] for slot, both in apart.items()}) for at in range(len(pair))]
            yes = [(at, each) for at, each in enumerate(said) if isinstance(each, Choice)]
            if len(yes) != 1 or "open" in said:
                return None
            at, told = yes[0]
            result = run(base, told)
            if result is None:
                return None
            telling = next((each.text for each in readings[at].readings if each.slot in apart), "")
            name = named_beside(pair[at], telling, pair[1 - at])
            if not content_words(name):  # `…, or do i still have to fight it?` names nothing
                continue
            return Picked(at, name, told, result, "no" in said)
    return None


def either_way(base: KnowledgeBase, question: Question, choice: Choice) -> Choice | None:
    """The choice as the first of two things is asked alone, where a check of a yes or no, of which a question states
    each of the two, says the same of both: `can one that is either large or huge be moved?`."""
    if choice.check.kind != "yes_no" or choice.filled.contrary is not None:
        return None
    schema = base.checks.model(choice.check.game).schema
    for pair in question.sides:
        readings = [fill(alone(side), choice.check, schema) for side in pair]
        if all(
            each.contrary is None and any(_told_in(side, one) for one in each.readings)
            for side, each in zip(pair, readings, strict=True)
        ):
            ways = [replace(choice, filled=each) for each in readings]
            said = [found.verdict if (found := find(base, each)) is not None else None for each in ways]
            if said[0] is not None and said[0] == said[1]:
                return ways[0]
    return None


def same_of_both(base: KnowledgeBase, question: Question, choice: Choice, result: CheckResult) -> bool:
    """Whether a check says of each of two things what it says of both."""
    way = either_way(base, question, choice)
    found = find(base, way) if way is not None else None
    return found is not None and found.verdict is not None and found.verdict == result.verdict


def spoken(base: KnowledgeBase, question: Question, choice: Choice) -> Picked | None:
    """The one of two things that a check names itself, `bottom`, a place, a number; None where it names neither or
    both. A number in the two things is what is asked for and no fact: `do I take 5 or 3?`."""
    schema = base.checks.model(choice.check.game).schema
    for pair in question.sides:
        own = choice
        if choice.check.kind == "number":
            own = replace(choice, filled=fill(without_numbers(question, pair), choice.check, schema))
        found = find(base, own)
        if found is not None and found.status is Status.ANSWERED and found.verdict is not None:
            at = spoken_of(str(found.verdict.value), pair)
            result = run(base, own) if at is not None else None
            if at is not None and result is not None:
                return Picked(at, "", own, result)
    return None


def told_apart(pair: tuple[Side, Side], readings: tuple[Filled, ...], facts: Mapping[str, FactType]) -> Apart:
    """The facts of which two sides state different values; none where a side states a fact of the game of which the
    other says nothing: then it is not the sides that make the difference."""
    one, other = ({each.slot: each for each in reading.readings} for reading in readings)
    found: Apart = {}
    for slot in one.keys() | other.keys():
        here, there = one.get(slot), other.get(slot)
        if here and there:
            if here.value != there.value:
                found[slot] = here.value, there.value
        elif not facts[slot].asked or not _stands_in(here or there, pair[0 if here else 1]):
            return {}
        else:
            found[slot] = (here.value, None) if here else (None, there.value if there else None)
    return found


def _told_in(side: Side, reading: SlotReading) -> bool:
    """Whether a fact is read from a side's own words, be it together with words before them: `out at a blue`."""
    at = side.alone.casefold().rfind(side.words.casefold())
    return at >= 0 and any(start < at + len(side.words) and at < end for start, end in reading.places)


def _stands_in(reading: SlotReading | None, side: Side) -> bool:
    return reading is not None and reading.text.casefold() in side.words.casefold()


def _said(base: KnowledgeBase, choice: Choice, own: Mapping[str, Plain | None]) -> Choice | str:
    """What the check says by the whole question's facts and a side's `own`: the choice with them for yes, else `no`,
    `open`, or `unknown` where its facts are not known."""
    kept = tuple(each for each in choice.filled.readings if each.slot not in own)
    unclear = tuple(each for each in choice.filled.unclear if each[0] not in own)
    filled = replace(choice.filled, readings=kept, unclear=unclear)
    for slot, value in own.items():
        if value is None:
            return "unknown"
        filled = filled.with_fact(slot, value)
    tried = replace(choice, filled=filled)
    found = find(base, tried)
    if found is None or found.status is not Status.ANSWERED or found.verdict is None:
        return "open"
    return tried if found.verdict.value is not bool(filled.contrary) else "no"
