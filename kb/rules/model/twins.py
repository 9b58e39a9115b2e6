"""Which checks confirm a number that another check gives: "does he start with 15 HP?" beside "with how many?".

A rule of the goal, `starts_with(N) :- claimed(N), start(N)`, compares the claimed number with the right one. Where the
text does not settle the right one, it settles no claim about it either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kb.records.checks import Check, Twin
from kb.records.types import Schema
from kb.rules.language.syntax import Atom, Literal, Rule, Var


def with_twins(checks: Mapping[str, Check], rules: Sequence[Rule], schema: Schema) -> dict[str, Check]:
    """The checks, those of yes or no with the numbers that they confirm."""
    numbers = {str(check.goal[0]): check for check in checks.values() if check.kind == "number"}
    heads = {str(check.goal[0]): check.id for check in checks.values() if check.kind == "yes_no" and not check.against}
    found: dict[str, dict[Twin, None]] = {}
    for rule in rules:
        if rule.head is not None and rule.head.name in heads:
            found.setdefault(rule.head.name, {}).update(dict.fromkeys(_twins(rule, numbers, schema)))
    return {
        name: replace(check, twins=tuple(found.get(str(check.goal[0]), ()))) if check.id in heads.values() else check
        for name, check in checks.items()
    }


def _twins(rule: Rule, numbers: Mapping[str, Check], schema: Schema) -> Iterator[Twin]:
    """What a rule claims: a number that a fact states and that a check gives."""
    atoms = [goal.atom for goal in rule.body if isinstance(goal, Literal) and not goal.negated]
    for claim in atoms:
        fact = schema.facts.get(claim.name)
        if fact is not None and fact.numeric:
            for right in atoms:
                if right.name in numbers and set(_last(claim)) & set(_last(right)):
                    yield Twin(claim.name, numbers[right.name].id, numbers[right.name].goal)


def _last(atom: Atom) -> Iterable[str]:
    """The name of an atom's last variable."""
    return (each.name for each in atom.args[-1:] if isinstance(each, Var))
