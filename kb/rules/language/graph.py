"""Which predicate rests on which: circles through negation, the order of evaluation, what a goal reaches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kb.errors import Place, Problem
from kb.rules.language.syntax import Aggregate, Atom, Compare, Const, Fn, Goal, Literal, Rule
from kb.rules.remembered import kept_with

Signature = tuple[str, int]
UNSETTLED = (("undetermined", 3), ("contradiction", 3))


@dataclass(frozen=True, slots=True)
class Use:
    """A predicate used by a rule; `strict` where it must be complete first (negation, aggregates, choices)."""

    signature: Signature
    strict: bool
    place: Place


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Slice:
    """The rules that a goal reaches, in strata: each list rests only on those before it and on itself.

    A slice is the same only as itself, so that what is made of it can be kept (its program, its rules by head).
    `heads` are the predicates it derives, `chosen` those of them that rest on choices, `inputs` the facts.
    """

    strata: tuple[tuple[Rule, ...], ...]
    choices: tuple[Rule, ...]
    constraints: tuple[Rule, ...]
    recursive: frozenset[Signature]
    inputs: frozenset[Signature]
    heads: frozenset[Signature]
    chosen: frozenset[Signature]

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All rules of the slice."""
        return tuple(rule for stratum in self.strata for rule in stratum) + self.choices + self.constraints


def heads(rule: Rule) -> list[Atom]:
    """The atoms a rule may derive: one, a choice's several, or none."""
    if rule.choice is not None:
        return [atom for atom, _ in rule.choice.elements]
    return [] if rule.head is None else [rule.head]


def uses(rule: Rule) -> Iterator[Use]:
    """The predicates of a rule's body and of its choice's conditions."""
    yield from _uses(rule.body, rule.choice is not None)
    if rule.choice is not None:
        for _, condition in rule.choice.elements:
            yield from _uses(condition, True)


def atoms_of(rule: Rule) -> Iterator[Atom]:
    """The atoms of a rule's body, its aggregates and its choice's conditions."""
    bodies = [rule.body, *(condition for _, condition in (rule.choice.elements if rule.choice else ()))]
    for goal in (goal for body in bodies for goal in body):
        match goal:
            case Literal(atom, _):
                yield atom
            case Aggregate(_, elements, _):
                yield from (each.atom for one in elements for each in one.condition if isinstance(each, Literal))


def _uses(body: Iterable[Goal], strict: bool) -> Iterator[Use]:
    for goal in body:
        match goal:
            case Literal(atom, negated):
                yield Use(atom.signature, strict or negated, atom.place)
            case Aggregate(_, elements, _):
                for element in elements:
                    yield from _uses(element.condition, True)
            case Compare():
                pass


class Graph:
    """The dependencies among the predicates of some rules."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = tuple(rules)
        self.place = {id(rule): at for at, rule in enumerate(self.rules)}
        self.choosing = [rule for rule in self.rules if rule.choice]
        self.binding = [rule for rule in self.rules if rule.head is None and rule.choice is None]
        self.doubting = [rule for rule in self.rules if rule.head and rule.head.signature in UNSETTLED]
        self.picked = {head.signature for rule in self.choosing for head in heads(rule)}
        self.by_head: dict[Signature, list[Rule]] = defaultdict(list)
        self.edges: dict[Signature, dict[Signature, Use]] = defaultdict(dict)
        for rule in rules:
            for head in heads(rule):
                self.by_head[head.signature].append(rule)
                used = self.edges[head.signature]  # a node even where nothing is used: facts of rules have strata too
                for use in uses(rule):
                    kept = used.get(use.signature)
                    if kept is None or (use.strict and not kept.strict):
                        used[use.signature] = use
        self.components = components({name: list(used) for name, used in self.edges.items()})
        self.component_of = {name: at for at, component in enumerate(self.components) for name in component}

    def circles(self) -> Iterator[Problem]:
        """One problem for each circle through negation, an aggregate or a choice."""
        for component in self.components:
            inside = set(component)
            for name in component:
                for use in self.edges.get(name, {}).values():
                    if use.strict and use.signature in inside:
                        circle = " -> ".join(
                            f"{each}/{count}" for each, count in self._path(use.signature, name, inside)
                        )
                        message = f"{name[0]} rests on the completeness of itself: {name[0]}/{name[1]} -> {circle}"
                        yield Problem("not-stratified", message, use.place, "no circle through not, # or a choice")

    def _path(self, start: Signature, end: Signature, inside: set[Signature]) -> list[Signature]:
        paths, seen = [[start]], {start}
        for path in paths:
            if path[-1] == end:
                return path
            for after in self.edges.get(path[-1], {}):
                if after in inside and after not in seen:
                    seen.add(after)
                    paths.append([*path, after])
        return [start, end]

    @cached_property
    def recursive(self) -> frozenset[Signature]:
        """The predicates that rest on themselves."""
        loops = {name for name, used in self.edges.items() if name in used}
        return frozenset(loops.union(*(component for component in self.components if len(component) > 1)))

    def reach(self, starts: Iterable[Signature]) -> set[Signature]:
        """All predicates that these rest on, themselves included."""
        found, waiting = set(starts), list(starts)
        while waiting:
            for after in self.edges.get(waiting.pop(), {}):
                if after not in found:
                    found.add(after)
                    waiting.append(after)
        return found

    def slice(self, goals: Sequence[Signature], claimed: Sequence[str] = ()) -> Slice:
        """The rules that these goals rest on, with what says that they, or numbers they confirm, are not settled."""
        names = {*claimed, *(name for name, _ in goals)}
        doubts = [rule for rule in self.doubting if doubted(rule) in names]
        starts = {*goals, *(use.signature for rule in doubts for use in uses(rule))}
        found = self.reach(starts)
        constraints: list[Rule] = []
        while True:
            bound = [rule for rule in self.binding if self._binds(rule, self.picked & found)]
            if len(bound) == len(constraints):
                break
            constraints = bound
            found |= self.reach([use.signature for rule in bound for use in uses(rule)])
        return self._sliced(found, doubts, constraints)

    def _binds(self, rule: Rule, chosen: set[Signature]) -> bool:
        return bool(self.reach([use.signature for use in uses(rule)]) & chosen)

    def _chosen(self, found: set[Signature]) -> Iterator[Signature]:
        if not self.picked:
            return
        for signature in (*found, *UNSETTLED):
            if self.reach([signature]) & self.picked:
                yield signature

    def _deriving(self, names: Iterable[Signature]) -> tuple[Rule, ...]:
        """The plain rules whose head is one of these predicates, in the order in which they were written."""
        rules = {id(rule): rule for name in names for rule in self.by_head.get(name, ()) if rule.head}
        return tuple(sorted(rules.values(), key=lambda rule: self.place[id(rule)]))

    def _sliced(self, found: set[Signature], doubts: list[Rule], constraints: list[Rule]) -> Slice:
        strata = []
        for at in sorted({self.component_of[name] for name in found if name in self.component_of}):
            inside = [name for name in self.components[at] if name in found and name not in UNSETTLED]
            if rules := self._deriving(inside):
                strata.append(rules)
        if doubts:
            strata.append(tuple(doubts))
        choices = tuple(rule for rule in self.choosing if {head.signature for head in heads(rule)} & found)
        derived = found & self.by_head.keys()
        return Slice(
            strata=tuple(strata),
            choices=choices,
            constraints=tuple(constraints),
            recursive=self.recursive & found,
            inputs=frozenset(found - derived),
            chosen=frozenset(self._chosen(found)),
            heads=frozenset(derived) | {rule.head.signature for rule in doubts if rule.head},
        )


def doubted(rule: Rule) -> str:
    """The name of the goal that an `undetermined` or `contradiction` rule is about; empty where it is open."""
    goal = rule.head.args[0] if rule.head else None
    if isinstance(goal, Fn):
        return goal.name
    if isinstance(goal, Const):
        return str(goal.value[0] if isinstance(goal.value, tuple) else goal.value)
    return ""


def components(edges: Mapping[Signature, Sequence[Signature]]) -> list[tuple[Signature, ...]]:
    """Strongly connected components (Tarjan 1972, without recursion), each after those it rests on."""
    number: dict[Signature, int] = {}
    low: dict[Signature, int] = {}
    stack: list[Signature] = []
    on_stack: set[Signature] = set()
    found: list[tuple[Signature, ...]] = []
    nodes = dict.fromkeys([*edges, *(after for used in edges.values() for after in used)])
    for root in nodes:
        if root in number:
            continue
        work = [(root, iter(edges.get(root, ())))]
        number[root] = low[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            after = next((each for each in rest if each not in number or each in on_stack), None)
            if after is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    found.append(_pop(stack, on_stack, node))
            elif after not in number:
                number[after] = low[after] = len(number)
                stack.append(after)
                on_stack.add(after)
                work.append((after, iter(edges.get(after, ()))))
            else:
                low[node] = min(low[node], number[after])
    return found


def _pop(stack: list[Signature], on_stack: set[Signature], node: Signature) -> tuple[Signature, ...]:
    component = []
    while True:
        component.append(stack.pop())
        on_stack.discard(component[-1])
        if component[-1] == node:
            return tuple(sorted(component))


@kept_with
def _below(slice_: Slice) -> list[tuple[str, set[str]]]:
    """For each rule the predicate of its head and those of its body."""
    return [(rule.head.name, {use.signature[0] for use in uses(rule)}) for rule in slice_.rules if rule.head]


def resting_on(names: set[str], slice_: Slice) -> set[str]:
    """These names of predicates, and those of all that rest on them."""
    found = set(names)
    below = _below(slice_) if names else []
    while more := {head for head, body in below if head not in found and body & found}:
        found |= more
    return found
