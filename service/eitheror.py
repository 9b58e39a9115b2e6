"""Answer "front or support?" by a check that says yes or no: it is run once for each of the two things.

A question that puts two things side by side wants one of them. Where its sides, each read alone, state different
values of the same facts, and the check says yes to one and no to the other, the one is the verdict, in the question's
own words. Of a fact that tells which way a question asks it is enough that the one states it. Words that both sides
share tell nothing apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from kb.asking import alternatives, asks_leave
from kb.choosing import Choice
from kb.knowledge import KnowledgeBase
from kb.rules.records import CheckResult, FactType, Plain, Status
from kb.sides import Side, sides
from kb.slots import Filled, SlotReading, fill
from kb.told import asking_sentence
from kb.turning import turns
from service.chosen import run

Apart = dict[str, tuple[Plain | None, Plain | None]]
"""The facts that tell two sides apart, with the value that each states; None for the side that states none."""


@dataclass(frozen=True, slots=True)
class Picked:
    """The side that a check says yes to, with the choice and the result by its facts."""

    side: str
    choice: Choice
    result: CheckResult


def picked(base: KnowledgeBase, question: str, choice: Choice) -> Picked | None:
    """The one of two things that the check says yes to; None where the question names none, where its sides are not
    told apart by facts, or where the check does not tell them apart."""
    if choice.check.kind != "yes_no" or not alternatives(question) or alternatives(choice.sample):
        return None
    if asks_leave(asking_sentence(question) or question):
        return None  # `may he cut or shuffle?` asks for both
    schema = base.checks.model(choice.check.game).schema
    facts = {slot.name: schema.facts[slot.fact] for slot in choice.check.slots if slot.fact in schema.facts}
    pairs = [(pair, tuple(fill(side.question, choice.check, schema) for side in pair)) for pair in sides(question)]
    shared = {slot for _, (one, other) in pairs for slot, value in one.facts.items() if other.facts.get(slot) == value}
    for pair, readings in pairs:
        apart = told_apart(pair, readings, facts)
        if apart and not shared & apart.keys() and all(turns(side.question) == 0 for side in pair):
            said = [
                _said(base, choice, side, {slot: both[at] for slot, both in apart.items()})
                for at, side in enumerate(pair)
            ]
            yes = [each for each in said if isinstance(each, Picked)]
            return yes[0] if len(yes) == 1 and "open" not in said else None
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


def _stands_in(reading: SlotReading | None, side: Side) -> bool:
    return reading is not None and reading.text.casefold() in side.words.casefold()


def _said(base: KnowledgeBase, choice: Choice, side: Side, own: Mapping[str, Plain | None]) -> Picked | str:
    """What the check says by the whole question's facts and a side's `own`: Picked for yes, else `no`, `open`, or
    `unknown` where its facts are not known."""
    kept = tuple(each for each in choice.filled.readings if each.slot not in own)
    unclear = tuple(each for each in choice.filled.unclear if each[0] not in own)
    filled = replace(choice.filled, readings=kept, unclear=unclear)
    for slot, value in own.items():
        if value is None:
            return "unknown"
        filled = filled.with_fact(slot, value)
    tried = replace(choice, filled=filled)
    result = run(base, tried)
    if result is None or result.status is not Status.ANSWERED or result.verdict is None:
        return "open"
    return Picked(side.name, tried, result) if result.verdict.value is True else "no"
