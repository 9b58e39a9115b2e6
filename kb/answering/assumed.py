"""Which of a verdict's assumptions matter: one that could be otherwise without another verdict goes without saying."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from kb.answering.choosing.choose import Choice
from kb.answering.operators.scenarios import others
from kb.answering.run import facts_of
from kb.errors import RuleError, UsageError
from kb.knowledge import KnowledgeBase
from kb.records.results import Assumed, CheckResult, Status
from kb.records.types import FactType, Json, Plain

MOST_TRIED = 6
"""So many other values of an assumption are tried."""


def without_idle(base: KnowledgeBase, choice: Choice, result: CheckResult) -> CheckResult:
    """The result with those assumptions quiet of which no other value that is tried leads to another verdict."""
    if result.status is not Status.ANSWERED:
        return result
    facts = facts_of(base, choice)
    tried = {each.fact: _otherwise(each, facts, result.facts) for each in result.told if each.fact in facts}
    scenarios = [scenario for ways in tried.values() for scenario in ways]
    try:
        found = iter(base.checks.find_many(result.check, scenarios) if scenarios else ())
    except (UsageError, RuleError):
        return result
    idle = set()
    for name, ways in tried.items():
        said = [(each.status, each.verdict) for each in islice(found, len(ways))]
        if said and all(each == (result.status, result.verdict) for each in said):
            idle.add(name)
    return replace(
        result, assumed=tuple(replace(each, quiet=each.quiet or each.fact in idle) for each in result.assumed)
    )


def _otherwise(one: Assumed, facts: dict[str, FactType], told: Json) -> list[Json]:
    """The scenarios with another value of what is assumed; none of what is no single value."""
    if not isinstance(one.value, Plain):
        return []
    return [{**told, one.fact: value} for value in islice(others(facts[one.fact], one.value), MOST_TRIED)]
