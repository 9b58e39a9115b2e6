"""A check run with facts as an assistant wrote them; what cannot be read is said with the facts that there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kb.answering.today import run_today
from kb.errors import FactsError, UsageError
from kb.knowledge import KnowledgeBase
from kb.records.checks import Check
from kb.records.results import CheckResult
from service.mcp.short.facts import fact_lines
from service.mcp.short.sizes import cut
from service.mcp.taken.values import as_meant

UNKNOWN = "there is no such fact here"
ROOM = 1_500
LONGEST = 500


def computed(base: KnowledgeBase, check: Check, facts: Mapping[str, Any]) -> CheckResult:
    """The result; UsageError where the facts cannot be read, with the questions of all facts where one is not known."""
    try:
        return run_as_meant(base, check, facts)
    except FactsError as error:
        listed = facts_listed(base, check) if unknown(error) else ""
        raise UsageError(f"{without_names(check, error)}{listed}") from error


def run_as_meant(base: KnowledgeBase, check: Check, facts: Mapping[str, Any]) -> CheckResult:
    """The result of facts whose values are taken generously; FactsError where they cannot be read even so."""
    return run_today(base, check.full_id, as_meant(check, base.checks.model(check.game).schema, facts))


def unknown(error: FactsError) -> bool:
    """Whether facts were told that the check does not have."""
    return any(said.startswith(UNKNOWN) for _, said in error.problems)


def without_names(check: Check, error: FactsError) -> str:
    """What is wrong with the facts, without the bare names of those that there are: they come with their questions."""
    problems = [(slot, UNKNOWN if said.startswith(UNKNOWN) else said) for slot, said in error.problems]
    return cut(str(FactsError(check.full_id, problems)), LONGEST)


def facts_listed(base: KnowledgeBase, check: Check) -> str:
    """The facts that a check takes, a line each, with what they answer and take."""
    lines, others = fact_lines(check, base.checks.model(check.game).schema, room=ROOM)
    if not lines:
        return ". This check takes no facts."
    more = f"\nand {', '.join(others)}: see show_check" if others else ""
    return ". It takes:\n" + "\n".join(f"{name}: {line}" for name, line in lines.items()) + more
