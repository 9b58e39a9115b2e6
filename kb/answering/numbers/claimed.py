"""The number that a question wants confirmed of a check that gives one: `so I pay 3, right?`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kb.question.claims import claimed, claims_at
from kb.readers.slots import Filled
from kb.records.question import Form, Part, Question

if TYPE_CHECKING:
    from kb.records.checks import Check


def claim_of(question: Question, check: Check, filled: Filled) -> int | None:
    """The number that a question wants confirmed of a check that gives one; None for other questions and checks."""
    return claimed(question, filled.unread) if check.kind == "number" else None


def compares(question: Question) -> bool:
    """Whether a question compares with a number: then it is answered by yes or no, but by a check that gives one."""
    return any(each.kind.compares and each.part is Part.ASKED for each in question.operators)


def without_the_claim(question: Question, check: Check, filled: Filled) -> Filled:
    """What a question says of a check without the number that it wants confirmed, where a fact took it: a yes or no
    about a number names that number, `is he at 17 then?`, so the only one in what it asks is no fact."""
    if check.kind != "number" or question.form is not Form.YES_NO or compares(question):
        return filled
    if claimed(question, filled.unread) is not None or any(claims_at(question, each) for each in filled.unread):
        return filled
    taken = [
        (reading, number)
        for reading in filled.readings
        for number in question.quantities
        if type(reading.value) is int and reading.start <= number.start < reading.end and claims_at(question, number)
    ]
    if len(taken) != 1:
        return filled
    (reading, number), unread = taken[0], filled.unread
    freed = replace(
        filled,
        readings=tuple(each for each in filled.readings if each is not reading),
        unread=tuple(sorted((*unread, number), key=lambda each: each.start)),
    )
    return freed if claimed(question, freed.unread) is not None else filled
