"""`always`, `every`, `never`, `ever`: is it so whatever else is so that the question leaves unsaid?"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kb.answering.compose import in_all, in_some
from kb.answering.operators.case import MOST_TAKEN, NOTHING, Case, Composed
from kb.answering.operators.scenarios import Scenario, conditions, unsaid
from kb.question.patterns import pattern
from kb.records.question import Operation, Operator
from kb.records.results import Status
from kb.records.types import FactType
from kb.words.text import stem, words

WORLDS = frozenset({Operation.ALWAYS, Operation.NEVER, Operation.EVER, Operation.EVERY})
IN_ALL = frozenset({Operation.ALWAYS, Operation.EVERY})
THING = re.compile(r"(?:the|this|these|that|those|a|an) (?P<noun>[A-Za-z'-]+)")
"""What a fact's sentence is about."""
THINGS = 3
"""Among so many words with a meaning behind "all" stands what is counted: `all the little cross trackers`."""
COUNTED = 2
"""How many words behind "every" name what it counts: `heroes`, `stunned heroes`."""


def in_worlds(case: Case) -> Composed:
    """What was told, with what else may be so: a verdict that differs in one world denies "always", one that is so in
    one affirms "ever".

    What goes without saying of one, that the figure is not huge, does not of "every" one: there it is one of the
    worlds. "Always" is not affirmed where such a world is otherwise, nor is it denied by that.
    """
    one = next(each for each in case.left if each.kind in WORLDS)
    if one.kind is Operation.ALWAYS and case.here and _in_general(case):
        return Composed(False, case.result, "but only in general, as the text says")
    if one.kind is Operation.EVERY and case.here and says_all(case, one):
        return Composed(True, case.result)
    wanted = one.kind not in IN_ALL
    quiet = one.kind is Operation.EVERY
    worlds = relevant(case, unsaid(case.base, case.choice, quiet)) if case.here is not wanted else []
    if worlds is None:
        if not wanted:
            return NOTHING
        worlds = []  # nothing that was asked about makes it so: never is never
    worlds = [each for each in worlds if each.says is not None or not _made_up(case, each)]
    if quiet:
        worlds = [each for each in worlds if not of_what_is_told(case, one, each)]
    found = list(zip(worlds, case.says(worlds), strict=True))
    told = [told for _, told in found]
    if case.result.status is not Status.DEPENDS:
        told.append(case.here)
    said = in_some(told) if wanted else in_all(told)
    if said is None:
        return NOTHING
    value = said is not (one.kind is Operation.NEVER)
    counter = next((world for world, now in found if now is wanted), None)
    if counter is None or case.here is wanted:
        return NOTHING if one.kind is Operation.ALWAYS and value and _excepted(case) else Composed(value, case.result)
    return case.differing(value, counter, "when" if wanted else "not when")


def _made_up(case: Case, world: Scenario) -> bool:
    """Whether a world differs by what some text would have to say, or by what goes without saying: where that leaves
    it open what is so, it is no exception."""
    return any((fact := case.facts[name.split(".")[0]]).told_by or fact.quiet for name, _ in world.changed)


def says_all(case: Case, every: Operator) -> bool:
    """Whether the verdict itself says that it is so of all that a question counts: `all trackers are removed`."""
    behind = [
        each.stem for each in case.question.words if each.start >= every.cue.end and each.word in case.question.content
    ]
    said = pattern("operators", "told-of-all").finditer(case.result.said)
    return any({stem(word) for word in words(each["things"])} & set(behind[:THINGS]) for each in said)


def _in_general(case: Case) -> bool:
    """Whether the words that the verdict rests on say that it is so in general."""
    nodes = case.result.proof.nodes if case.result.proof is not None else ()
    return any(
        pattern("operators", "in-general").search(each.quote)
        for each in nodes
        if each.clause in case.result.citations[:1]
    )


def of_what_is_told(case: Case, every: Operator, world: Scenario) -> bool:
    """Whether a world differs by what goes without saying of another thing than is counted, of which the question
    tells: in `three villains escaped. do all heroes lose?` the heroes are counted, and the villains were not caught."""
    counted, text = case.question.text[every.cue.end :], case.question.text
    noun = {stem(word) for word in words(counted)[:COUNTED]}
    told = {stem(word) for word in words(text[: every.cue.start] + text[every.scope.end :])} - noun
    quiet = [fact for name, _ in world.changed if (fact := case.facts[name.split(".")[0]]).quiet]
    things = [THING.match(fact.sentence) for fact in quiet]
    return any(thing is not None and stem(thing["noun"].lower()) in told for thing in things)


def _excepted(case: Case) -> bool:
    """Whether it is otherwise in a world that differs by what goes without saying, or the check knows no world that
    differs: what it does not know of may be an exception, unless the rule itself says that it is always so."""
    if pattern("operators", "always").search(case.result.said):
        return False
    worlds = relevant(case, unsaid(case.base, case.choice, quiet=True))
    return not worlds or False in case.says(worlds)


def relevant(case: Case, worlds: list[Scenario]) -> list[Scenario] | None:
    """The worlds without those that are otherwise for a reason of their own: that of another thing, or one that has
    nothing to do with what was told. A wall stops a teleport, but not because conditions do.

    None where all that are otherwise are such, or nothing of the game was told: what they speak of is something else
    than was asked.
    """
    apart = [each for each in worlds if (told := case.turned(each.says)) is not None and told is not case.here]
    if not apart:
        return worlds
    if not case.told:
        return None
    within = conditions(case.base, case.choice, case.question.asked)
    others = case.instead(within or case.told, MOST_TAKEN)
    alike = [each for each, told in others if told is case.here]
    if within and not alike:
        alike = [each for each, told in others if told is None]
    kept = [each for each in apart if _excepts(case, each, alike, case.facts)]
    return [each for each in worlds if each in kept or each not in apart] if kept else None


def _excepts(case: Case, world: Scenario, alike: Sequence[Scenario], facts: Mapping[str, FactType]) -> bool:
    """Whether a world is an exception of what was told: not of another thing, and either a text makes it, or it changes
    nothing where the verdict is the same without what was told."""
    more = [facts[name.split(".")[0]] for name, _ in world.changed]
    if any(pattern("operators", "of-another").search(fact.sentence) for fact in more):
        return False
    if any(fact.told_by for fact in more) or case.here is None or not alike:
        return True
    both = case.tried([dict(each.changed) | dict(world.changed) for each in alike[:MOST_TAKEN]])
    return any(told is case.here for _, told in both)
