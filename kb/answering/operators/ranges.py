"""Comparisons with a number: of the number that a check gives, of one that it confirms, or of a stated quantity."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kb.answering.asserting.trust import log_odds, probability_of
from kb.answering.choosing.choose import Choice
from kb.answering.choosing.features import CHANCE, probability
from kb.answering.compose import COMPARE, UPWARDS, WORDS, Told, number_is, outcome_words, values_say
from kb.answering.operators import own
from kb.answering.operators.case import NOTHING, Case, Composed
from kb.answering.operators.scenarios import Scenario, known, values_of
from kb.answering.run import facts_of, of_the_game
from kb.knowledge import KnowledgeBase
from kb.question.patterns import pattern
from kb.question.read import read
from kb.readers.slots import SlotReading
from kb.records.checks import Check
from kb.records.question import Operation, Operator, Part, Question
from kb.records.results import CheckResult, Status
from kb.records.types import FactType
from kb.retrieval.weights import weights

NEXT = 4


def matters(one: Operator, choice: Choice) -> bool:
    """Whether a comparison changes what a check is to say: an "exactly" of a fact does not, nor does a number in the
    story that no fact took (see leftover.py)."""
    if not one.kind.compares:
        return False
    if one.part is Part.ASKED:
        return True
    read = taken(one, choice) is not None
    if one.kind is Operation.EXACTLY:
        return choice.check.kind == "number" and one.part is not Part.STORY and not read
    if not read and own.worded(one, choice):
        return True  # `fewer than two of them` is not what was read as "both"
    return read or (choice.check.kind == "number" and one.part is not Part.STORY)


def taken(one: Operator, choice: Choice) -> SlotReading | None:
    """The reading that took the number of a comparison."""
    place = one.scope.start
    return next(
        (
            each
            for each in choice.filled.readings
            if type(each.value) is int and any(start <= place < max(end, start + 1) for start, end in each.places)
        ),
        None,
    )


def converse(one: Operator, choice: Choice) -> bool:
    """Whether a check asks for just what a comparison leaves: `at most once?` is answered by no where it is `more than
    once?` that the check says yes to."""
    return any(
        own.leaves(one) == own.reach(each) for each in own.asked_by(own.goal(choice.check)) if each.kind.compares
    )


def of_converse(case: Case) -> Composed:
    """A comparison with what its check's title leaves; where the check heard by words of its own which way is asked, it
    heard the comparison."""
    if case.here is None:
        return NOTHING
    return Composed(case.here if case.choice.filled.contrary is not None else not case.here, case.result)


def of_number(case: Case) -> Composed:
    """A comparison with the number that a check gives: `do I pay more than 4?`."""
    one = next(each for each in case.left if matters(each, case.choice))
    verdict = case.result.verdict
    if one.part is not Part.ASKED or case.result.status is not Status.ANSWERED or verdict is None:
        return NOTHING
    value = verdict.value
    if not isinstance(value, int) or isinstance(value, bool) or not counts(one, case.question, case.choice):
        return NOTHING
    return _compared(case, one, value, case.result)


def _compared(case: Case, one: Operator, value: int, shown: CheckResult | None) -> Composed:
    """A computed number beside the one that is asked about, by all that it may mean."""
    meanings = own.meanings(case.choice.check)
    found = {number_is(one.kind, one.number or 0, value, each, case.asked) for each in meanings}
    said = found.pop() if len(found) == 1 else None
    if said is None:
        return NOTHING
    return Composed(said, shown, outcome_words(one.kind, one.number or 0, value, meanings[0], said))


def counts(one: Operator, question: Question, choice: Choice) -> bool:
    """Whether a comparison counts what a check counts: the word behind its number, if any, is the check's or one of a
    near sample. `2 of each rider's horses` counts horses: neither "each" nor whose they are is counted."""
    text = question.text[own.number_of(one, question).end : one.scope.end]
    behind = read(pattern("operators", "of-whom").sub("", text))
    named = [each for each in behind.words if each.word in behind.content][:1]
    known = own.title_stems(choice.check) | choice.near_words()
    return all(each.stem in known or _stems_of(each.word, question) & known for each in named)


def _stems_of(word: str, question: Question) -> set[str]:
    """The stems of the term that a word of the question names, `damage` for "dmg"."""
    named = [each.term.name for each in question.mentions if each.text.lower() == word]
    return {each.stem for name in named for each in read(name).words}


def of_fact(case: Case) -> Composed:
    """A comparison of a stated quantity: each of its values is tried."""
    one = next(each for each in case.left if matters(each, case.choice))
    reading = taken(one, case.choice)
    if one.number is None or (reading is None and own.worded(one, case.choice)):
        return NOTHING
    if reading is None:
        return _of_any(case, one)
    fact = case.facts[reading.slot]
    tried = case.tried([{reading.slot: value} for value in values_of(fact, one.number)])
    told = known({each.number: said for each, said in tried if each.number is not None})
    if one.part is Part.ASKED and claims(case.choice, fact):
        return _of_claim(case, one, tried, told)
    mode = own.mode_of(case.choice.check)
    duty = case.asked is Operation.MUST and (mode is Operation.MAY or (mode is None and case.here is not None))
    fixed = case.asked is None and mode is Operation.MAY and one.kind is Operation.EXACTLY and one.part is Part.ASKED
    if (duty or fixed) and not case.inner:  # `does he move exactly 4 spaces?` asks whether he may move no other number
        return _of_leave(case, one, tried, told)
    text = case.question.text
    always = any(each.kind is Operation.ALWAYS for each in case.left)
    every = pattern("operators", "of-every").search(text, case.question.asking.start, one.scope.start)
    asked = one.part is Part.ASKED
    measured = pattern("operators", "measures").search(text, case.question.asked.start, one.cue.start) is not None
    said = values_say(one.kind, one.number, told, case.asked, always or bool(every), asked, measured)
    if said is None or (said and always):
        return NOTHING
    return _telling(case, one, tried, said)


def _of_leave(case: Case, one: Operator, tried: Sequence[tuple[Scenario, Told]], told: Mapping[int, Told]) -> Composed:
    """Whether one must do so much of what a check allows, or for what it says to be so: no other value will do."""
    number = one.number or 0
    within, beside = (
        {said for at, said in told.items() if COMPARE[one.kind](at, number) is inside} for inside in (True, False)
    )
    if True in beside:
        free = next(
            each
            for each, said in tried
            if said and each.number is not None and not COMPARE[one.kind](each.number, number)
        )
        return case.differing(False, free, "also when")
    return Composed(True, case.result) if beside == {False} and True in within else NOTHING


def _of_any(case: Case, one: Operator) -> Composed:
    """A comparison with a number that no fact takes: of what does not happen at all there are neither more nor so
    many, where it is what the check asks about."""
    if case.asked is Operation.MUST or one.kind not in UPWARDS or not one.number or case.here is not False:
        return NOTHING
    return Composed(False, case.result) if done(one, case.question, case.choice.check) else NOTHING


def done(one: Operator, question: Question, check: Check) -> bool:
    """Whether a check's title has the word before a comparison, which says what is done so often: `may I use his power
    more than once?` is asked of a check of his power, `does it take over 2 damage?` not of one that reduces damage."""
    start = min(one.cue.start, own.number_of(one, question).start)
    before = [each.stem for each in question.words if each.end <= start and each.word in question.content]
    return bool(before) and before[-1] in own.title_stems(check)


def claims(choice: Choice, fact: FactType) -> bool:
    """Whether a fact is a number that the question wants confirmed."""
    return any(twin.fact == fact.name for twin in choice.check.twins) or not of_the_game(fact)


def _of_claim(case: Case, one: Operator, tried: Sequence[tuple[Scenario, Told]], told: Mapping[int, Told]) -> Composed:
    """A comparison with the number that a check confirms: the only one that it says yes to."""
    right = [value for value, said in told.items() if said]
    if one.number is None or None in told.values() or not right:
        return NOTHING
    if len(right) == 1:
        right_one = next(each for each, _ in tried if each.number == right[0])
        return _compared(case, one, right[0], _without(case.shown(right_one), right_one.slot))
    said = values_say(one.kind, one.number, told, case.asked, False) if len(right) < len(told) else None
    return NOTHING if said is None else _telling(case, one, tried, said)


def _without(shown: CheckResult | None, slot: str) -> CheckResult | None:
    """A result without a number that was tried, among what was read: nobody said it."""
    if shown is None:
        return None
    return replace(shown, read_as=tuple(each for each in shown.read_as if each["fact"] != slot))


def _telling(case: Case, one: Operator, tried: Sequence[tuple[Scenario, Told]], said: bool) -> Composed:
    """The verdict with the scenario that shows it: the nearest value in the range that has it."""
    number = one.number or 0
    fitting = [
        each
        for each, told in tried
        if told is said and each.number is not None and COMPARE[one.kind](each.number, number)
    ]
    nearest = min(fitting, key=lambda each: abs((each.number or 0) - number), default=None)
    if nearest is None:
        return Composed(said, case.result)
    at_bound = next((each for each, _ in tried if each.number == number), None)
    shown_at_bound = case.shown(at_bound) if at_bound is not None else None
    return Composed(said, _as_compared(one, case.shown(nearest), shown_at_bound, nearest.slot))


def _as_compared(
    one: Operator, shown: CheckResult | None, at_bound: CheckResult | None, slot: str
) -> CheckResult | None:
    """A result that shows the number of a comparison as it was told, `fewer than 3 are left`, and not the one of those
    that was tried; `at_bound` is the result with the number itself."""
    sentence = (
        next((str(each["sentence"]) for each in at_bound.read_as if each["fact"] == slot), "") if at_bound else ""
    )
    told = re.sub(rf"(?<![\w-]){one.number}(?!\w)", f"{WORDS[one.kind]} {one.number}", sentence)
    if shown is None or told == sentence:
        return shown
    read_as = ({**each, "sentence": told} if each["fact"] == slot else each for each in shown.read_as)
    return replace(shown, read_as=tuple(read_as))


def number_instead(base: KnowledgeBase, question: Question, found: Sequence[Choice]) -> Choice | None:
    """Where a number is compared of which the first choice says nothing, the next that gives one."""
    best = found[0]
    one = _compared_of(question, best)
    reading = taken(one, best) if one is not None else None
    if one is None or (reading is not None and not claims(best, facts_of(base, best)[reading.slot])):
        return None
    twins = {twin.check for twin in best.check.twins}
    for at, other in _giving(found):
        if other.check.id in twins or counts(one, question, other):
            return ahead_of(other, [each for each in found[at + 1 :] if each.check.kind == "number"])
    return None


def number_beside(question: Question, found: Sequence[Choice]) -> Choice | None:
    """Where a number is compared that the first choice took for a fact, the next that gives such a number and takes
    none: `does the first one cost more than 5 Attack?` may be asked of what it costs, not of whether 5 are enough."""
    one = _compared_of(question, found[0])
    if one is None or taken(one, found[0]) is None:
        return None
    beside = (other for _, other in _giving(found) if taken(one, other) is None and counts(one, question, other))
    return next(beside, None)


def number_not_taken(question: Question, found: Sequence[Choice]) -> Choice | None:
    """The same, weighed anew: where the first choice, which took the number for a fact, cannot say what is compared,
    `does he have fewer than 6 Attack?` asked of whether 6 are enough."""
    other = number_beside(question, found)
    if other is None:
        return None
    behind = found[found.index(other) + 1 :]
    return ahead_of(other, [each for each in behind if each.check.kind == "number"])


def _compared_of(question: Question, best: Choice) -> Operator | None:
    """The comparison that is asked of a check which says yes or no."""
    asked = (each for each in own.left(question, best) if each.kind.compares and each.part is Part.ASKED)
    return next(asked, None) if best.check.kind == "yes_no" else None


def _giving(found: Sequence[Choice]) -> Iterator[tuple[int, Choice]]:
    """The likely ones of the next choices that give a number, each with its place."""
    for at, other in enumerate(found[1:NEXT], 1):
        if other.check.kind == "number" and other.score >= weights()["check"]["counts"]:
            yield at, other


def ahead_of(choice: Choice, others: Sequence[Choice]) -> Choice:
    """A choice weighed anew where only these others may be meant beside it: what cannot say what is compared is no
    rival, and that this one gives such a number speaks for it."""
    near, learned = choice.features["asked"], choice.features["learned"]
    lead = near - max([CHANCE, *(each.features["asked"] for each in others)])
    ahead = learned - max([0.0, *(each.features["learned"] for each in others)])
    features = {**choice.features, "lead": lead, "ahead": max(-1.0, min(1.0, ahead))}
    weight = weights()["check"]
    score = probability_of(log_odds(probability(features, weight)) + weight["counted"])
    return replace(choice, features=features, score=score)
