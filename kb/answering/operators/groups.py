"""Comparisons with a part of a group: `4 wounds lie on him. do at least two of them go?`.

What a check says of what was told it says of all of it alike: all of them go, or none does.
"""

from __future__ import annotations

import re

from kb.answering.compose import COMPARE, SO, WORDS
from kb.answering.operators.case import NOTHING, Case, Composed
from kb.question.patterns import pattern
from kb.question.read import read
from kb.records.question import Operation, Operator, Question

WORD = re.compile(r"[\w+-]+")


def part_of_group(one: Operator, question: Question) -> bool:
    """Whether a comparison counts some of those that were told of."""
    return pattern("operators", "of-a-group").match(_behind(one, question)) is not None


def of_group(case: Case, one: Operator) -> Composed:
    """Of how many of the group it is so: of all, or of none; where their number is not known, only what holds of any
    number is told."""
    if case.here is None or case.asked is Operation.MUST:
        return NOTHING
    number, size = one.number or 0, group_size(one, case.question)
    if not case.here:
        return Composed(COMPARE[one.kind](0, number), case.result)
    if size is None or size < number:
        return NOTHING
    said = COMPARE[one.kind](size, number)
    return Composed(said, case.result, f"all {size}{SO}{'' if said else 'not '}{WORDS[one.kind]} {number}")


def group_size(one: Operator, question: Question) -> int | None:
    """How many they are: as the comparison says itself ("of the three"), else the one number that was told of such
    things; None where that is not known."""
    behind = _behind(one, question)
    told = pattern("operators", "of-a-group").match(behind)
    within = read(behind[told.end() :] if told else behind)
    counted = [each.value for each in within.quantities if each.start == 0]
    if counted:
        return counted[0]
    others = [each for each in question.quantities if each.end <= one.cue.start and each.value > 1]
    noun = (
        next((each.stem for each in within.words if each.word in within.content), "") if told and told["noun"] else ""
    )
    if noun:
        others = [each for each in others if noun in _stems_behind(question, each.end)]
    sizes = {each.value for each in others}
    return sizes.pop() if len(sizes) == 1 else None


def _behind(one: Operator, question: Question) -> str:
    """What stands behind the number: of `one of the three`, which is one quantity, behind the first word."""
    number = WORD.match(question.text, one.scope.start)
    return question.text[number.end() if number else one.scope.start : one.scope.end]


def _stems_behind(question: Question, place: int, near: int = 5) -> list[str]:
    """The stems of the next words behind a place."""
    return [each.stem for each in question.words if each.start >= place][:near]
