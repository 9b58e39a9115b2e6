"""What a check computes from the facts that a language model read, as the question asks for it.

What the model left unsaid and the check asks for may be what the built-in reader read: a card that is named, or a fact
that tells how the question is worded, which the model is not shown. Operators ("only", "more than 4") are applied as
everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from kb.answering.asserting.withheld import Withheld
from kb.answering.choosing.candidates import Offered
from kb.answering.choosing.choose import Choice
from kb.answering.operators import own
from kb.answering.operators.apply import composed
from kb.answering.rulings import OUTCOMES, Ruling
from kb.answering.run import facts_of, of_the_game, run
from kb.answering.ways import asked_back, asks_opposite
from kb.errors import ReaderError
from kb.knowledge import KnowledgeBase
from kb.readers.assistant.replies import told
from kb.readers.assistant.spans import stands
from kb.readers.filled import Filled, SlotReading
from kb.readers.listing import Listed, Listing
from kb.records import Outcome
from kb.records.question import Question
from kb.records.reading import Asks, Failure, Reading, StatedFact
from kb.records.results import CheckResult, Status
from kb.records.types import Plain

MOST_ADDED = 4
AGREED = 0.98
"""How likely a verdict is right on which both ways agree: 83 of 83 were, so at least .98 by Laplace's rule."""


def computed(base: KnowledgeBase, question: Question, offered: Sequence[Offered], reading: Reading) -> Ruling | None:
    """The ruling by a reading; None where it names no check. ReaderError where the engine cannot take its facts.

    Its outcome is what the check ends with, withheld where the question's operators make nothing of it.
    """
    chosen = next((each.choice for each in offered if each.candidate.check.full_id == reading.check), None)
    if chosen is None:
        return None
    choice = replace(chosen, filled=filled_of(base, question, chosen, reading))
    choice, result = completed(base, choice, chosen.filled)
    left = own.left(question, choice)
    opposite = _opposite(base, question, choice, result, reading)
    claim = reading.claimed if reading.asks is Asks.CLAIM else None
    said = composed(base, question, choice, result, opposite, left)
    outcome: Outcome | Withheld = OUTCOMES[result.status]
    if said is not None:
        outcome = Outcome.ANSWERED if said.value is not None else Withheld.OPERATOR
    result = asked_back(result, opposite if said is None else None, claim)
    shown = said.shown if said is not None and said.value is not None and said.shown is not None else result
    asked = own.words_aside(question, left)
    return Ruling(choice, shown, outcome, asked, opposite, claim, trust=AGREED, composed=said)


def completed(base: KnowledgeBase, choice: Choice, words: Filled) -> tuple[Choice, CheckResult]:
    """The choice and its result, with what it asks for and the built-in reader read. ReaderError where the engine
    cannot take the facts."""
    read = {each.slot: each for each in words.readings}
    result = _run(base, choice)
    for _ in range(MOST_ADDED):
        asked = [each.fact for each in result.ask if each.fact in read and each.fact not in choice.filled.facts]
        if result.status is not Status.DEPENDS or not asked:
            break
        more = (*choice.filled.readings, read[asked[0]])
        choice = replace(choice, filled=replace(choice.filled, readings=more))
        result = _run(base, choice)
    return choice, result


def _run(base: KnowledgeBase, choice: Choice) -> CheckResult:
    """What the check comes to; ReaderError where the engine cannot take the facts."""
    result = run(base, choice)
    if result is None or result.status is Status.TIMEOUT:
        raise ReaderError(Failure.WRONG, "its facts cannot be computed with")
    return result


def _opposite(base: KnowledgeBase, question: Question, choice: Choice, result: CheckResult, reading: Reading) -> bool:
    """Whether the question's yes is the check's no: as the model has it by the check's title; where a fact was added
    that tells how the question is worded, as its words have it."""
    if choice.check.kind != "yes_no":
        return False
    facts = facts_of(base, choice)
    worded = any(each.slot in facts and not of_the_game(facts[each.slot]) for each in choice.filled.readings)
    by_words = asks_opposite(question, choice, result) if worded else None
    return reading.asks is Asks.OPPOSITE if by_words is None else by_words


def filled_of(base: KnowledgeBase, question: Question, choice: Choice, reading: Reading) -> Filled:
    """What a reading says of a check's slots, in the check's order."""
    facts = facts_of(base, choice)
    cards = {
        each.slot: each
        for each in choice.filled.readings
        if each.slot in facts and (of := facts[each.slot].value) is not None and of.kind == "card"
    }
    read = {each.name: each for each in reading.facts if not isinstance(each.value, tuple)}
    one = cards | {name: _slot(question, each) for name, each in read.items()}
    orders = {slot.name: slot.order for slot in choice.check.slots if slot.order}
    lists = tuple(_list(question, each, orders) for each in reading.facts if isinstance(each.value, tuple))
    ordered = tuple(one[slot.name] for slot in choice.check.slots if slot.name in one)
    return Filled(ordered, (), (), lists)


def _slot(question: Question, fact: StatedFact) -> SlotReading:
    start, end = _place(question, fact)
    return SlotReading(fact.name, cast(Plain, fact.value), start, end, question.text[start:end])


def _list(question: Question, fact: StatedFact, orders: dict[str, str]) -> Listing:
    """A list of things, or several values of one fact."""
    value = told(fact.value)
    if (order := orders.get(fact.name)) and isinstance(value, list):
        value = [{**row, order: at} for at, row in enumerate(value, 1)]
    place = _place(question, fact)
    return Listing(fact.name, cast(Listed, value), question.text[place[0] : place[1]], (place,))


def _place(question: Question, fact: StatedFact) -> tuple[int, int]:
    """Where the words of a fact stand in the question as it is read; nowhere, `(0, 0)`, where it mended them."""
    if found := stands(fact.text, question.text):
        return found
    places = [at for at, typed in enumerate(question.places) if fact.start <= typed <= fact.end]
    return (places[0], places[-1]) if len(places) > 1 and places[-1] <= len(question.text) else (0, 0)
