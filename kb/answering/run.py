"""Run the check that was chosen for a question, with the facts that were read for it."""

from __future__ import annotations

import re
from dataclasses import replace

from kb.answering.choosing.choose import Choice
from kb.errors import RuleError, UsageError
from kb.knowledge import KnowledgeBase
from kb.records.results import CheckResult, Status
from kb.records.types import FactType, Plain
from kb.rules.solve.outcomes import Finding

OF_ASKING = re.compile(r"\b(?:question|asked|asks|claim(?:s|ed)?)\b", re.I)
"""Words by which a fact's own sentence says that it is about the question."""


def run(base: KnowledgeBase, choice: Choice) -> CheckResult | None:
    """The check's result; None where the facts that were read do not fit. UnavailableError while the solver is busy."""
    try:
        return base.checks.run(choice.check.full_id, choice.filled.facts)
    except (UsageError, RuleError):
        return None


def find(base: KnowledgeBase, choice: Choice) -> Finding | None:
    """What the check comes to, without its proof; None where the facts that were read do not fit it."""
    try:
        return base.checks.find(choice.check.full_id, choice.filled.facts)
    except (UsageError, RuleError):
        return None


def agreed(base: KnowledgeBase, choice: Choice, result: CheckResult) -> CheckResult:
    """The result, or where the question says two things of a fact, the verdict that either gives: not that of a
    default, which it does not say."""
    twice: dict[str, list[Plain]] = {}
    for slot, value in choice.filled.unclear:
        twice.setdefault(slot, []).append(value)
    for slot, values in twice.items():
        ways = [replace(choice, filled=choice.filled.with_fact(slot, value)) for value in values]
        first, *others = [find(base, each) for each in ways]
        alike = all(other is not None and first is not None and other.verdict == first.verdict for other in others)
        if alike and first is not None and first.status is Status.ANSWERED:
            return run(base, ways[0]) or result
    return result


def unless_assumed(base: KnowledgeBase, choice: Choice, result: CheckResult) -> CheckResult:
    """The result; where it rests on defaults alone, nothing of the game having been told, and no near sample leaves
    them unsaid or states them as well, what the check asks for without them."""
    stated, facts = choice.filled.facts, facts_of(base, choice)
    assumed = [each for each in result.assumed if each.fact in facts and not facts[each.fact].unsaid(each.value)]
    taken = {each.fact: each.value for each in assumed if of_the_game(facts[each.fact])}
    told = bool(choice.filled.lists) or any(of_the_game(facts[name]) for name in stated if name in facts)
    if result.status is not Status.ANSWERED or told or not taken:
        return result
    usual = {**taken, **stated}
    if any(all(name in usual and usual[name] == value for name, value in each.facts.items()) for each in choice.stated):
        return result
    try:
        return base.checks.run(choice.check.full_id, {**stated, **dict.fromkeys(taken)})
    except (UsageError, RuleError):
        return result


def facts_of(base: KnowledgeBase, choice: Choice) -> dict[str, FactType]:
    """The fact of each slot that is read for a check."""
    return choice.check.types(base.checks.model(choice.check.game).schema)


def of_the_game(fact: FactType) -> bool:
    """Whether a fact says what is so in the game, not which way a question asks or which number it names."""
    return (
        not fact.asked
        and not (fact.named and fact.numeric)
        and not OF_ASKING.search(f"{fact.sentence} {fact.question}")
    )
