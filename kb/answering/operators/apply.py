"""Applies a question's operators to what its check computes.

The rules compute what is so; compose.py says what an operator makes of it; here the check is asked in the scenarios
that the operator speaks of. What no operator rule covers is not asserted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from kb.answering.choosing.choose import Choice
from kb.answering.operators import own
from kb.answering.operators.case import NOTHING, Case, Composed
from kb.answering.operators.duty import of_duty
from kb.answering.operators.groups import of_group, part_of_group
from kb.answering.operators.limits import LIMITS, limited
from kb.answering.operators.ranges import NEXT, claims, converse, matters, of_converse, of_fact, of_number, taken
from kb.answering.operators.worlds import IN_ALL, WORLDS, in_worlds
from kb.answering.run import facts_of
from kb.knowledge import KnowledgeBase
from kb.question.patterns import pattern
from kb.records.checks import CheckResult
from kb.records.question import Form, Operation, Operator, Question

Rule = Callable[[Case], Composed]
LIKELY = 0.5


def composed(
    base: KnowledgeBase,
    question: Question,
    choice: Choice,
    result: CheckResult,
    opposite: bool | None,
    left: tuple[Operator, ...],
) -> Composed | None:
    """What a check says of a question with these operators left; None where none of them changes its verdict.

    `choice`, `result` and `opposite` are those of the question without them (`own.plain`). A claim that is asked to be
    wrong turns the whole round; another "not" may stand inside or outside: then both ways must agree.
    """
    rule = rule_of(base, question, choice, left) if question.form in (Form.YES_NO, Form.UNTOLD) else None
    if rule is None:
        return None
    denied = own.denied(own.plain(question, left, False))
    if opposite is None or denied is None:
        return NOTHING
    outer = question.claim is not None and question.claim.wrong
    case = Case(base, question, choice, result, opposite is not outer, left, own.asks_for(question))
    found = rule(case)
    if denied and choice.check.kind == "yes_no":
        other = rule(replace(case, inner=not case.inner))
        if found.value is None or other.value is not (not found.value):
            return NOTHING
    elif denied:
        outer = not outer
    return replace(found, value=not found.value) if outer and found.value is not None else found


def rule_of(base: KnowledgeBase, question: Question, choice: Choice, left: tuple[Operator, ...]) -> Rule | None:
    """The rule that applies these operators; None where they leave the verdict as it is."""
    yes_no = choice.check.kind == "yes_no"
    limits = [
        each
        for each in left
        if each.kind in LIMITS and (yes_no or each.kind is Operation.ONLY)
        if not _names_a_number(base, each, choice, left)
    ]
    worlds = [each.kind for each in left if each.kind in WORLDS]
    counted = [each for each in left if matters(each, choice) and not _within(each, limits)]
    if not yes_no and choice.check.kind != "number":
        return None
    some = [
        each for each in left if matters(each, choice) and part_of_group(each, question) and not taken(each, choice)
    ]
    if len(some) == 1 and yes_no and not worlds:
        return partial(of_group, one=some[0])
    why = pattern("operators", "asks-why").search(question.text, question.asked.start, question.asking.end)
    if why and (worlds or counted):
        return _uncovered  # `is it always because of that?` asks whether it is by nothing else
    if len(worlds) > 1 or (counted and not yes_no):
        worlds = [each for each in worlds if each is not Operation.EVERY]  # here it says only whose it is
    if len(counted) == 1 and yes_no and not limits and len(worlds) == 1 and worlds[0] in IN_ALL:
        return of_fact
    if sum(map(bool, (limits, worlds, counted))) > 1 or len(worlds) > 1 or len(counted) > 1:
        return _uncovered
    if counted and yes_no:
        return of_converse if converse(counted[0], choice) else of_fact
    if counted:
        return of_number
    if limits or worlds:
        return _uncovered if not yes_no else limited if limits else in_worlds
    return of_duty if yes_no and _asks_otherwise(question, choice, left) else None


def asked_instead(question: Question, found: Sequence[Choice]) -> Choice | None:
    """Where the first choice cannot say what an operator asks, the next of the same clause that asks with it itself:
    `must I use it?` is not answered by "may I?" but by "must I, or may I leave it?"."""
    best = found[0]
    left = [each for each in own.left(question, best) if each.kind is not Operation.MAY]
    for other in found[1:NEXT]:
        if (
            other.check.kind != "yes_no"
            or other.score < LIKELY
            or not set(other.check.clauses) & set(best.check.clauses)
        ):
            continue
        if left and all(own.in_title(own.capped(each, question), other.check) for each in left):
            return other
    return None


def _asks_otherwise(question: Question, choice: Choice, left: tuple[Operator, ...]) -> bool:
    """Whether a question asks for duty, and its check does not, or for leave, and its check for duty."""
    asked = own.asks_for(question)
    if asked is Operation.MUST:
        return any(each.kind is Operation.MUST for each in left)
    leave = [each for each in question.operators if each.kind is Operation.MAY]
    heard = choice.filled.contrary or any(own.read_from(each, question, choice) for each in leave)  # `may she refuse?`
    return asked is Operation.MAY and own.mode_of(choice.check) is Operation.MUST and not heard


def _uncovered(case: Case) -> Composed:  # noqa: ARG001
    """Where no rule applies."""
    return NOTHING


def _names_a_number(base: KnowledgeBase, one: Operator, choice: Choice, left: tuple[Operator, ...]) -> bool:
    """Whether an "only" stands before the number that a check gives or confirms: `do I only pay 3?` asks whether it is
    3."""
    counts = [each for each in left if each.kind.compares and one.cue.start <= each.cue.start < one.cue.end]
    if one.kind is not Operation.ONLY or not counts:
        return False
    facts = facts_of(base, choice)
    read = [reading for each in counts if (reading := taken(each, choice)) is not None]
    return choice.check.kind == "number" or any(claims(choice, facts[each.slot]) for each in read)


def _within(one: Operator, limits: list[Operator]) -> bool:
    """Whether a comparison belongs to what a limit limits."""
    return any(one.scope.within(each.scope) for each in limits)
