"""In which order a rule is refuted that asks for what a question claims."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from kb.rules.language.syntax import Aggregate, Goal, Literal, Rule, Var


def claims_last(rule: Rule, asking: Set[str]) -> Rule:
    """The rule with each thing that a question claims behind what says how it is: `starts_with(N) :- claimed(N),
    start(N)` is refuted by the number that it starts with, which players read, and not by the one claimed.

    `asking` are the names of the facts that a question claims. A rule that counts is left as it is: its counts are
    known by their place.
    """
    body = list(rule.body)
    if any(isinstance(goal, Aggregate) for goal in body):
        return rule
    for claim in [goal for goal in rule.body if _asks(goal, asking)]:
        at = body.index(claim)
        right = next((goal for goal in body[at + 1 :] if _gives(goal, claim) and not _asks(goal, asking)), None)
        if right is not None:
            body.remove(right)
            body.insert(at, right)
    return rule if tuple(body) == rule.body else replace(rule, body=tuple(body))


def _asks(goal: Goal, asking: Set[str]) -> bool:
    """Whether a goal asks for what a question claims."""
    return isinstance(goal, Literal) and not goal.negated and goal.atom.name in asking


def _gives(goal: Goal, claim: Goal) -> bool:
    """Whether what a goal gives, its last argument, is what another claims."""
    if not isinstance(goal, Literal) or not isinstance(claim, Literal) or goal.negated:
        return False
    said = claim.atom.args[-1:]
    return goal.atom.args[-1:] == said and bool(said) and isinstance(said[0], Var)
