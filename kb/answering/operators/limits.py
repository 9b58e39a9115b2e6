"""`only`, and what is needed for something: does it fail without?"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kb.answering.compose import COMPARE, Told, in_all, only_says
from kb.answering.operators.case import MOST_TAKEN, NOTHING, Case, Composed
from kb.answering.operators.own import mode_of, title_stems
from kb.answering.operators.ranges import taken
from kb.answering.operators.scenarios import Scenario, conditions, unsaid
from kb.question.patterns import pattern
from kb.question.read import read
from kb.readers.slots import SlotReading
from kb.records.question import Operation, Operator
from kb.words.text import stem, words

LIMITS = frozenset({Operation.ONLY, Operation.NEEDED})


def limited(case: Case) -> Composed:
    """`only X`: the facts in its scope are taken away, one by one; where its scope is unclear, all must agree. When
    somebody has to says nothing of when alone he may."""
    asked = case.question.asked
    if case.here is not None and pattern("operators", "only-needs").search(case.question.text, asked.start, asked.end):
        return Composed(case.here, case.result)  # `I only need 1 more to finish him` asks whether 1 is enough
    if case.asked is Operation.MAY and mode_of(case.choice.check) is Operation.MUST:
        return NOTHING
    found = [_without(case, each) for each in case.left if each.kind in LIMITS]
    known = [each for each in found if each is not None]
    if not known or len({each.value for each in known}) > 1:
        return NOTHING
    return known[0]


def _without(case: Case, one: Operator) -> Composed | None:
    """What a limit comes to by one of its scopes; None where no fact of the game stands in it."""
    stated = conditions(case.base, case.choice, one.scope)
    if not stated:
        return Composed(False, case.result, "the text names no such condition") if unnamed(case, one) else None
    without, here = case.instead(stated), [case.here]
    for each in stated:
        if isinstance(each.value, int) and not isinstance(each.value, bool):
            counted = [(other, told) for other, told in without if other.slot == each.slot]
            meets = counted_in(case, one, each, {other.number: told for other, told in counted})
            without = [pair for pair in without if pair not in counted or not meets(pair[0].number or 0)]
            if not meets(each.value):
                here = [told for other, told in counted if meets(other.number or 0)]
                without.append((Scenario(case.choice, ((each.slot, each.value),), None), case.here))
    without = [each for pair in without for each in _in_any_world(case, *pair)]
    said = only_says(in_all(here), [told for _, told in without])
    if said is None or (said and says_more(case, one)):
        return NOTHING
    counter = next((other for other, told in without if told), None)
    return Composed(said, case.result) if said or counter is None else case.differing(said, counter, "also when")


def unnamed(case: Case, one: Operator) -> bool:
    """Whether what comes to pass is limited by something of which neither its clauses nor its check say a word, `must
    I see it to jump there?`: that is no condition of it. A number that was told, or that a clause names, is one."""
    if not case.here:
        return False
    check, model = case.choice.check, case.base.checks.model(case.choice.check.game)
    cited = dict.fromkeys((*case.result.citations, *model.clauses_of(check)))
    clauses = [read(clause.text) for each in cited if (clause := case.base.clause_at(each)) is not None]
    numbers = {each.value for each in case.told} | {each.value for said in clauses for each in said.quantities}
    if any(one.scope.holds(each.start) and each.value in numbers for each in case.question.quantities):
        return False
    named = {each.stem for said in clauses for each in said.words} | title_stems(check)
    facts = case.facts.values()
    named |= {
        stem(word) for fact in facts for told in (fact.question, fact.sentence, *fact.forms) for word in words(told)
    }
    return any(
        one.scope.holds(each.start) and each.word in case.question.content and each.stem not in named
        for each in case.question.words
    )


def _in_any_world(case: Case, scenario: Scenario, told: Told) -> list[tuple[Scenario, Told]]:
    """A scenario that leaves it open, in each world that the question leaves unsaid: `do I have one only if I played
    one?` where a card in hand counts too. Itself where it is settled, or no world settles it."""
    if told is not None:
        return [(scenario, told)]
    changed = dict(scenario.changed)
    worlds = [dict(each.changed) for each in unsaid(case.base, scenario.choice) if each.says]
    found = case.tried([changed | world for world in worlds[:MOST_TAKEN]])
    return [each for each in found if each[1]][:1] or [(scenario, told)]


def says_more(case: Case, one: Operator) -> bool:
    """Whether an "only" has more in its scope than the facts there and the check's title: of the `others` in `only on
    cards of others` nothing is known, and so not whether it fails without them."""
    if one.kind is not Operation.ONLY:
        return False
    read = [place for each in case.choice.filled.readings for place in each.places]
    known = title_stems(case.choice.check)
    return any(
        each.word in case.question.content and each.stem not in known
        for each in case.question.words
        if one.scope.holds(each.start) and not any(start <= each.start < end for start, end in read)
    )


def counted_in(
    case: Case, one: Operator, reading: SlotReading, told: Mapping[int | None, Told]
) -> Callable[[int], bool]:
    """Which numbers meet a condition: those of its comparison; where a number is needed ("must I deal 4?"), that or
    more if more does too, else that or less; else the number itself."""
    number = int(reading.value)
    compared = next((each for each in case.left if each.kind.compares and taken(each, case.choice) == reading), None)
    if compared is not None and compared.number is not None:
        kind, number = compared.kind, compared.number
    elif one.kind is Operation.NEEDED:
        kind = Operation.AT_LEAST if told.get(number + 1) else Operation.AT_MOST
    else:
        kind = Operation.EXACTLY
    return lambda value: COMPARE[kind](value, number)
