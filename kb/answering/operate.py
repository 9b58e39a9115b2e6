"""Applies a question's operators to what its check computes: which scenarios count, and what they come to together.

The rules compute what is so; compose.py says what an operator makes of it; here the check is asked in the scenarios
that the operator speaks of. What no operator rule covers is not asserted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.answering import own
from kb.answering.choose import Choice
from kb.answering.compose import (
    COMPARE,
    UPWARDS,
    Told,
    duty_says,
    in_all,
    in_some,
    number_is,
    only_says,
    outcome_words,
    values_say,
)
from kb.answering.own import of_the_game
from kb.answering.run import run
from kb.answering.scenarios import (
    Scenario,
    changed,
    conditions,
    facts_of,
    known,
    others,
    unsaid,
    values_of,
)
from kb.knowledge import KnowledgeBase
from kb.question.patterns import pattern
from kb.question.read import read
from kb.readers.slots import SlotReading
from kb.records.checks import CheckResult, FactType, Status
from kb.records.question import Form, Operation, Operator, Part, Question, Span

WORLDS = frozenset({Operation.ALWAYS, Operation.NEVER, Operation.EVER})
MOST_TAKEN, NEXT = 6, 4
LIMITS = frozenset({Operation.ONLY, Operation.NEEDED})


@dataclass(frozen=True, slots=True)
class Composed:
    """What a check says of a question once its operators were applied: yes, no, or nothing that could be asserted.

    `shown` is the result whose reason is told, `words` what the operator adds to it.
    """

    value: Told
    shown: CheckResult | None = None
    words: str = ""


NOTHING = Composed(None)


@dataclass(frozen=True, slots=True)
class Case:
    """A question as it is put to its check: `choice` and `result` are of the question without the operators, `inner`
    whether its yes is the check's no, `left` its operators that the check does not ask itself."""

    base: KnowledgeBase
    question: Question
    choice: Choice
    result: CheckResult
    inner: bool
    left: tuple[Operator, ...]

    def turned(self, said: Told) -> Told:
        """What the check says, as the question asks it."""
        return None if said is None else said is not self.inner

    @property
    def here(self) -> Told:
        """What the check says of what was told."""
        verdict = self.result.verdict
        known = self.result.status is Status.ANSWERED and verdict is not None and isinstance(verdict.value, bool)
        return self.turned(bool(verdict.value)) if known and verdict else None

    def says(self, scenarios: Sequence[Scenario]) -> list[Told]:
        """What the check says in each scenario."""
        return [self.turned(each.says) for each in scenarios]

    def shown(self, scenario: Scenario) -> CheckResult | None:
        """The whole result of a scenario."""
        choice = replace(
            scenario.choice,
            filled=replace(
                scenario.choice.filled,
                readings=(
                    *(e for e in scenario.choice.filled.readings if e.slot not in dict(scenario.changed)),
                    *(SlotReading(slot, value, 0, 0, "") for slot, value in scenario.changed),
                ),
            ),
        )
        return run(self.base, choice)


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
    if question.form not in (Form.YES_NO, Form.UNTOLD):
        return None
    apply = _rule(base, question, choice, left)
    if apply is None:
        return None
    if opposite is None or question.turned is None:
        return NOTHING
    outer = question.claim is not None and question.claim.wrong
    case = Case(base, question, choice, result, opposite is not outer, left)
    denied = own.denied(own.plain(question, left, False))
    if denied is None:
        return NOTHING
    found = apply(case)
    if choice.check.kind == "yes_no" and denied:
        other = apply(replace(case, inner=not case.inner))
        if found.value is None or other.value is not (not found.value):
            return NOTHING
    elif choice.check.kind == "number" and denied:
        outer = not outer
    return replace(found, value=not found.value) if outer and found.value is not None else found


def _rule(
    base: KnowledgeBase, question: Question, choice: Choice, left: tuple[Operator, ...]
) -> Callable[[Case], Composed] | None:
    """The rule that applies these operators; None where they leave the verdict as it is."""
    limits = [each for each in left if each.kind in LIMITS]
    worlds = [each for each in left if each.kind in WORLDS]
    counted = [each for each in left if _matters(each, choice) and not _within(each, limits)]
    if choice.check.kind not in ("yes_no", "number"):
        return None
    if len(counted) == 1 and not limits and [each.kind for each in worlds] == [Operation.ALWAYS]:
        return _of_fact if choice.check.kind == "yes_no" else lambda case: NOTHING
    if sum(map(bool, (limits, worlds, counted))) > 1 or len(worlds) > 1 or len(counted) > 1:
        return lambda case: NOTHING
    if limits:
        return _limited if choice.check.kind == "yes_no" else lambda case: NOTHING
    if worlds:
        return _in_worlds if choice.check.kind == "yes_no" else lambda case: NOTHING
    if counted:
        return _of_number if choice.check.kind == "number" else _of_fact
    asked = own.asks_for(question)
    if asked is Operation.MUST and not any(each.kind is Operation.MUST for each in left):
        return None  # the check asks for duty itself
    return _duty if asked is not None and choice.check.kind == "yes_no" else None


def _matters(one: Operator, choice: Choice) -> bool:
    """Whether a comparison changes what a check is to say: an "exactly" of a fact does not, nor does a number in the
    story that no fact took (see leftover.py)."""
    if not one.kind.compares:
        return False
    if one.kind is not Operation.EXACTLY and taken(one, choice) is None and own.worded(one, choice):
        return True  # `fewer than two of them` is not what was read as "both"
    if one.part is Part.ASKED or choice.check.kind == "number":
        return one.part is not Part.STORY or taken(one, choice) is not None
    return one.kind is not Operation.EXACTLY and taken(one, choice) is not None


def _within(one: Operator, limits: Sequence[Operator]) -> bool:
    return any(one.scope.start >= each.scope.start and one.scope.end <= each.scope.end for each in limits)


def taken(one: Operator, choice: Choice) -> SlotReading | None:
    """The reading that took the number of a comparison."""
    return next(
        (
            each
            for each in choice.filled.readings
            if type(each.value) is int
            and any(start <= one.scope.start < end or start == one.scope.start for start, end in each.places)
        ),
        None,
    )


def _of_number(case: Case) -> Composed:
    """A comparison with the number that a check gives: `do I pay more than 4?`."""
    one = next(each for each in case.left if _matters(each, case.choice))
    verdict = case.result.verdict
    if one.part is not Part.ASKED or case.result.status is not Status.ANSWERED or verdict is None:
        return NOTHING
    value = verdict.value
    if not isinstance(value, int) or isinstance(value, bool) or one.number is None:
        return NOTHING
    if not counts(one, case.question, case.choice):
        return NOTHING
    asked = own.asks_for(case.question)
    found = {number_is(one.kind, one.number, value, each, asked) for each in own.meanings(case.choice.check)}
    said = found.pop() if len(found) == 1 else None
    if said is None:
        return NOTHING
    meaning = own.meanings(case.choice.check)[0]
    return Composed(said, case.result, outcome_words(one.kind, one.number, value, meaning, said))


def counts(one: Operator, question: Question, choice: Choice) -> bool:
    """Whether a comparison counts what a check counts: the word behind its number, if any, is the check's or one of a
    near sample."""
    behind = read(question.text[own.number_of(one, question).end : one.scope.end])
    named = [each.stem for each in behind.words if each.word in behind.content][:1]
    title = {each.stem for each in read(choice.check.title).words}
    return all(each in title or each in choice.near_words() for each in named)


def number_first(base: KnowledgeBase, question: Question, found: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """The choices, where a number is compared of which the first says nothing the next that gives one before it."""
    best = found[0]
    one = next((each for each in own.left(question, best) if each.kind.compares and each.part is Part.ASKED), None)
    if one is None or best.check.kind != "yes_no":
        return found
    reading = taken(one, best)
    if reading is not None and not claims(best, reading, facts_of(base, best)[reading.slot]):
        return found
    twins = {twin.check for twin in best.check.twins}
    for other in found[1:NEXT]:
        if other.check.kind == "number" and (other.check.id in twins or counts(one, question, other)):
            return (other, *(each for each in found if each is not other))
    return found


def _of_fact(case: Case) -> Composed:
    """A comparison of a stated quantity: each of its values is tried."""
    one = next(each for each in case.left if _matters(each, case.choice))
    reading = taken(one, case.choice)
    if one.number is None or (reading is None and own.worded(one, case.choice)):
        return NOTHING
    if reading is None:
        return _of_any(case, one)
    fact = facts_of(case.base, case.choice)[reading.slot]
    tried = changed(case.base, case.choice, [{reading.slot: value} for value in values_of(fact, one.number)])
    pairs = zip(map(_value, tried), case.says(tried), strict=True)
    told = known({value: said for value, said in pairs if value is not None})
    asked = own.asks_for(case.question)
    if one.part is Part.ASKED and claims(case.choice, reading, fact):
        return _of_claim(case, one, tried, told)
    always = any(each.kind is Operation.ALWAYS for each in case.left)
    of_every = pattern("operators", "of-every").search(case.question.text, case.question.asking.start, one.scope.start)
    said = values_say(one.kind, one.number, told, asked, always or bool(of_every), limit=one.part is Part.ASKED)
    if said is None or (said and always):
        return NOTHING
    return Composed(said, _telling(case, one, tried, said))


def _of_any(case: Case, one: Operator) -> Composed:
    """A comparison with a number that no fact takes: of what does not happen at all there is none, "at least one" is
    some."""
    least = one.number if one.kind is Operation.AT_LEAST else (one.number or 0) + 1
    duty = own.asks_for(case.question) is Operation.MUST
    if duty or one.kind not in UPWARDS or case.here is None or (case.here and least != 1):
        return NOTHING
    return Composed(case.here, case.result)


def _value(scenario: Scenario) -> int | None:
    value = scenario.changed[0][1]
    return value if isinstance(value, int) else None


def claims(choice: Choice, reading: SlotReading, fact: FactType) -> bool:
    """Whether a fact is a number that the question wants confirmed."""
    return any(twin.fact == fact.name for twin in choice.check.twins) or not of_the_game(fact)


def _of_claim(case: Case, one: Operator, tried: Sequence[Scenario], told: dict[int, Told]) -> Composed:
    """A comparison with the number that a check confirms: the only one that it says yes to."""
    right = [value for value, said in told.items() if said]
    asked = own.asks_for(case.question)
    if one.number is None or None in told.values():
        return NOTHING
    if len(right) != 1:
        said = values_say(one.kind, one.number, told, asked, False) if right and len(right) < len(told) else None
        return NOTHING if said is None else Composed(said, _telling(case, one, tried, said))
    meaning = own.meanings(case.choice.check)[0]
    said = number_is(one.kind, one.number, right[0], meaning, asked)
    if said is None:
        return NOTHING
    shown = next(each for each in tried if _value(each) == right[0])
    return Composed(said, case.shown(shown), outcome_words(one.kind, one.number, right[0], meaning, said))


def _telling(case: Case, one: Operator, tried: Sequence[Scenario], said: bool) -> CheckResult | None:
    """The result of the scenario that shows it: the nearest value in the range that has this verdict."""
    assert one.number is not None
    fitting = [
        each
        for each, told in zip(tried, case.says(tried), strict=True)
        if told is said and (value := _value(each)) is not None and COMPARE[one.kind](value, one.number)
    ]
    nearest = min(fitting, key=lambda each: abs((_value(each) or 0) - (one.number or 0)), default=None)
    return case.shown(nearest) if nearest else case.result


def _limited(case: Case) -> Composed:
    """`only X`: the facts in its scope are taken away, one by one; where its scope is unclear, all must agree."""
    found = [_without(case, each) for each in case.left if each.kind in LIMITS]
    known = [each for each in found if each is not None]
    if not known or len({each.value for each in known}) > 1:
        return NOTHING
    return known[0]


def _without(case: Case, one: Operator) -> Composed | None:
    """What a limit comes to by one of its scopes; None where no fact of the game stands in it."""
    facts, stated = facts_of(case.base, case.choice), conditions(case.base, case.choice, one.scope)
    if not stated:
        return None
    changes = [{each.slot: value} for each in stated for value in others(facts[each.slot], each.value)]
    tried = changed(case.base, case.choice, changes)
    without, here = list(zip(tried, case.says(tried), strict=True)), [case.here]
    for each in stated:
        if isinstance(each.value, int) and not isinstance(each.value, bool):
            counted = [(other, told) for other, told in without if other.changed[0][0] == each.slot]
            inside = _counted_in(case, one, each, {_value(other): told for other, told in counted})
            met = [told for other, told in counted if inside(_value(other) or 0)]
            without = [pair for pair in without if pair not in counted or not inside(_value(pair[0]) or 0)]
            if not inside(each.value):
                here = met
                without += [(Scenario(case.choice, ((each.slot, each.value),), None), case.here)]
    said = only_says(in_all(here), [told for _, told in without])
    if said is None:
        return NOTHING
    counter = next((other for other, told in without if told), None)
    if said or counter is None:
        return Composed(said, case.result)
    shown = case.shown(counter)
    return Composed(said, shown, _when(shown, counter, "also when"))


def _counted_in(
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


def _when(shown: CheckResult | None, scenario: Scenario, word: str) -> str:
    """A scenario in the words of the fact that makes it another."""
    names = {name.split(".")[0] for name, _ in scenario.changed}
    told = [str(each["sentence"]) for each in (shown.read_as if shown else ()) if str(each["fact"]) in names]
    return f"{word} {' and '.join(told)}" if told else ""


def _in_worlds(case: Case) -> Composed:
    """`always`, `never` and `ever`: what was told, with what else may be so."""
    one = next(each for each in case.left if each.kind in WORLDS)
    if pattern("operators", "asks-why").search(case.question.text, case.question.asked.start, case.question.asking.end):
        return NOTHING  # `is it always because of that?` asks whether it is by nothing else
    wanted = one.kind is not Operation.ALWAYS
    worlds = relevant(case, unsaid(case.base, case.choice)) if case.here is not wanted else []
    if worlds is None:
        return NOTHING
    told = [case.here, *case.says(worlds)] if case.result.status is not Status.DEPENDS else case.says(worlds)
    said = in_all(told) if one.kind is Operation.ALWAYS else in_some(told)
    if said is None:
        return NOTHING
    value = not said if one.kind is Operation.NEVER else said
    counter = next((each for each, now in zip(worlds, case.says(worlds), strict=True) if now is wanted), None)
    if counter is None or case.here is wanted:
        return Composed(value, case.result)
    shown = case.shown(counter)
    return Composed(value, shown, _when(shown, counter, "when" if wanted else "not when"))


def relevant(case: Case, worlds: list[Scenario]) -> list[Scenario] | None:
    """The worlds without those that are otherwise for a reason of their own: that of another thing, or one that has
    nothing to do with what was told. A wall stops a teleport, but not because conditions do.

    None where all that are otherwise are such, or nothing of the game was told: what they speak of is something else
    than was asked.
    """
    facts = facts_of(case.base, case.choice)
    stated = [each for each in case.choice.filled.readings if of_the_game(facts[each.slot])]
    apart = [each for each in worlds if (told := case.turned(each.says)) is not None and told is not case.here]
    if not apart:
        return worlds
    if not stated:
        return None
    taken = [{each.slot: value} for each in stated for value in list(others(facts[each.slot], each.value))[:MOST_TAKEN]]
    without = changed(case.base, case.choice, taken)
    alike = [each for each, told in zip(without, case.says(without), strict=True) if told is case.here]
    kept = [each for each in apart if _excepts(case, each, alike, facts)]
    return [each for each in worlds if each in kept or each not in apart] if kept else None


def _excepts(case: Case, world: Scenario, alike: Sequence[Scenario], facts: Mapping[str, FactType]) -> bool:
    """Whether a world is an exception of what was told: not of another thing, and either a text makes it, or it changes
    nothing where the verdict is the same without what was told."""
    more = [facts[name.split(".")[0]] for name, _ in world.changed]
    if any(pattern("operators", "of-another").search(fact.sentence) for fact in more):
        return False
    if any(fact.told_by for fact in more) or case.here is None or not alike:
        return True
    both = changed(case.base, case.choice, [dict(each.changed) | dict(world.changed) for each in alike[:MOST_TAKEN]])
    return any(told is case.here for told in case.says(both))


def _duty(case: Case) -> Composed:
    """Leave and duty: what may be done need not, what must be done may. Where a rule leaves it free to do what is asked
    there is no duty, whatever else is so; nor where something else in its stead is allowed as well."""
    title = read(case.choice.check.title)
    kinds = {each.kind for each in title.operators}
    mode = Operation.MUST if Operation.MUST in kinds else Operation.MAY if Operation.MAY in kinds else None
    asked = own.asks_for(case.question)
    must = next((each for each in case.left if each.kind is Operation.MUST), None)
    if must is not None and mode is Operation.MAY and not case.inner:
        if deed(case.question, must.cue.end) & {each.stem for each in title.words} and says(case, "leaves-free"):
            return Composed(False, case.result)
        if case.here and (other := _instead(case, must)) is not None:
            shown = case.shown(other)
            return Composed(False, shown, _when(shown, other, "also when"))
    if case.here is None:
        return NOTHING
    said = duty_says(mode, asked, case.here, not says(case, "gives-leave"))
    return NOTHING if said is None else Composed(said, case.result)


def deed(question: Question, place: int) -> set[str]:
    """The stem of the first word behind a place that is no pronoun: what must be done."""
    behind = (each for each in question.words if each.start >= place and each.word in question.content)
    return {each.stem for each in list(behind)[:1]}


def _instead(case: Case, must: Operator) -> Scenario | None:
    """A scenario in which something else than what "must" be is allowed too."""
    facts, scope = facts_of(case.base, case.choice), Span(must.cue.end, must.scope.end)
    stated = conditions(case.base, case.choice, scope)
    changes = [{each.slot: value} for each in stated for value in others(facts[each.slot], each.value)]
    tried = changed(case.base, case.choice, changes)
    return next((each for each, told in zip(tried, case.says(tried), strict=True) if told), None)


def says(case: Case, what: str) -> bool:
    """Whether the clause that a verdict rests on says something of a kind; True where no clause is known."""
    clause = case.base.clause_at(case.result.citations[0]) if case.result.citations else None
    return clause is None or pattern("operators", what).search(clause.text) is not None
