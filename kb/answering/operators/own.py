"""Which operators of a question its check asks itself, and which are left to be applied to what the check says.

"Does it count for one of them only?" may be what a check asks: then its verdict answers. An operator is the check's own
where a fact was read from its words, where the check's title, which is a question, asks with it too, or where the
nearest samples do and state the same facts.
"""

from __future__ import annotations

import re
from dataclasses import replace

from kb.answering.choosing.choose import Choice
from kb.answering.compose import Meaning
from kb.knowledge import KnowledgeBase
from kb.question.derived import BLANK, masked
from kb.question.patterns import pattern
from kb.question.read import read
from kb.records.checks import ASKS, Check
from kb.records.question import Operation, Operator, Part, Question, Span
from kb.records.results import CheckResult

OUTSIDE = frozenset({Operation.ONLY, Operation.ALWAYS, Operation.NEVER, Operation.EVER, Operation.EVERY})
UNSAMPLED = frozenset({Operation.ALWAYS, Operation.NEVER, Operation.EVER, Operation.EVERY, Operation.NEEDED})
"""Operators that samples take lightly: their writers answered them as if they were not there. So is a duty beside a
check of leave."""
DUTY = frozenset({Operation.MUST, Operation.NEEDED})
LONGEST = 60


def left(question: Question, choice: Choice) -> tuple[Operator, ...]:
    """The operators of a question that its check does not ask itself."""
    return tuple(each for each in question.operators if not own(each, question, choice))


def own(one: Operator, question: Question, choice: Choice) -> bool:
    """Whether a check asks with an operator itself."""
    if read_from(one, question, choice) or (one.kind in DUTY and must_not(choice)):
        return True
    one = capped(one, question)
    if in_title(one, choice.check):
        return True
    if one.kind in UNSAMPLED or (one.kind is Operation.MUST and mode_of(choice.check) is Operation.MAY):
        return False
    return any(
        set(choice.fill_sample(sample).facts) == set(choice.filled.facts)
        and any(alike(one, each) for each in asked_by(sample))
        for sample, _ in choice.samples
    )


def titled(question: Question, check: Check) -> bool:
    """Whether what a question asks is a check's title, word for word but for the small ones."""
    asked = {each.stem for each in question.words if question.asked.holds(each.start) and each.word in question.content}
    title = goal(check)
    return asks_for(question) is mode_of(check) and asked == {
        each.stem for each in title.words if each.word in title.content
    }


def either_too(question: Question, check: Check) -> bool:
    """Whether a question says `either` of two things, and a check's title asks whether either of them will do."""
    return all(any(each.word == "either" for each in asked.words) for asked in (question, goal(check)))


def in_title(one: Operator, check: Check) -> bool:
    """Whether a check's title asks with an operator."""
    return any(alike(one, each) for each in asked_by(goal(check)))


def asks_as_titled(question: Question, check: Check) -> bool:
    """Whether a question compares as its check's title does, and so asks the same way round: `usable at most once?` of
    "may it be used only once, or more often?"."""
    return any(
        each.kind.compares and each.part is Part.ASKED and in_title(capped(each, question), check)
        for each in question.operators
    )


def goal(check: Check) -> Question:
    """What a check's title asks, read as a question: of `must it be used, or may it be skipped?` the first part."""
    return read(check.title.split(", or ")[0])


def must_not(choice: Choice) -> bool:
    """Whether a question asks by the check's own words for the contrary of leave: `must it wait?` asks whether it may
    not go, and nobody asks whether it must wait by asking whether it may."""
    return choice.filled.contrary is True and mode_of(choice.check) is Operation.MAY


def read_from(one: Operator, question: Question, choice: Choice) -> bool:
    """Whether a fact was read from an operator's words, the whole question aside; of "always" and the like words that
    tell which way is asked are none: `does it always win?`."""
    place, ways = one.cue, one.kind not in UNSAMPLED
    return any(
        start < place.end and place.start < end
        for each in choice.filled.readings
        if each.text != question.text and (ways or each.slot != ASKS)
        for start, end in each.places
    )


def worded(one: Operator, choice: Choice) -> bool:
    """Whether a fact that is no number was read from the number of a comparison: `two of them` as "both"."""
    at = one.scope.start
    return any(
        start <= at < end
        for each in choice.filled.readings
        if not isinstance(each.value, int) or isinstance(each.value, bool)
        for start, end in each.places
        if end - start < LONGEST
    )


def alike(one: Operator, other: Operator) -> bool:
    """Whether an operator of a title or sample is the question's: the same, with the same number or none."""
    if {one.kind, other.kind} == DUTY:
        return True
    if one.kind.compares and other.kind.compares and one.part is other.part:
        return reach(one) == reach(other)
    return one.kind is other.kind and other.number in (one.number, None) and (one.part is other.part)


def reach(one: Operator) -> tuple[int | None, int | None]:
    """The least and the greatest number that a comparison allows, None where there is no end: `at most once` is from
    None to 1, and so is `not more than once`."""
    number = one.number or 0
    match one.kind:
        case Operation.MORE_THAN:
            return number + 1, None
        case Operation.AT_LEAST:
            return number, None
        case Operation.FEWER_THAN:
            return None, number - 1
        case Operation.EXACTLY:
            return number, number
    return None, number


def leaves(one: Operator) -> tuple[int | None, int | None] | None:
    """The numbers that a comparison leaves; None where these are on both sides."""
    least, most = reach(one)
    if least is not None and most is not None:
        return None
    return (None, least - 1) if least is not None else (most + 1 if most is not None else None, None)


def capped(one: Operator, question: Question) -> Operator:
    """The operator; of what is said to be only so many, that it is at most so many."""
    limits = [each.cue for each in question.operators if each.kind is Operation.ONLY]
    only = one.kind is Operation.EXACTLY and any(each.start <= one.cue.start < each.end for each in limits)
    return replace(one, kind=Operation.AT_MOST) if only else one


def asked_by(question: Question) -> tuple[Operator, ...]:
    """The operators of a question, of a check's title or of a sample, as `capped` has them."""
    return tuple(capped(each, question) for each in question.operators)


def asks_for(question: Question) -> Operation | None:
    """MUST or MAY where a question asks for duty or for leave."""
    kinds = {each.kind for each in question.operators}
    if kinds & DUTY:
        return Operation.MUST
    return Operation.MAY if Operation.MAY in kinds else None


def plain(question: Question, operators: tuple[Operator, ...], numbers: bool) -> Question:
    """The question with the words of operators that are applied to its check's verdict blanked: what the rules compute;
    with `numbers` without what is compared with, either."""
    spans = [each.cue for each in operators if each.kind in OUTSIDE]
    if numbers:
        compared = [each for each in operators if each.kind.compares and each.part is Part.ASKED]
        spans += [span for each in compared for span in (each.cue, number_of(each, question))]
    return masked(question, spans, BLANK) if spans else question


def words_aside(question: Question, operators: tuple[Operator, ...]) -> Question:
    """The question with the words of all these operators blanked: what is left of it is asked of the check."""
    spans = [each.cue for each in operators if each.kind in OUTSIDE or each.kind.compares]
    return masked(question, spans, BLANK) if spans else question


def denied(question: Question) -> bool | None:
    """Whether a "not" of its own turns round what is asked: "it doesn't always work, right?"; words that do so
    themselves, "is it always forbidden?", stand inside of any operator. None where it cannot be told."""
    if question.turned is None:
        return None
    wrong = question.claim is not None and question.claim.wrong
    nots = any(each.cue.within(question.asked) for each in question.negations)
    return nots and (question.turned - wrong) % 2 == 1


def number_of(one: Operator, question: Question) -> Span:
    """Where the number of a comparison stands."""
    found = next((each for each in question.quantities if each.start <= one.scope.start < each.end), None)
    if found is not None:
        return Span(found.start, found.end)
    word = re.compile(r"[\w+-]+").match(question.text, one.scope.start)
    return Span(one.scope.start, word.end() if word else one.scope.start)


def meanings(check: Check) -> tuple[Meaning, ...]:
    """What the number of a check may mean, by its title: more than one where that does not tell."""
    most = pattern("operators", "names-the-most").search(check.title)
    least = pattern("operators", "names-the-least").search(check.title)
    if most and least:
        return (Meaning.MOST, Meaning.LEAST)
    return (Meaning.MOST,) if most else (Meaning.LEAST,) if least else (Meaning.AMOUNT,)


def title_stems(check: Check) -> frozenset[str]:
    """The stems of the words of a check's title."""
    return frozenset(each.stem for each in read(check.title).words)


def mode_of(check: Check) -> Operation | None:
    """MUST or MAY where a check's title asks for duty or for leave: `may he rest?`."""
    kinds = {each.kind for each in goal(check).operators}
    return Operation.MUST if Operation.MUST in kinds else Operation.MAY if Operation.MAY in kinds else None


def clause_says(base: KnowledgeBase, result: CheckResult, what: str) -> bool | None:
    """Whether the clause that a result rests on says something of a kind; None where no clause is known."""
    clause = base.clause_at(result.citations[0]) if result.citations else None
    return pattern("operators", what).search(clause.text) is not None if clause is not None else None
