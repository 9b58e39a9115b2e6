"""Is a verdict the same however its question is read? It is asserted only where it is."""

from __future__ import annotations

from dataclasses import replace

from kb.answering.choosing.choose import Choice, named_cards
from kb.answering.run import find
from kb.knowledge import KnowledgeBase
from kb.question.alternatives import joined
from kb.question.asking import starts
from kb.question.derived import BLANK, first_asked, masked
from kb.question.patterns import pattern
from kb.readers.slots import fill
from kb.records.checks import ASKS
from kb.records.question import Question
from kb.records.results import CheckResult, Status
from kb.words.text import stem


def same_read_otherwise(base: KnowledgeBase, question: Question, choice: Choice, result: CheckResult) -> bool:
    """Whether all ways to read it come to the same verdict."""
    if of_the_object(question, choice):
        return False
    same = settled(base, choice, result) and told_by_asker(base, question, choice, result)
    return same and first_alone(base, question, choice, result)


def settled(base: KnowledgeBase, choice: Choice, result: CheckResult) -> bool:
    """Whether the verdict is the same whichever of two things that the question says of a fact is meant."""
    for slot, value in choice.filled.unclear:
        other = find(base, replace(choice, filled=choice.filled.with_fact(slot, value)))
        if other is None or other.verdict != result.verdict:
            return False
    return True


def told_by_asker(base: KnowledgeBase, question: Question, choice: Choice, result: CheckResult) -> bool:
    """Whether the verdict is the same without what somebody else is said to claim, where that settles it too: `my mate
    claims that he is down. does he move?`; `true about moving?` asks of the claim."""
    if not starts(question.at(question.asked)):
        return True
    claims = [each for each in question.hearsay if each.end <= question.asking.start]
    if not any(each.holds(start) for each in claims for one in choice.filled.readings for start, _ in one.places):
        return True
    other = find(base, refilled(base, choice, masked(question, claims, BLANK)))
    return other is None or other.status is not Status.ANSWERED or other.verdict == result.verdict


def of_the_object(question: Question, choice: Choice) -> bool:
    """Whether a fact was read from what a deed is done to, and the check asks of the doer alone: `may I attack an
    exhausted character?` of "can the character attack?"."""
    title = pattern("whose", "what-one-does").match(choice.check.title)
    if title is None:
        return False
    deed = stem(title["deed"].lower())
    deeds = [each.end for each in question.words if question.asked.holds(each.start) and each.stem == deed]
    stated = [each for each in choice.filled.readings if type(each.value) is not int and each.slot != ASKS]
    places = [place for each in stated for place in each.places]
    between = pattern("whose", "to-its-object")
    return any(
        end < start < question.asked.end and between.match(question.text[end:start])
        for end in deeds
        for start, _ in places
    )


def first_alone(base: KnowledgeBase, question: Question, choice: Choice, result: CheckResult) -> bool:
    """Whether a yes or no is the same by what the first of two questions says alone: `may it attack at once, or does it
    have to wait?`."""
    first = first_asked(question)
    if choice.check.kind != "yes_no" or first is question or sample_joins(choice):
        return True
    schema = base.checks.model(choice.check.game).schema
    filled = fill(first, choice.check, schema)
    alone = find(base, replace(choice, filled=filled))
    if alone is None or alone.status is not Status.ANSWERED or alone.verdict != result.verdict:
        return False
    return choice.check.ways is None or filled.contrary is choice.filled.contrary


def sample_joins(choice: Choice) -> bool:
    """Whether the nearest sample puts two things side by side itself."""
    return choice.sample is not None and joined(choice.sample)


def refilled(base: KnowledgeBase, choice: Choice, asked: Question) -> Choice:
    """The choice with the facts that a question states without its operators."""
    schema = base.checks.model(choice.check.game).schema
    return replace(choice, filled=fill(asked, choice.check, schema, named_cards(asked)))
