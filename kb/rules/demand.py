"""Which facts about which things a goal can rest on: patterns of atoms, `None` where any value will do.

From the goal downwards, constants are carried through the rules' heads into their bodies. A fact that
matches no pattern cannot change the verdict: it needs no slot and is never asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kb.rules.graph import Slice, heads
from kb.rules.syntax import Aggregate, Atom, Const, Fact, Goal, Literal, Partial, Rule, Term, Value, Var

MOST = 5_000


def matches(pattern: Partial, fact: Partial) -> bool:
    """Whether an atom, perhaps with open arguments itself, may be one of a pattern."""
    return len(pattern) == len(fact) and all(
        one is None or other is None or one == other for one, other in zip(pattern, fact, strict=True)
    )


def demanded(slice_: Slice, goals: Sequence[Partial]) -> tuple[Partial, ...]:
    """The patterns of input facts that these goals may rest on, sorted."""
    found: dict[Partial, None] = {}
    waiting = [*goals]
    for rule in slice_.rules:
        if (rule.head is None and rule.choice is None) or (
            rule.head and rule.head.name in ("undetermined", "contradiction")
        ):
            waiting += _body(rule, {})
    while waiting:
        pattern = waiting.pop()
        if len(found) > MOST:
            pattern = (pattern[0], *(None for _ in pattern[1:]))
        if pattern in found:
            continue
        found[pattern] = None
        for rule in slice_.rules:
            for head in heads(rule):
                binding = _unify(head, pattern)
                if binding is not None:
                    waiting += _body(rule, binding)
    inputs = slice_.inputs
    return tuple(sorted((each for each in found if (str(each[0]), len(each) - 1) in inputs), key=repr))


def _unify(head: Atom, pattern: Partial) -> dict[str, Value] | None:
    """What a pattern fixes of a rule's variables, None where the head cannot match it."""
    if head.signature != (pattern[0], len(pattern) - 1):
        return None
    binding: dict[str, Value] = {}
    for arg, value in zip(head.args, pattern[1:], strict=True):
        if value is None:
            continue
        if isinstance(arg, Const) and arg.value != value:
            return None
        if isinstance(arg, Var) and binding.setdefault(arg.name, value) != value:
            return None
    return binding


def _body(rule: Rule, binding: dict[str, Value]) -> Iterator[Partial]:
    yield from _patterns(rule.body, binding)
    if rule.choice is not None:
        for _, condition in rule.choice.elements:
            yield from _patterns(condition, binding)


def _patterns(body: Iterable[Goal], binding: dict[str, Value]) -> Iterator[Partial]:
    for goal in body:
        if isinstance(goal, Literal):
            yield (goal.atom.name, *(_value(arg, binding) for arg in goal.atom.args))
        elif isinstance(goal, Aggregate):
            for element in goal.elements:
                yield from _patterns(element.condition, binding)


def _value(term: Term, binding: dict[str, Value]) -> Value | None:
    if isinstance(term, Const):
        return term.value
    return binding.get(term.name) if isinstance(term, Var) else None


def wanted(fact: Fact | Partial, demands: Iterable[Partial]) -> bool:
    """Whether any pattern may match an atom."""
    return any(matches(pattern, fact) for pattern in demands)
