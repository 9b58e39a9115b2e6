"""Build a proof from a model: why an atom holds, why another does not, what a number was computed from.

Forms of nodes, and what makes each true (kb/rules/prove/checker/verify.py checks it again from the proof alone):

    fact      the atom is among the facts, or in a card's text
    default   the atom is a fact's default value
    rule      an instance of rule `rule`; one child for each positive, negated and aggregate goal, in order
    none      no fact matches the pattern `atom`, those in `also_holds` aside
    rules     no rule derives an atom of the pattern, those in `also_holds` aside: children refute each instance
    closure   the same of predicates that rest on themselves: their rules, applied until nothing new comes, give no more
    count sum min max   an aggregate's value over exactly the instances that the children show
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from operator import attrgetter

from kb.records.atoms import Fact, Partial
from kb.records.results import Node
from kb.records.scenario import Reading
from kb.rules.language.graph import Signature, Slice, components, resting_on, uses
from kb.rules.language.join import (
    Binding,
    Store,
    compared,
    contributions,
    head_binding,
    known,
    match,
    pattern_of,
    ready,
    result,
    solve,
    step,
)
from kb.rules.language.syntax import Aggregate, Compare, Goal, Literal, Rule, element_variables, order, show, show_fact
from kb.rules.model.demand import matches
from kb.rules.model.words import Words
from kb.rules.prove.claimed import claims_last
from kb.rules.prove.narrate import Narrator
from kb.rules.solve.evaluator import instances

Except = tuple[Fact, ...]
BEHIND_ID = attrgetter(*[each.name for each in fields(Node)][1:])
"""A node's fields behind its id: a node is made anew from them many times faster than by `replace`."""


class Prover:
    """Proves atoms of one model; nodes are shared, and each stands after its children."""

    def __init__(self, slice_: Slice, store: Store, reading: Reading, words: Words, prefix: str = "n") -> None:
        self.slice, self.store, self.prefix = slice_, store, prefix
        self.unknown = [each.pattern for each in reading.unknown]
        self.unsure = resting_on({str(pattern[0]) for pattern in self.unknown}, slice_)
        self.narrator = Narrator(words, reading, slice_.rules)
        self.rules = self.narrator.rules
        self.surest: dict[Signature, list[Rule]] = {}
        self.nodes: dict[str, Node] = {}
        self.leaves: list[Partial] = []
        self.known: dict[tuple[object, ...], str] = {}

    def _add(self, key: tuple[object, ...], node: Node) -> str:
        identifier = f"{self.prefix}{len(self.nodes) + 1}"
        self.nodes[identifier] = Node(identifier, *BEHIND_ID(node))
        self.known[key] = identifier
        return identifier

    def holds(self, fact: Fact) -> str:
        """The node that proves an atom of the model."""
        key = ("holds", fact)
        if key in self.known:
            return self.known[key]
        if (str(fact[0]), len(fact) - 1) not in self.slice.heads:
            self.leaves.append(fact)
            return self._add(key, self.narrator.given(fact))
        rule, binding = self._instance(fact)
        children = tuple(dict.fromkeys(self._goal(rule, goal, binding) for goal in rule.body if _shown(goal)))
        return self._add(key, self.narrator.derived(rule, fact, binding, children))

    def _instance(self, fact: Fact) -> tuple[Rule, Binding]:
        """The first rule instance that derives an atom from earlier ones; rules resting on unknown facts come last."""
        rank = self.store.rank[fact]
        for rule in self._surest((str(fact[0]), len(fact) - 1)):
            start = head_binding(rule, fact)
            if start is None:
                continue
            for binding in solve(rule.body, self.store, start):
                assert rule.head is not None
                if fact not in instances(rule.head, binding):
                    continue
                matched = (_fact(goal, binding, self.store) for goal in rule.body if _positive(goal))
                if all(self.store.rank[each] < rank for each in matched):
                    return rule, binding
        raise AssertionError(f"no rule derives {show_fact(fact)}")

    def _surest(self, signature: Signature) -> list[Rule]:
        """The rules of a predicate, those that rest on unknown facts last."""
        if signature not in self.surest:
            self.surest[signature] = sorted(self.rules[signature], key=self._unsure)
        return self.surest[signature]

    def _goal(self, rule: Rule, goal: Goal, binding: Binding) -> str:
        if isinstance(goal, Aggregate):
            return self.computed(rule, goal, binding)
        assert isinstance(goal, Literal)
        if goal.negated:
            return self.absent(pattern_of(goal.atom, binding))
        return self.holds(_fact(goal, binding, self.store))

    def absent(self, pattern: Partial, but: Except = ()) -> str:
        """The node that shows that no atom of the pattern holds, except those in `but`."""
        key = ("absent", pattern, but)
        if key in self.known:
            return self.known[key]
        signature = (str(pattern[0]), len(pattern) - 1)
        others = tuple(show_fact(each) for each in but)
        if signature not in self.slice.heads:
            self.leaves.append(pattern)
            return self._add(key, self.narrator.missing(pattern, others))
        if signature in self.slice.recursive:
            return self._add(key, self._closed(pattern, but))
        children: list[str] = []
        for rule in self.rules.get(signature, []):
            start = head_binding(rule, pattern)
            if start is not None:
                self._exhaust(claims_last(rule, self.narrator.asking), start, 0, children)
        return self._add(key, self.narrator.denied("rules", pattern, others, children))

    def _closed(self, pattern: Partial, but: Except) -> Node:
        """Absence among predicates that rest on themselves: everything that they rest on, complete."""
        component = self._component((str(pattern[0]), len(pattern) - 1))
        rules = [rule for signature in component for rule in self.rules.get(signature, [])]
        below = [use for rule in rules for use in uses(rule) if use.signature not in component]
        children = [self._complete(use.signature) for use in below]
        for use in below:
            if use.strict:
                children += [self.holds(row) for row in self.store.select(_open(use.signature))]
        return self.narrator.denied("closure", pattern, tuple(show_fact(each) for each in but), children)

    def _component(self, signature: Signature) -> tuple[Signature, ...]:
        """The predicates that rest on this one and on which it rests, itself among them."""
        edges = {key: [use.signature for rule in rules for use in uses(rule)] for key, rules in self.rules.items()}
        return next(each for each in components(edges) if signature in each)

    def _complete(self, signature: tuple[str, int]) -> str:
        """All atoms of a predicate, as the claim that there are no others."""
        return self.absent(_open(signature), tuple(sorted(self.store.select(_open(signature)), key=order)))

    def _exhaust(self, rule: Rule, binding: Binding, at: int, children: list[str]) -> None:
        """Collect what refutes every instance of a body that does not hold."""
        refuted = self._refuted(rule, binding, at)
        if refuted is not None:
            children += refuted
            return
        if at == len(rule.body):
            return
        goal = rule.body[at]
        if isinstance(goal, Aggregate):
            children.append(self.computed(rule, goal, binding))
        if _positive(goal):
            assert isinstance(goal, Literal)
            pattern = pattern_of(goal.atom, binding)
            found = self.store.select(pattern)
            if None in pattern:
                children.append(self.absent(pattern, tuple(sorted(found, key=order))))
            for fact in found:
                extended = match(goal.atom, fact, binding)
                if extended is not None:
                    if None in pattern:
                        children.append(self.holds(fact))
                    self._exhaust(rule, extended, at + 1, children)
            return
        for extended in step(goal, self.store, binding):
            self._exhaust(rule, extended, at + 1, children)

    def _refuted(self, rule: Rule, binding: Binding, at: int) -> list[str] | None:
        """The children that refute a body at once, none for a comparison; None where no goal alone refutes it.

        What rests on an unknown fact refutes only where nothing else does.
        """
        for goal in rule.body[at:]:
            if isinstance(goal, Compare) and known(goal, binding) and not list(compared(goal, binding)):
                return []
        failing = [goal for goal in rule.body[at:] if isinstance(goal, Literal) and self._fails(goal, binding)]
        failing.sort(key=lambda goal: (self._open(goal, binding), not goal.negated))
        unsure = self._open(failing[0] if failing else rule.body[at], binding) if at < len(rule.body) else False
        if unsure and (surely := self._unfolded(rule, binding, at)) is not None:
            return surely
        if not failing:
            return None
        pattern = pattern_of(failing[0].atom, binding)
        found = self.store.select(pattern)
        return [self.holds(found[0]) if failing[0].negated else self.absent(pattern, tuple(sorted(found, key=order)))]

    def _fails(self, goal: Literal, binding: Binding) -> bool:
        """Whether a literal holds for no value of its free variables."""
        found = self.store.select(pattern_of(goal.atom, binding))
        if goal.negated:
            return bool(found) and ready(goal, binding)
        return all(match(goal.atom, fact, binding) is None for fact in found)

    def _unfolded(self, rule: Rule, binding: Binding, at: int) -> list[str] | None:
        """What refutes a body by the atoms of one of its goals, none of them unknown; None where no goal does that."""
        for goal in rule.body[at:]:
            if not isinstance(goal, Literal) or goal.negated or self._open(goal, binding):
                continue
            pattern = pattern_of(goal.atom, binding)
            found = self.store.select(pattern)
            bindings = {fact: extended for fact in found if (extended := match(goal.atom, fact, binding)) is not None}
            refuting = {fact: self._surely_failing(rule.body[at:], extended) for fact, extended in bindings.items()}
            if None in refuting.values():
                continue
            children = [self.absent(pattern, tuple(sorted(found, key=order)))] if None in pattern else []
            for fact, other in refuting.items():
                assert other is not None
                children.append(self.holds(fact))
                children += self._refuted(replace(rule, body=(other,)), bindings[fact], 0) or ()
            return children
        return None

    def _surely_failing(self, goals: Iterable[Goal], binding: Binding) -> Goal | None:
        """The first goal that fails without resting on a fact that is not known."""
        return next((goal for goal in goals if self._surely_fails(goal, binding)), None)

    def _surely_fails(self, goal: Goal, binding: Binding) -> bool:
        """Whether a goal fails without resting on a fact that is not known."""
        if isinstance(goal, Compare):
            return known(goal, binding) and not list(compared(goal, binding))
        return isinstance(goal, Literal) and self._fails(goal, binding) and not self._open(goal, binding)

    def _open(self, goal: Goal, binding: Binding) -> bool:
        """Whether a goal is a literal that may be about a fact that is not known."""
        if not isinstance(goal, Literal):
            return False
        pattern = pattern_of(goal.atom, binding)
        return any(matches(each, pattern) for each in self.unknown) or (
            goal.atom.signature in self.slice.heads and goal.atom.name in self.unsure
        )

    def _unsure(self, rule: Rule) -> bool:
        """Whether something in a rule's body may be about a fact that is not known."""
        return any(use.signature[0] in self.unsure for use in uses(rule))

    def computed(self, rule: Rule, goal: Aggregate, binding: Binding) -> str:
        """The node of an aggregate's value: what counts, each shown, and that nothing else does."""
        found = contributions(goal, self.store, binding)
        value = result(goal.function, found)
        at = rule.body.index(goal)
        named = tuple(f"{name}={show(each)}" for name, each in sorted(binding.items()) if name in _outer(goal))
        children: list[str] = []
        for element in goal.elements:
            self._exhaust(replace(rule, body=element.condition), dict(binding), 0, children)
        for element, extended in found.values():
            for inner in element.condition:
                if isinstance(inner, Literal):
                    pattern = pattern_of(inner.atom, extended)
                    children.append(
                        self.absent(pattern) if inner.negated else self.holds(_fact(inner, extended, self.store))
                    )
        key = ("computed", rule.id, at, named)
        if key in self.known:
            return self.known[key]
        return self._add(key, self.narrator.computed(rule, at, goal.function, value, named, children))

    def rests_on(self, pattern: Partial) -> bool:
        """Whether a leaf of the proof speaks about a fact of this pattern."""
        return any(matches(pattern, leaf) for leaf in self.leaves)


def _open(signature: tuple[str, int]) -> Partial:
    """The pattern of all atoms of a predicate."""
    return (signature[0], *(None for _ in range(signature[1])))


def _shown(goal: Goal) -> bool:
    return not isinstance(goal, Compare)


def _positive(goal: Goal) -> bool:
    return isinstance(goal, Literal) and not goal.negated


def _fact(goal: Goal, binding: Binding, store: Store) -> Fact:
    """The atom that a positive literal stands for; the first match where it holds `_`."""
    assert isinstance(goal, Literal)
    return next(
        fact for fact in store.select(pattern_of(goal.atom, binding)) if match(goal.atom, fact, binding) is not None
    )


def _outer(goal: Aggregate) -> set[str]:
    """The names of an aggregate's variables."""
    return {name for element in goal.elements for name in element_variables(element)}
