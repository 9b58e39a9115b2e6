"""The sorts of a rule's variables, found from its body; with a list of problems, what does not fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kb.errors import Place, Problem
from kb.rules.language.graph import Signature
from kb.rules.language.sorts import (
    ANYTHING,
    NOTHING,
    WRAP,
    Sort,
    arithmetic,
    clipped,
    numbers,
    sort_of_function,
    sort_of_value,
)
from kb.rules.language.syntax import (
    LIMIT,
    Aggregate,
    Arith,
    Atom,
    Compare,
    Const,
    Fn,
    Goal,
    Interval,
    Literal,
    Term,
    Var,
    show,
)

MANY = 2_000


class BodyTyper:
    """Walks a body twice: types of atoms first, then what comparisons narrow."""

    def __init__(self, sorts: Callable[[Signature], list[Sort]], problems: list[Problem] | None) -> None:
        self.sorts = sorts
        self.problems = problems
        self.known: dict[str, Sort] = {}
        self.impossible = False

    def body(self, goals: Iterable[Goal]) -> None:
        """Type all variables of a body in evaluable order."""
        goals = list(goals)
        for goal in goals:
            self._goal(goal)
        report, self.problems = self.problems, None
        for goal in goals:
            if isinstance(goal, Compare):
                self._compare(goal)
        self.problems = report

    def inside(self, condition: Iterable[Goal]) -> BodyTyper:
        """A typer for a condition within this body."""
        inner = BodyTyper(self.sorts, self.problems)
        inner.known = dict(self.known)
        inner.body(condition)
        return inner

    def _problem(self, code: str, message: str, place: Place, expected: str = "") -> None:
        if self.problems is not None:
            self.problems.append(Problem(code, message, place, expected))

    def _goal(self, goal: Goal) -> None:
        match goal:
            case Literal(atom, negated):
                self._atom(atom, negated)
            case Compare():
                self._compare(goal)
            case Aggregate():
                self._aggregate(goal)

    def _atom(self, atom: Atom, negated: bool) -> None:
        for number, (arg, sort) in enumerate(zip(atom.args, self.sorts(atom.signature), strict=True), 1):
            before = self.known.get(arg.name, ANYTHING) if isinstance(arg, Var) else self.term(arg, atom.place)
            both = before.meet(sort)
            if both.empty:
                self.impossible |= not negated
                if not before.empty and not sort.empty:
                    what = arg.name if isinstance(arg, Var) else show(arg.value) if isinstance(arg, Const) else "this"
                    message = f"{what} is {before.describe()}, never a value of argument {number} of {atom.name}"
                    self._problem("never", message, atom.place, sort.describe())
            if isinstance(arg, Var) and not negated:
                self.known[arg.name] = both
            elif isinstance(arg, Fn) and not negated:
                self._open(arg)

    def _open(self, term: Term) -> None:
        """Variables within a function term may be anything."""
        match term:
            case Var(name):
                self.known.setdefault(name, ANYTHING)
            case Fn(_, args):
                for arg in args:
                    self._open(arg)

    def term(self, term: Term, place: Place) -> Sort:
        """The sort of a term, as far as its variables are known."""
        match term:
            case Var(name):
                return self.known.get(name, ANYTHING)
            case Const(value):
                return sort_of_value(value)
            case Fn(name, args):
                return sort_of_function(name, len(args))
            case Arith(op, left, right):
                return self._arithmetic(op, self.term(left, place), self.term(right, place), place)
            case Interval(low, high):
                ends = self._number(self.term(low, place), place), self._number(self.term(high, place), place)
                return numbers(ends[0].low, max(ends[1].high, ends[0].low))
        return NOTHING

    def _number(self, sort: Sort, place: Place) -> Sort:
        """The sort as numbers; a problem where it may be something else."""
        if not sort.only_number and not sort.empty:
            found = "a value of unknown type" if sort.anything else sort.describe()
            self._problem("not-a-number", f"arithmetic with {found}", place, "whole numbers only")
        return sort if sort.number else numbers(-LIMIT, LIMIT)

    def _arithmetic(self, op: str, left: Sort, right: Sort, place: Place) -> Sort:
        if left.empty or right.empty:
            return NOTHING
        left, right = self._number(left, place), self._number(right, place)
        if op in ("/", "\\") and right.low <= 0 <= right.high:
            self._problem(
                "division", f"the divisor may be 0: it is {right.describe()}", place, "a divisor that is never 0"
            )
        found = arithmetic(op, left, right)
        if found.low < -WRAP or found.high > WRAP:
            self._problem("overflow", f"this may reach {found.describe()}", place, f"at most {WRAP}: tighter ranges")
            return clipped(numbers(max(found.low, -LIMIT), min(found.high, LIMIT)))
        return found

    def _compare(self, goal: Compare) -> None:
        left, right = self.term(goal.left, goal.place), self.term(goal.right, goal.place)
        if goal.op in ("<", "<=", ">", ">="):
            left, right = self._number(left, goal.place), self._number(right, goal.place)
            self._narrow(goal.left, left, _below(goal.op, right))
            self._narrow(goal.right, right, _below(_mirrored(goal.op), left))
            return
        both = left.meet(right)
        if both.empty and not left.empty and not right.empty:
            said = "never" if goal.op == "=" else "always"
            self._problem(
                "never", f"{left.describe()} and {right.describe()}: {said} true", goal.place, "values of one type"
            )
        if goal.op == "=":
            self.impossible |= both.empty
            for term in (goal.left, goal.right):
                if isinstance(term, Var):
                    self.known[term.name] = both

    def _narrow(self, term: Term, sort: Sort, bounds: tuple[int, int]) -> None:
        narrowed = sort.narrowed(*bounds)
        if isinstance(term, Var) and not sort.anything:
            self.known[term.name] = narrowed
        self.impossible |= narrowed.empty

    def _aggregate(self, goal: Aggregate) -> None:
        weights: list[Sort] = []
        for element in goal.elements:
            inner = self.inside(element.condition)
            terms = [inner.term(term, goal.place) for term in element.terms]
            if goal.function != "count":
                if not terms:
                    self._problem(
                        "no-weight", f"#{goal.function} has nothing to add or compare", goal.place, "N, X : p(X, N)"
                    )
                    continue
                if not inner.impossible:
                    weights.append(inner._number(terms[0], goal.place))
        self.known[goal.var.name] = self.known.get(goal.var.name, ANYTHING).meet(_result(goal.function, weights))
        self.impossible |= self.known[goal.var.name].empty


def _result(function: str, weights: list[Sort]) -> Sort:
    """What an aggregate over elements of these weights may come to."""
    if function == "count":
        return numbers(0, MANY)
    joined = NOTHING
    for weight in weights:
        joined = joined.union(weight)
    if function != "sum":
        return joined
    return clipped(numbers(max(min(joined.low, 0) * MANY, -LIMIT), min(max(joined.high, 0) * MANY, LIMIT)))


def _below(op: str, sort: Sort) -> tuple[int, int]:
    """The bounds that `x op sort` sets for x."""
    return {
        "<": (-WRAP, sort.high - 1),
        "<=": (-WRAP, sort.high),
        ">": (sort.low + 1, WRAP),
        ">=": (sort.low, WRAP),
    }[op]


def _mirrored(op: str) -> str:
    return {"<": ">", "<=": ">=", ">": "<", ">=": "<="}[op]
