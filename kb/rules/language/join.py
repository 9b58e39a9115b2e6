"""Matching bodies against facts, in plain Python: the ground that evaluator, proofs and their checker share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from kb.records.atoms import Fact, Partial, Value
from kb.rules.language.sorts import remainder, truncated
from kb.rules.language.syntax import (
    Aggregate,
    Arith,
    Atom,
    Compare,
    Const,
    Element,
    Fn,
    Goal,
    Interval,
    Literal,
    Rule,
    Term,
    Var,
    goal_variables,
    order,
    variables,
)

Binding = dict[str, Value]


class Store:
    """Atoms by predicate, with an index for each combination of known arguments that was asked for.

    `rank` numbers the atoms in the order in which they came: what an evaluator adds rests on lower ranks only.
    """

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        self.rows: dict[tuple[str, int], dict[Fact, None]] = defaultdict(dict)
        self.indexes: dict[tuple[str, int], dict[tuple[int, ...], dict[Partial, list[Fact]]]] = defaultdict(dict)
        self.rank: dict[Fact, int] = {}
        for fact in facts:
            self.add(fact)

    def add(self, fact: Fact) -> bool:
        """Add an atom; False where it is there."""
        signature = (str(fact[0]), len(fact) - 1)
        rows = self.rows[signature]
        if fact in rows:
            return False
        rows[fact] = None
        self.rank[fact] = len(self.rank)
        for places, index in self.indexes[signature].items():
            index.setdefault(tuple(fact[at] for at in places), []).append(fact)
        return True

    def __contains__(self, fact: Fact) -> bool:
        return fact in self.rows.get((str(fact[0]), len(fact) - 1), ())

    def __iter__(self) -> Iterator[Fact]:
        for rows in list(self.rows.values()):
            yield from rows

    def select(self, pattern: Partial) -> Sequence[Fact]:
        """The atoms of a pattern, in the order in which they came."""
        signature = (str(pattern[0]), len(pattern) - 1)
        places = tuple([at for at, value in enumerate(pattern) if at and value is not None])
        if not places:
            return list(self.rows.get(signature, ()))
        index = self.indexes[signature].get(places)
        if index is None:
            index = self.indexes[signature][places] = {}
            for fact in self.rows.get(signature, ()):
                index.setdefault(tuple(fact[at] for at in places), []).append(fact)
        return index.get(tuple([pattern[at] for at in places]), ())


def value_of(term: Term, binding: Mapping[str, Value]) -> Value | None:
    """The value of a term, None where a variable is open or arithmetic has no result."""
    if isinstance(term, Var):
        return binding.get(term.name)
    if isinstance(term, Const):
        return term.value
    if isinstance(term, Fn):
        values = [value_of(arg, binding) for arg in term.args]
        return None if None in values else (term.name, *[each for each in values if each is not None])
    if isinstance(term, Arith):
        return _compute(term.op, value_of(term.left, binding), value_of(term.right, binding))
    return None


def _compute(op: str, left: Value | None, right: Value | None) -> Value | None:
    if not isinstance(left, int) or not isinstance(right, int):
        return None
    if op in ("/", "\\"):
        if right == 0:
            return None
        return truncated(left, right) if op == "/" else remainder(left, right)
    return {"+": left + right, "-": left - right, "*": left * right, "abs": abs(left)}[op]


def values_of(term: Term, binding: Mapping[str, Value]) -> Iterator[Value]:
    """The values of a term, several for an interval, none where it has no value."""
    if isinstance(term, Interval):
        low, high = value_of(term.low, binding), value_of(term.high, binding)
        if isinstance(low, int) and isinstance(high, int):
            yield from range(low, high + 1)
        return
    value = value_of(term, binding)
    if value is not None:
        yield value


def unify(term: Term, value: Value, binding: Binding) -> bool:
    """Extend a binding so that the term is the value; False where it cannot be."""
    if isinstance(term, Var):
        return binding.setdefault(term.name, value) == value
    if isinstance(term, Fn):
        if not isinstance(value, tuple) or value[0] != term.name or len(value) != len(term.args) + 1:
            return False
        return all(unify(arg, part, binding) for arg, part in zip(term.args, value[1:], strict=True))
    return value_of(term, binding) == value


def pattern_of(atom: Atom, binding: Mapping[str, Value]) -> Partial:
    """The atom as far as its variables are known."""
    return (atom.name, *[value_of(arg, binding) for arg in atom.args])


def match(atom: Atom, fact: Fact, binding: Binding) -> Binding | None:
    """The binding extended so that the atom is the fact."""
    extended = dict(binding)
    for arg, value in zip(atom.args, fact[1:], strict=True):
        if not unify(arg, value, extended):
            return None
    return extended


def compare(op: str, left: Value, right: Value) -> bool:
    """A comparison; only numbers are ordered."""
    if op in ("=", "!="):
        return (left == right) == (op == "=")
    if not isinstance(left, int) or not isinstance(right, int):
        return False
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[op]


def compared(goal: Compare, binding: Binding) -> Iterator[Binding]:
    """The bindings under which a comparison holds; `=` may give a variable its value."""
    left, right = goal.left, goal.right
    if goal.op == "=":
        for open_side, other in ((left, right), (right, left)):
            if isinstance(open_side, Var) and open_side.name not in binding:
                for value in values_of(other, binding):
                    yield {**binding, open_side.name: value}
                return
    if isinstance(right, Interval):
        known = value_of(left, binding)
        if any(known == value for value in values_of(right, binding)):
            yield binding
        return
    one, two = value_of(left, binding), value_of(right, binding)
    if one is not None and two is not None and compare(goal.op, one, two):
        yield binding


Select = Callable[[Partial], Sequence[Fact]]


def solve(body: Sequence[Goal], store: Store, binding: Binding, at: int = 0) -> Iterator[Binding]:
    """The bindings under which a body in evaluable order holds."""
    if at == len(body):
        yield binding
        return
    for extended in step(body[at], store, binding):
        yield from solve(body, store, extended, at + 1)


def step(goal: Goal, store: Store, binding: Binding) -> Iterator[Binding]:
    """The bindings under which one literal holds."""
    match goal:
        case Literal(atom, True):
            if not any(match(atom, fact, binding) is not None for fact in store.select(pattern_of(atom, binding))):
                yield binding
        case Literal(atom, False):
            yield from positive(atom, store.select(pattern_of(atom, binding)), binding)
        case Compare():
            yield from compared(goal, binding)
        case Aggregate():
            value = result(goal.function, contributions(goal, store, binding))
            if value is not None and binding.get(goal.var.name, value) == value:
                yield {**binding, goal.var.name: value}


def positive(atom: Atom, facts: Iterable[Fact], binding: Binding) -> Iterator[Binding]:
    """The bindings under which an atom is one of these facts."""
    for fact in facts:
        extended = match(atom, fact, binding)
        if extended is not None:
            yield extended


Contributions = dict[tuple[Value, ...], tuple[Element, Binding]]


def contributions(goal: Aggregate, store: Store, binding: Binding) -> Contributions:
    """The tuples that an aggregate counts or adds, each with the first binding that gives it, sorted."""
    found: Contributions = {}
    for element in goal.elements:
        for extended in solve(element.condition, store, binding):
            values = tuple(value_of(term, extended) for term in element.terms)
            if None not in values:
                found.setdefault(tuple(each for each in values if each is not None), (element, extended))
    return {key: found[key] for key in sorted(found, key=order)}


def result(function: str, tuples: Iterable[tuple[Value, ...]]) -> int | None:
    """What an aggregate comes to; the least and greatest of nothing have no value."""
    tuples = list(tuples)
    if function == "count":
        return len(tuples)
    weights = [each[0] for each in tuples if each and isinstance(each[0], int)]
    if function == "sum":
        return sum(weights)
    if not weights:
        return None
    return min(weights) if function == "min" else max(weights)


def head_binding(rule: Rule, pattern: Partial) -> Binding | None:
    """What a pattern fixes of a rule's variables; None where the head cannot match it.

    Intervals and arithmetic in the head fix nothing: what they give is compared afterwards.
    """
    assert rule.head is not None
    binding: Binding = {}
    for arg, value in zip(rule.head.args, pattern[1:], strict=True):
        if value is None or isinstance(arg, Interval):
            continue
        if (value_of(arg, binding) is not None or invertible(arg)) and not unify(arg, value, binding):
            return None
    return binding


def invertible(arg: Term) -> bool:
    """Whether a value tells what a term's variables are: no arithmetic, no interval."""
    if isinstance(arg, Fn):
        return all(invertible(each) for each in arg.args)
    return not isinstance(arg, Arith | Interval)


def known(goal: Compare, binding: Binding) -> bool:
    """Whether every variable of a comparison has a value."""
    return all(name in binding for name in goal_variables(goal))


def ready(goal: Literal, binding: Binding) -> bool:
    """Whether every variable of a negated literal has a value, `_` aside."""
    named = [arg for arg in goal.atom.args if not (isinstance(arg, Var) and arg.anonymous)]
    return all(name in binding for arg in named for name in variables(arg))
