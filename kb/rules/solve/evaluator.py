"""The second evaluator: the same rules in plain Python, stratum by stratum, semi-naive. It knows no clingo.

Reference: Abiteboul, Hull, Vianu, Foundations of Databases (1995), 13.1 (semi-naive) and 15.2 (strata).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

from kb.errors import RuleError
from kb.records.atoms import Fact
from kb.rules.language.graph import Slice
from kb.rules.language.join import Binding, Store, solve, step, values_of
from kb.rules.language.syntax import Atom, Literal, Rule, order

MOST_CHOSEN = 16
MOST_OPTIONS = 1_000


def evaluate(slice_: Slice, facts: Iterable[Fact]) -> Store:
    """The one model of a slice without choices."""
    store = Store(sorted(facts, key=order))
    for stratum in slice_.strata:
        fill(stratum, store)
    return store


def fill(stratum: Sequence[Rule], store: Store) -> None:
    """Add everything that a stratum derives."""
    inside = {rule.head.signature for rule in stratum if rule.head}
    delta = Store()
    for rule in stratum:
        for fact in list(derived(rule, solve(rule.body, store, {}))):
            if store.add(fact):
                delta.add(fact)
    while delta.rows:
        fresh = Store()
        for rule in stratum:
            for at, goal in enumerate(rule.body):
                if isinstance(goal, Literal) and not goal.negated and goal.atom.signature in inside:
                    for fact in list(derived(rule, _with_delta(rule, at, store, delta))):
                        if store.add(fact):
                            fresh.add(fact)
        delta = fresh


def _with_delta(
    rule: Rule, at: int, store: Store, delta: Store, number: int = 0, binding: Binding | None = None
) -> Iterator[Binding]:
    """The bindings of a rule's body whose literal number `at` is matched by what is new."""
    binding = {} if binding is None else binding
    if number == len(rule.body):
        yield binding
        return
    goal = rule.body[number]
    steps = step(goal, delta if number == at else store, binding)
    for extended in steps:
        yield from _with_delta(rule, at, store, delta, number + 1, extended)


def derived(rule: Rule, bindings: Iterable[Binding]) -> Iterator[Fact]:
    """The head under each binding; several atoms where it holds intervals."""
    for binding in bindings:
        assert rule.head is not None
        yield from instances(rule.head, binding)


def instances(atom: Atom, binding: Binding) -> Iterator[Fact]:
    """The atoms that an atom stands for under a binding."""
    for values in product(*(list(values_of(arg, binding)) for arg in atom.args)):
        yield (atom.name, *values)


def options(slice_: Slice, facts: Iterable[Fact]) -> Iterator[tuple[tuple[Fact, ...], Store]]:
    """The ways to choose, each with its model, for a slice with choices; RuleError where there are too many."""
    facts = sorted(facts, key=order)
    base = Store(facts)
    rest = [stratum for stratum in slice_.strata if _rests_on_choice(stratum, slice_)]
    for stratum in slice_.strata:
        if not _rests_on_choice(stratum, slice_):
            fill(stratum, base)
    groups = [group for rule in slice_.choices for group in candidates(rule, base)]
    count = 0
    for picks in product(*(list(_subsets(group, low, high)) for group, low, high in groups)):
        count += 1
        if count > MOST_OPTIONS * 100:
            raise RuleError("there are too many ways to choose")
        chosen = tuple(sorted({fact for pick in picks for fact in pick}, key=order))
        if not _bounded(chosen, groups):
            continue
        model = Store([*base, *chosen])
        for stratum in rest:
            fill(stratum, model)
        if not any(violated(rule, model) for rule in slice_.constraints):
            yield chosen, model


def violated(rule: Rule, model: Store) -> bool:
    """Whether a constraint's body holds."""
    return next(solve(rule.body, model, {}), None) is not None


def _rests_on_choice(stratum: Sequence[Rule], slice_: Slice) -> bool:
    return any(rule.head is not None and rule.head.signature in slice_.chosen for rule in stratum)


Group = tuple[tuple[Fact, ...], int, int]


def candidates(rule: Rule, base: Store) -> Iterator[Group]:
    """For each instance of a choice rule: what may be chosen, at least how many, at most how many."""
    assert rule.choice is not None
    for binding in solve(rule.body, base, {}):
        found: dict[Fact, None] = {}
        for atom, condition in rule.choice.elements:
            for extended in solve(condition, base, binding):
                found.update(dict.fromkeys(instances(atom, extended)))
        low, high = rule.choice.low or 0, rule.choice.high
        yield tuple(sorted(found, key=order)), low, len(found) if high is None else min(high, len(found))


def _subsets(group: Sequence[Fact], low: int, high: int) -> Iterator[tuple[Fact, ...]]:
    if len(group) > MOST_CHOSEN:
        raise RuleError(f"a choice among {len(group)} is too large: at most {MOST_CHOSEN}")
    for size in range(low, high + 1):
        yield from combinations(group, size)


def _bounded(chosen: Sequence[Fact], groups: Sequence[Group]) -> bool:
    """Bounds hold for all that is chosen, also by another rule."""
    taken = set(chosen)
    return all(low <= len(taken.intersection(group)) <= high for group, low, high in groups)
