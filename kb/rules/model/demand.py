"""Which facts about which things a goal can rest on: patterns of atoms, `None` where any value will do.

From the goal downwards, constants are carried through the rules' heads into their bodies. A fact that
matches no pattern cannot change the verdict: it needs no slot and is never asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from kb.records.atoms import Fact, Partial, Value
from kb.rules.language.graph import Slice, heads
from kb.rules.language.join import Binding, Store, invertible, pattern_of, ready, solve
from kb.rules.language.syntax import Aggregate, Atom, Const, Goal, Literal, Rule, Term, Var
from kb.rules.remembered import kept_with

Demands = Mapping[object, Sequence[Partial]]
"""Patterns by the predicates that they are of."""
MOST = 5_000
MOST_BINDINGS = 200


def matches(pattern: Partial, fact: Partial) -> bool:
    """Whether an atom, perhaps with open arguments itself, may be one of a pattern."""
    if len(pattern) != len(fact):
        return False
    for one, other in zip(pattern, fact, strict=True):
        if one is not None and other is not None and one != other:
            return False
    return True


def demanded(slice_: Slice, goals: Sequence[Partial]) -> tuple[Partial, ...]:
    """The patterns of input facts that these goals may rest on, sorted."""
    return _closed(slice_, goals, _body)


def sharpened(
    slice_: Slice, goals: Sequence[Partial], facts: Iterable[Fact], unknown: Sequence[Partial]
) -> tuple[Partial, ...]:
    """The patterns of input facts that these goals may rest on in one scenario.

    Rules whose other conditions the facts already refute are not followed; no fact of an unknown pattern
    refutes, nor one that may yet be stated about.
    """
    store = Store(facts)
    opened = {(str(pattern[0]), len(pattern) - 1) for pattern in unknown}
    fixed = slice_.inputs - opened

    def body(rule: Rule, binding: Binding) -> Iterator[Partial]:
        goals = [goal for goal in rule.body if isinstance(goal, Literal) and goal.atom.signature in fixed]
        positive = [goal for goal in goals if not goal.negated and all(map(invertible, goal.atom.args))]
        negative = [goal for goal in goals if goal.negated]
        found = list(islice(solve(positive, store, binding), MOST_BINDINGS + 1))
        for each in found if len(found) <= MOST_BINDINGS else [binding]:
            refuted = any(ready(goal, each) and store.select(pattern_of(goal.atom, each)) for goal in negative)
            if not refuted:
                yield from _body(rule, each)

    return _closed(slice_, goals, body)


def _closed(
    slice_: Slice, goals: Sequence[Partial], body: Callable[[Rule, Binding], Iterator[Partial]]
) -> tuple[Partial, ...]:
    """All patterns that these goals lead to through the rules' heads."""
    found: dict[Partial, None] = {}
    waiting = [*goals]
    by_head = _by_head(slice_)
    for rule in slice_.rules:
        if (rule.head is None and rule.choice is None) or (
            rule.head and rule.head.name in ("undetermined", "contradiction")
        ):
            waiting += body(rule, {})
    while waiting:
        pattern = waiting.pop()
        if len(found) > MOST:
            pattern = (pattern[0], *(None for _ in pattern[1:]))
        if pattern in found:
            continue
        found[pattern] = None
        for rule, head in by_head.get((pattern[0], len(pattern) - 1), ()):
            binding = _unify(head, pattern)
            if binding is not None:
                waiting += body(rule, binding)
    inputs = slice_.inputs
    return tuple(sorted((each for each in found if (str(each[0]), len(each) - 1) in inputs), key=repr))


@kept_with
def _by_head(slice_: Slice) -> dict[object, list[tuple[Rule, Atom]]]:
    """A slice's rules by the predicates that they may derive, each with that head."""
    found: dict[object, list[tuple[Rule, Atom]]] = {}
    for rule in slice_.rules:
        for head in heads(rule):
            found.setdefault(head.signature, []).append((rule, head))
    return found


def _unify(head: Atom, pattern: Partial) -> Binding | None:
    """What a pattern fixes of a rule's variables, None where the head cannot match it."""
    if head.signature != (pattern[0], len(pattern) - 1):
        return None
    binding: Binding = {}
    for arg, value in zip(head.args, pattern[1:], strict=True):
        if value is None:
            continue
        if isinstance(arg, Const) and arg.value != value:
            return None
        if isinstance(arg, Var) and binding.setdefault(arg.name, value) != value:
            return None
    return binding


def _body(rule: Rule, binding: Binding) -> Iterator[Partial]:
    yield from _patterns(rule.body, binding)
    if rule.choice is not None:
        for _, condition in rule.choice.elements:
            yield from _patterns(condition, binding)


def _patterns(body: Iterable[Goal], binding: Binding) -> Iterator[Partial]:
    for goal in body:
        if isinstance(goal, Literal):
            yield (goal.atom.name, *(_value(arg, binding) for arg in goal.atom.args))
        elif isinstance(goal, Aggregate):
            for element in goal.elements:
                yield from _patterns(element.condition, binding)


def _value(term: Term, binding: Binding) -> Value | None:
    if isinstance(term, Const):
        return term.value
    return binding.get(term.name) if isinstance(term, Var) else None


def by_name(demands: Iterable[Partial]) -> Demands:
    """Patterns by the predicates that they are of."""
    found: dict[object, list[Partial]] = {}
    for pattern in demands:
        found.setdefault(pattern[0], []).append(pattern)
    return found


def wanted(fact: Fact | Partial, demands: Demands) -> bool:
    """Whether any pattern may match an atom."""
    return any(matches(pattern, fact) for pattern in demands.get(fact[0], ()))
