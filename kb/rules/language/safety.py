"""Order a body so that every literal's variables are known when it is reached, or name the unsafe ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kb.rules.language.syntax import (
    Aggregate,
    Atom,
    Compare,
    Element,
    Goal,
    Interval,
    Literal,
    Term,
    Var,
    element_variables,
    goal_variables,
    is_anonymous,
    variables,
)


class UnsafeError(Exception):
    """Variables that nothing gives a value."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(sorted({"_" if is_anonymous(name) else name for name in names if not name.startswith("_V")}))
        super().__init__(", ".join(self.names))


def named(atom: Atom) -> set[str]:
    """The variables of an atom without those of `_`."""
    return {name for arg in atom.args for name in variables(arg) if not is_anonymous(name)}


def arrange(body: Sequence[Goal], bound: Iterable[str], outer: Iterable[str]) -> tuple[Goal, ...]:
    """The body in evaluable order; `outer` are the variables that occur outside of aggregates.

    Raises UnsafeError where some variable of a negated atom, comparison or aggregate stays without a value.
    """
    known, shared = set(bound), set(outer)
    waiting, done = list(body), []
    while waiting:
        chosen = _next(waiting, known, shared)
        if chosen is None:
            raise UnsafeError(_missing(waiting, known, shared))
        waiting.remove(chosen)
        done.append(_arranged(chosen, shared) if isinstance(chosen, Aggregate) else chosen)
        known |= _gives(chosen)
    return tuple(done)


def _next(waiting: Sequence[Goal], known: set[str], shared: set[str]) -> Goal | None:
    for goal in waiting:
        if not (isinstance(goal, Literal) and not goal.negated) and not _missing([goal], known, shared):
            return goal
    atoms = [goal for goal in waiting if isinstance(goal, Literal) and not goal.negated]
    return max(atoms, key=lambda goal: _boundness(goal.atom, known), default=None)


def _boundness(atom: Atom, known: set[str]) -> float:
    """The share of an atom's arguments that are known: joins begin where the least is open."""
    if not atom.args:
        return 1.0
    return sum(set(variables(arg)) <= known for arg in atom.args) / len(atom.args)


def _missing(goals: Sequence[Goal], known: set[str], shared: set[str]) -> set[str]:
    """What these goals need and nothing has given yet."""
    needed: set[str] = set()
    for goal in goals:
        needed |= _needs(goal, known, shared)
    return needed - known


def _needs(goal: Goal, known: set[str], shared: set[str]) -> set[str]:
    match goal:
        case Literal(atom, negated):
            return named(atom) if negated else set()
        case Aggregate(_, elements, _):
            return {name for element in elements for name in element_variables(element)} & shared
        case Compare("=", Var(name), right) if name not in known:
            return set(variables(right))
        case Compare("=", left, Var(name)) if name not in known and not isinstance(left, Interval):
            return set(variables(left))
    return set(goal_variables(goal))


def _gives(goal: Goal) -> set[str]:
    match goal:
        case Literal(_, True):
            return set()
        case Aggregate(_, _, var):
            return {var.name}
    return set(goal_variables(goal))


def _arranged(goal: Aggregate, shared: set[str]) -> Aggregate:
    """The aggregate with each element's condition in evaluable order."""
    return replace(goal, elements=tuple(_element(element, shared) for element in goal.elements))


def _element(element: Element, shared: set[str]) -> Element:
    inner = set(element_variables(element))
    condition = arrange(element.condition, inner & shared, ())
    known = (inner & shared).union(*(_gives(goal) for goal in condition))
    require(element.terms, known)
    return Element(element.terms, tuple(goal for goal in condition if not isinstance(goal, Aggregate)))


def require(terms: Iterable[Term], known: set[str]) -> None:
    """Raise UnsafeError unless every variable of the terms is known."""
    missing = {name for term in terms for name in variables(term)} - known
    if missing:
        raise UnsafeError(missing)


def outer_variables(head: Iterable[Term], body: Iterable[Goal]) -> set[str]:
    """The variables that occur in a rule outside of aggregates' braces."""
    found = {name for term in head for name in variables(term)}
    for goal in body:
        found |= {goal.var.name} if isinstance(goal, Aggregate) else set(goal_variables(goal))
    return found


def known_after(body: Iterable[Goal], bound: Iterable[str] = ()) -> set[str]:
    """The variables that have a value once an arranged body holds."""
    return set(bound).union(*(_gives(goal) for goal in body))
