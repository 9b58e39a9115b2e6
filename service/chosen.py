"""Run the check that was chosen for a question, with the facts that were read for it."""

from __future__ import annotations

from dataclasses import replace

from kb.choosing import Choice
from kb.errors import HeadjudgeError
from kb.knowledge import KnowledgeBase
from kb.rules.records import CheckResult, Plain, Status


def run(base: KnowledgeBase, choice: Choice) -> CheckResult | None:
    """The check's result; None where the facts that were read do not fit it."""
    try:
        return base.checks.run(choice.check.full_id, choice.filled.facts)
    except HeadjudgeError:
        return None


def agreed(base: KnowledgeBase, choice: Choice, result: CheckResult) -> CheckResult:
    """The result, or where the question says two things of a fact, the verdict that either gives: not that of a
    default, which it does not say."""
    twice: dict[str, list[Plain]] = {}
    for slot, value in choice.filled.unclear:
        twice.setdefault(slot, []).append(value)
    for slot, values in twice.items():
        tried = [run(base, replace(choice, filled=choice.filled.with_fact(slot, value))) for value in values]
        first = tried[0]
        alike = all(other is not None and first is not None and other.verdict == first.verdict for other in tried)
        if alike and first is not None and first.status is Status.ANSWERED:
            return first
    return result
