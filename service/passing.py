"""Numbers that a question says in passing: which of them could change what a check says."""

from __future__ import annotations

import re
from dataclasses import replace

from kb.asking import asking_sentence
from kb.choosing import Choice, claim_of
from kb.errors import HeadjudgeError
from kb.knowledge import KnowledgeBase
from kb.rules.records import CheckResult
from kb.slots import number_slots
from kb.wordplaces import text_of

STORIED = 6
SAID = re.compile(
    r"\b(?:he|she|they|everybody|everyone|somebody|someone|friend|buddy|mate|bro|brother|sister|wife|husband|kid|son"
    r"|daughter|dad|mom|opponent|judge|guy|player|table|[A-Z][a-z]+) (?:just |now |always |keeps )?"
    r"(?:says?|said|saying|thinks?|thought|claims?|claimed|told me|tells me|swears?|insists?|argues?)\b[^.;!?]*\Z"
)


def run(base: KnowledgeBase, choice: Choice) -> CheckResult | None:
    """The check's result; None where the facts that were read do not fit it."""
    try:
        return base.checks.run(choice.check.full_id, choice.filled.facts)
    except HeadjudgeError:
        return None


def left_over(question: str, choice: Choice) -> tuple[int, ...]:
    """The numbers that no slot took and that may matter.

    None are those that stand idle in the nearest sample too, that somebody is said to have claimed before the question
    is asked, the second of a pair whose first was taken (`a 13/11 guy`: his ATK), or a turn's; nor is
    `one`, in words, or `both`.
    """
    sampled = {each.value for each in choice.fill_sample(choice.sample).unread}
    asked = question.rfind(asking_sentence(question) or question)
    ends = {each.end for each in choice.filled.readings if isinstance(each.value, int)}
    kept = [
        each
        for each in choice.filled.unread
        if abs(each.value) not in sampled
        and not (each.start < asked and SAID.search(question[: each.start]))
        and not (question[each.start - 1 : each.start] == "/" and each.start - 1 in ends)
        and not text_of(question).dates(each)
    ]
    return tuple(
        each.value
        for each in kept
        if each.text.lstrip("-\u2212").isdigit() or (each.value > 1 and each.text.lower() != "both")
    )


def idle(base: KnowledgeBase, question: str, choice: Choice, result: CheckResult) -> bool:
    """Whether the numbers that no slot took can be said in passing: of a yes or no that stays the same whichever of
    the check's numbers they are; one that repeats a number that was taken can only be one that was not. Where a
    number is asked for, each must be taken, or be the one that the question wants confirmed."""
    numbers = left_over(question, choice)
    slots = number_slots(choice.check, base.chooser(choice.check.game).model.schema)
    stated = choice.filled.facts
    if choice.check.kind != "yes_no":
        claim = claim_of(question, choice.check, choice.filled)
        return all(number == claim for number in numbers)
    for slot in slots:
        for number in dict.fromkeys(numbers[:STORIED]):
            if slot in stated and number in stated.values():
                continue
            other = run(base, replace(choice, filled=choice.filled.with_fact(slot, number)))
            if other is not None and other.verdict != result.verdict:
                return False
    return len(numbers) <= STORIED
