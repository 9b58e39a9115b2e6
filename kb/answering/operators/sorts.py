"""What a question's operators ask of its check: the sort that tells which rule applies them (apply.py)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kb.answering.choosing.choose import Choice
from kb.answering.compose import Meaning
from kb.answering.operators import own
from kb.answering.operators.groups import part_of_group
from kb.answering.operators.limits import LIMITS
from kb.answering.operators.ranges import claims, converse, matters, taken
from kb.answering.operators.worlds import IN_ALL, WORLDS
from kb.answering.run import facts_of
from kb.knowledge import KnowledgeBase
from kb.question.patterns import pattern
from kb.records.question import Operation, Operator, Question

Operators = tuple[Operator, ...]


class Sort(StrEnum):
    """What operators ask, each with a question."""

    NOTHING = "nothing"
    """They leave the verdict as it is: `may he move?` of a check of leave."""

    DUTY = "duty"
    """Duty where the check does not ask for it, leave where it asks for duty: `must he move?` of "may he move?"."""

    LIMIT = "limit"
    """Whether it fails without something: `does he move only if he is ready?`."""

    WORLDS = "worlds"
    """Whether it is so whatever else is so: `does he always move?`."""

    COMPARISON = "comparison"
    """A number that the check gives, or that was told: `do I pay more than 4?`, `may he move with at least 2 wounds?`;
    so are the values of one that is always or for each to be: `can every hero have more than 4?`."""

    CONVERSE = "converse"
    """A comparison that is just what the check's title leaves: `at most once?` of "more than once?"."""

    GROUP = "group"
    """How many of those that were told of: `4 wounds lie on him. do at least two of them go?`."""

    SEVERAL = "several"
    """More than one of these, or whether it is so for nothing else: `is it always because of that?`."""


@dataclass(frozen=True, slots=True)
class Found:
    """The operators that may change a verdict, by what they are; `grouped` are comparisons that count some of those
    that were told of, whether they are `compared` or not."""

    limits: Operators
    worlds: Operators
    compared: Operators
    grouped: Operators


def sort_of(base: KnowledgeBase, question: Question, choice: Choice, left: Operators) -> Sort:
    """What these operators ask of a check of yes or no, or of a number."""
    yes_no = choice.check.kind == "yes_no"
    found = _found(base, question, choice, left)
    if yes_no and len(found.grouped) == 1 and not found.worlds:
        return Sort.GROUP
    if (found.worlds or found.compared) and _asks_why(question):
        return Sort.SEVERAL
    worlds = _worlds(found, choice)
    limits = [Sort.LIMIT] if found.limits else []  # several are one whose scope cannot be told
    sorts = [*limits, *[Sort.WORLDS] * len(worlds), *[Sort.COMPARISON] * len(found.compared)]
    if not sorts:
        return Sort.DUTY if yes_no and _asks_otherwise(question, choice, left) else Sort.NOTHING
    if yes_no and sorts == [Sort.WORLDS, Sort.COMPARISON] and worlds[0].kind in IN_ALL:
        return Sort.COMPARISON
    if yes_no and sorts == [Sort.COMPARISON] and converse(found.compared[0], choice):
        return Sort.CONVERSE
    return sorts[0] if len(sorts) == 1 else Sort.SEVERAL


def the_grouped(question: Question, choice: Choice, left: Operators) -> Operators:
    """The comparisons that count some of those that were told of, whose number no fact took."""
    return tuple(
        each for each in left if matters(each, choice) and part_of_group(each, question) and not taken(each, choice)
    )


def _found(base: KnowledgeBase, question: Question, choice: Choice, left: Operators) -> Found:
    """The operators that may change a verdict. A check of a number hears no limit but "only"; what stands within a
    limit is limited by it, and compares nothing by itself."""
    limits = tuple(
        each
        for each in left
        if each.kind in LIMITS and (choice.check.kind == "yes_no" or each.kind is Operation.ONLY)
        if not _names_a_number(base, each, choice, left)
    )
    worlds = tuple(each for each in left if each.kind in WORLDS)
    compared = tuple(each for each in left if matters(each, choice) and not _within(each, limits))
    return Found(limits, worlds, compared, the_grouped(question, choice, left))


def _worlds(found: Found, choice: Choice) -> Operators:
    """The operators that ask what else may be so; an "every" beside another one, or beside the number that a check
    gives, says only whose it is, and an "ever" beside a greatest number nothing more."""
    number = bool(found.compared) and choice.check.kind == "number"
    idle = {Operation.EVERY} if len(found.worlds) > 1 or number else set()
    if number and own.meanings(choice.check) == (Meaning.MOST,):
        idle.add(Operation.EVER)
    return tuple(each for each in found.worlds if each.kind not in idle)


def _asks_why(question: Question) -> bool:
    """Whether it is asked what it is so for: `is it always because of that?` asks whether it is by nothing else."""
    return bool(pattern("operators", "asks-why").search(question.text, question.asked.start, question.asking.end))


def _asks_otherwise(question: Question, choice: Choice, left: Operators) -> bool:
    """Whether a question asks for duty, and its check does not, or for leave, and its check for duty."""
    asked = own.asks_for(question)
    if asked is Operation.MUST:
        return any(each.kind is Operation.MUST for each in left)
    leave = [each for each in question.operators if each.kind is Operation.MAY]
    heard = choice.filled.contrary or any(own.read_from(each, question, choice) for each in leave)  # `may she refuse?`
    return asked is Operation.MAY and own.mode_of(choice.check) is Operation.MUST and not heard


def _names_a_number(base: KnowledgeBase, one: Operator, choice: Choice, left: Operators) -> bool:
    """Whether an "only" stands before the number that a check gives or confirms: `do I only pay 3?` asks whether it is
    3."""
    counts = [each for each in left if each.kind.compares and one.cue.start <= each.cue.start < one.cue.end]
    if one.kind is not Operation.ONLY or not counts:
        return False
    facts = facts_of(base, choice)
    read = [reading for each in counts if (reading := taken(each, choice)) is not None]
    return choice.check.kind == "number" or any(claims(choice, facts[each.slot]) for each in read)


def _within(one: Operator, limits: Operators) -> bool:
    """Whether a comparison belongs to what a limit limits."""
    return any(one.scope.within(each.scope) for each in limits)
