"""Why a proof denies something: what stands against it, the condition that is not met, what is compared in vain.

A step is passed over where players do not read it, or where it speaks of the question only.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from kb.records.atoms import Fact
from kb.records.results import Node, Proof
from kb.records.types import Schema
from kb.rules.language.join import Binding, compared, known, match, pattern_of
from kb.rules.language.syntax import Compare, Goal, Literal, Rule, read_fact, show_fact, variables
from kb.rules.model.words import ways_of_asking
from kb.rules.prove.checker.claims import COUNTING, HOLDING
from kb.rules.prove.saying import repeats
from kb.words.grammar.wording import only_excepts

MOST_GROUNDS = 2
MOST_TRIED = 64
"""So many ways to take the steps below a denial together are tried for what a rule compares in vain."""
DERIVED = ("rules", "closure")
"""The forms of steps that deny what rules could give."""
HOLDS = 3
"""How far from telling why something is denied a step is that only says what holds."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step that players read, and the hidden steps above it, the highest first; not `sure` to be why something is
    denied where it only holds."""

    node: Node
    passed: tuple[Node, ...] = ()
    sure: bool = True

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All of them, from above."""
        return (*self.passed, self.node)


class Denials:
    """Looks through one proof of these `rules` for why a step of it is denied."""

    def __init__(self, proof: Proof, schema: Schema, rules: Iterable[Rule] = ()) -> None:
        self.nodes: Mapping[str, Node] = {node.id: node for node in proof.nodes}
        self.root, self.schema = self.nodes[proof.root], schema
        self.asking = ways_of_asking(schema)
        self.rules: dict[str, list[Rule]] = {}
        for rule in rules:
            if rule.head is not None:
                self.rules.setdefault(rule.head.name, []).append(rule)
        self.differing = frozenset(node.atom for node in self.nodes.values() if self._differs(node))

    def reason(self, node: Node) -> Step | None:
        """Why something is denied; None where that would only be that no text makes an exception, or which card it is
        about."""
        found = self._nearest(node)
        return None if found is None or self._idle(found.node) else found

    def _nearest(self, node: Node) -> Step | None:
        """Why something is denied: what stands against it, else what is missing, else what holds. Rules that ask for
        other values than those told are passed over where there are others."""
        rules = self.rules.get(named(node), [])
        near = [rule for rule in rules if not self.differing & wanted(rule)]
        for child in self._children(node):
            against = near if child.form == "default" else rules
            if child.form in HOLDING and named(child) not in self.asking and denied(named(child), against):
                found = Step(child) if not child.hidden else nearest(list(self.below(child, (child,))), ("rule",))
                if found:
                    return found
        steps = [step for step in self.below(node) if step.node.form not in COUNTING]
        asked = [step for step in steps if step.node.atom not in self.differing] if near else steps
        nearest_asked = min(asked or steps, key=lambda step: self._far(step.node), default=None)
        if nearest_asked is None or nearest_asked.node.form in DERIVED:
            return nearest_asked
        if failing := self._failing(node, near or rules):
            return failing
        if self._far(nearest_asked.node) < HOLDS:
            return nearest_asked
        found = self._compared(node, near) or min(steps, key=lambda step: self._far(step.node))
        return replace(found, sure=self._far(found.node) < HOLDS or found.node.form != "fact")

    def _failing(self, node: Node, rules: list[Rule]) -> Step | None:
        """What was told, or follows from it, that a rule compares or looks up in vain, as one: a cost that is not less
        than another, a border that range is not counted across."""
        holding: dict[str, list[Node]] = {}
        for each in self._children(node):
            if each.form in HOLDING:
                holding.setdefault(named(each), []).append(each)
        for rule in rules:
            goals = [goal for goal in rule.body if isinstance(goal, Literal) and goal.atom.name in holding]
            ways = enumerate(islice(together(goals, holding, {}), MOST_TRIED))
            for _, held in sorted(ways, key=lambda way: (self._asks_another(node, rule, goals, way[1]), -way[0])):
                if found := self._vain(rule, goals, held, holding):
                    return joined_steps(found)
        return None

    def _asks_another(self, node: Node, rule: Rule, goals: Sequence[Literal], held: Mapping[str, Node]) -> bool:
        """Whether a rule asks, where these steps hold, for another value than was told: the row of another rank."""
        binding: Binding = {}
        for goal in goals:
            binding = match(goal.atom, atom_of(held[goal.atom.name]), binding) or binding
        differing = {each.atom for each in self._children(node) if each.atom in self.differing}
        positive = (goal.atom for goal in rule.body if isinstance(goal, Literal) and not goal.negated)
        return any(show_fact(pattern_of(atom, binding)) in differing for atom in positive)

    def _vain(
        self, rule: Rule, goals: Sequence[Literal], held: Mapping[str, Node], holding: Container[str]
    ) -> list[Node]:
        """What a rule compares or looks up in vain of these steps that hold together, one for each of its goals."""
        bound = {goal.atom.name: values(goal, held[goal.atom.name]) for goal in goals}
        binding = {name: value for each in bound.values() for name, value in each.items()}
        for goal in rule.body:
            if asked := in_vain(goal, binding, holding):
                found = [held[name] for name, each in bound.items() if asked & set(each) and not held[name].hidden]
                told = [each for each in found if self._told_below(each)]
                if told and all(each in told or each.kind == "rule" for each in found):
                    return [each for each in found if not self._names_card(each)] or found
        return []

    def _compared(self, node: Node, rules: list[Rule]) -> Step | None:
        """What rules compare in vain, as one: the distance, and the range that it is beyond."""
        found = self._measured(node, rules)
        return joined_steps(found) if len({named(each) for each in found}) == len(found) == MOST_GROUNDS else None

    def _measured(self, node: Node, rules: list[Rule]) -> list[Node]:
        """What is told below a step of how much those things are that rules compare, facts first."""
        names = {goal.atom.name for rule in rules for goal in rule.body if isinstance(goal, Literal) and measures(goal)}
        names -= self.asking
        held = [each for each in self._children(node) if each.form in HOLDING and not each.hidden]
        return sorted((each for each in held if named(each) in names), key=lambda each: each.form == "rule")

    def _far(self, node: Node) -> int:
        """How far a step is from telling why something is denied: a condition of a clause that is not met, a fact that
        is missing, one that is another than a rule asks for, and last what holds."""
        if node.form in DERIVED:
            return 0
        if node.form != "none":
            return HOLDS
        fact = self.schema.facts.get(named(node))
        return 2 if fact is not None and fact.valued else 1

    def _differs(self, node: Node) -> bool:
        """Whether a step says that a fact has another value than a rule asks for, and which it has was told."""
        fact = self.schema.facts.get(named(node))
        return node.form == "none" and node.kind == "given" and fact is not None and bool(fact.valued)

    def below(self, node: Node, passed: tuple[Node, ...] = ()) -> Iterator[Step]:
        """The nearest steps below one that players read and that tell of the game."""
        for child in self._children(node):
            if child.hidden:
                yield from self.below(child, (*passed, child)) if not child.also_holds else ()
            elif child.form not in ("cases", "case") and named(child) not in self.asking:
                yield Step(child, passed)

    def _idle(self, node: Node) -> bool:
        """Whether a step tells nothing by itself: which card it is about, or that no text makes an exception."""
        fact = self.schema.facts.get(named(node))
        return self._names_card(node) or (node.form == "none" and fact is not None and only_excepts(fact.sentence))

    def _names_card(self, node: Node) -> bool:
        """Whether a step only says which card it is about."""
        fact = self.schema.facts.get(named(node))
        return fact is not None and fact.valued and fact.value is not None and fact.value.kind == "card"

    def _children(self, node: Node) -> Iterator[Node]:
        return (self.nodes[each] for each in node.children)

    def _told_below(self, node: Node) -> bool:
        """Whether something that was told of the game stands below a step, or is it."""
        if not node.children:
            return node.kind == "given" and named(node) not in self.asking
        return any(self._told_below(each) for each in self._children(node))


def together(
    goals: Sequence[Literal], holding: Mapping[str, Sequence[Node]], binding: Binding
) -> Iterator[dict[str, Node]]:
    """The ways to take one step for each goal so that they agree in what they bind: of a chart's rows the one of the
    rank that is asked for."""
    if not goals:
        yield {}
        return
    goal, *others = goals
    for node in holding[goal.atom.name]:
        bound = match(goal.atom, atom_of(node), binding)
        if bound is not None:
            yield from ({goal.atom.name: node, **found} for found in together(others, holding, bound))


def wanted(rule: Rule) -> frozenset[str]:
    """The facts that a rule asks for, as proofs write them."""
    goals = (goal for goal in rule.body if isinstance(goal, Literal) and not goal.negated)
    return frozenset(show_fact(pattern_of(goal.atom, {})) for goal in goals)


def denied(name: str, rules: Iterable[Rule]) -> bool:
    """Whether a rule asks that this does not hold."""
    goals = (goal for rule in rules for goal in rule.body if isinstance(goal, Literal))
    return any(goal.negated and goal.atom.name == name for goal in goals)


def in_vain(goal: Goal, binding: Binding, held: Container[str]) -> set[str]:
    """The variables that a goal compares in vain, or looks up where nothing stands for them: their values are known."""
    if isinstance(goal, Compare):
        names = {*variables(goal.left), *variables(goal.right)}
        return names if known(goal, binding) and not list(compared(goal, binding)) else set()
    if isinstance(goal, Literal) and not goal.negated and goal.atom.name not in held:
        names = {name for term in goal.atom.args for name in variables(term)}
        return names if names <= set(binding) else set()
    return set()


def values(goal: Literal, node: Node) -> Binding:
    """What a goal's variables are by an atom that holds."""
    return match(goal.atom, atom_of(node), {}) or {}


def atom_of(node: Node) -> Fact:
    """The atom that a step speaks of, its name first."""
    return tuple(each for each in read_fact(node.atom) if each is not None)


def joined_steps(nodes: list[Node]) -> Step:
    """One step of several, facts first; what another says with more, or rests on, is told once."""
    below = {child for each in nodes for child in each.children}
    nodes = sorted((each for each in nodes if each.id not in below), key=lambda each: each.form == "rule")
    sentences = [each.sentence.rstrip(".") for each in nodes]
    said = [each for each in sentences if not any(repeats(each, other) for other in sentences)]
    return Step(replace(nodes[-1], sentence=" and ".join(dict.fromkeys(said))))


def measures(goal: Literal) -> bool:
    """Whether a goal asks how much something is, to be compared."""
    return not goal.negated and None in pattern_of(goal.atom, {})


def nearest(steps: list[Step], kinds: tuple[str, ...]) -> Step | None:
    """The first step of these kinds, of any where there is none."""
    return next((each for each in steps if each.node.kind in kinds), steps[0] if steps else None)


def named(node: Node) -> str:
    """The name of the predicate that a node is about."""
    return node.atom.partition("(")[0]
