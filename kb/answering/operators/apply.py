"""Applies a question's operators to what its check computes.

The rules compute what is so; compose.py says what an operator makes of it; here the check is asked in the scenarios
that the operator speaks of. What no operator rule covers is not asserted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from kb.answering.choosing.choose import Choice
from kb.answering.operators import own
from kb.answering.operators.case import NOTHING, Case, Composed
from kb.answering.operators.duty import of_duty
from kb.answering.operators.groups import of_group
from kb.answering.operators.limits import limited
from kb.answering.operators.ranges import NEXT, of_converse, of_fact, of_number
from kb.answering.operators.sorts import Sort, sort_of, the_grouped
from kb.answering.operators.worlds import in_worlds
from kb.knowledge import KnowledgeBase
from kb.records.question import Form, Operation, Operator, Question
from kb.records.results import CheckResult

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
    rules = RULES.get(choice.check.kind)
    return rules[sort_of(base, question, choice, left)] if rules is not None else None


def _uncovered(case: Case) -> Composed:  # noqa: ARG001
    """Where no rule applies."""
    return NOTHING


def _of_its_group(case: Case) -> Composed:
    """How many of those that were told of."""
    [one] = the_grouped(case.question, case.choice, case.left)
    return of_group(case, one)


RULES: Mapping[str, Mapping[Sort, Rule | None]] = {
    "yes_no": {
        Sort.NOTHING: None,
        Sort.DUTY: of_duty,
        Sort.LIMIT: limited,
        Sort.WORLDS: in_worlds,
        Sort.COMPARISON: of_fact,
        Sort.CONVERSE: of_converse,
        Sort.GROUP: _of_its_group,
        Sort.SEVERAL: _uncovered,
    },
    "number": {
        Sort.NOTHING: None,
        Sort.LIMIT: _uncovered,
        Sort.WORLDS: _uncovered,
        Sort.COMPARISON: of_number,
        Sort.SEVERAL: _uncovered,
    },
}
"""What applies operators, by the kind of the check and what they ask. No rule applies any to the name of a thing, and
of a number nobody asks for duty, a group or the converse (sorts.py)."""


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
