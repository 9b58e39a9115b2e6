"""What a summary tells of a proof: the step that says the verdict, and the nearest reason for it.

A step is passed over where players do not read it, or where it speaks of the question only. The reason of a denial is
what stands in its way, else the condition that is not met; what only repeats the denial is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace

from kb.records.checks import Node, Outcome, Proof, Schema, Status
from kb.rules.language.syntax import Literal, Rule, show_fact
from kb.rules.model.rulemodel import RuleModel
from kb.rules.model.words import ways_of_asking
from kb.rules.prove.saying import content_stems, repeats, says_it_again, thin
from kb.rules.prove.steps import left_open
from kb.rules.solve.claims import COUNTING, HOLDING
from kb.rules.solve.graph import Slice
from kb.rules.solve.join import pattern_of
from kb.rules.solve.outcomes import shown

PASSED = ("cases", "case", "value", "values", "both", "doubt", "settled")
MOST_GROUNDS = 2
JOINED = re.compile(r",| and ")
EITHER_WAY = "that is not "
"""So begins a denial that holds whichever way a question asks."""
NOTHING_ADDED = re.compile(r"\b(?P<sum>\d+) [+-] 0 = (?P=sum)\b")
"""A sum of one number: `2 + 0 = 2`."""
SO = ", so "
HOLDS = 3
"""How far from telling why something is denied a step is that only says what holds."""
TELLING = ("rule", "card-text", "computed", "absent")


def told_first(model: RuleModel, slice_: Slice, proof: Proof) -> tuple[Node, ...]:
    """What a proof says first of the game: the verdict's step and its reason, and the hidden steps on the way to them,
    whose clauses are cited. Empty where no step that players read says anything."""
    asked = {node.atom for node in proof.nodes if node.form == "fact"} & ways_of_asking(model.schema)
    other_way = frozenset(rule.id for rule in slice_.rules if asks_otherwise(rule, asked))
    return Reasons(proof, model.schema, slice_.rules, other_way).told()


def asks_otherwise(rule: Rule, asked: Set[str]) -> bool:
    """Whether a rule is for questions that ask the other way than by these facts: its "it does not pass" is no answer
    to `is it stopped?`."""
    return any(goal.negated and goal.atom.name in asked for goal in rule.body if isinstance(goal, Literal))


def summary_of(found: Outcome, said: str) -> str:
    """One sentence, the verdict first, then what is `said` of the game and why."""
    head = shown(found)
    return f"{head[:1].upper()}{head[1:]}: {said}." if said else f"{head[:1].upper()}{head[1:]}."


def reason_of(found: Outcome, proof: Proof | None, told: tuple[Node, ...]) -> str:
    """What is `told` of the game and why, without the verdict; of a contradiction both its sides."""
    head = shown(found)
    sentences = [each.sentence.rstrip(".").removesuffix(f": {head}") for each in told if not each.hidden]
    said = ", because ".join(each for each in sentences if not any(repeats(each, other) for other in sentences))
    said = NOTHING_ADDED.sub(r"\g<sum>", said)
    return (", but ".join(sides(proof)) or said) if proof and found.status is Status.CONTRADICTION else said


def sides(proof: Proof) -> list[str]:
    """What the proof of a contradiction says on either side; nothing where a rule says that there is one."""
    nodes = {node.id: node for node in proof.nodes}
    node = nodes[proof.root]
    while node.form in PASSED and node.form not in ("values", "both"):
        node = nodes[node.children[0]]
    held = [nodes[child] for child in node.children] if node.form in PASSED else []
    return [child.sentence.rstrip(".") for child in held if child.form == "rule"]


@dataclass(frozen=True, slots=True)
class Step:
    """A step that players read, and the hidden steps above it, the highest first."""

    node: Node
    passed: tuple[Node, ...] = ()

    @property
    def nodes(self) -> tuple[Node, ...]:
        """All of them, from above."""
        return (*self.passed, self.node)


class Reasons:
    """Looks through one proof of these `rules`; `other_way` are those for questions that ask the other way."""

    def __init__(
        self, proof: Proof, schema: Schema, rules: Iterable[Rule] = (), other_way: frozenset[str] = frozenset()
    ) -> None:
        self.nodes: Mapping[str, Node] = {node.id: node for node in proof.nodes}
        self.root, self.schema = self.nodes[proof.root], schema
        self.asking = ways_of_asking(schema)
        self.other_way = other_way
        self.rules: dict[str, list[Rule]] = {}
        for rule in rules:
            if rule.head is not None:
                self.rules.setdefault(rule.head.name, []).append(rule)
        self.differing = frozenset(node.atom for node in self.nodes.values() if self._differs(node))

    def told(self) -> tuple[Node, ...]:
        """The verdict's step, then its reason where it has one that says more; of a fact that is not known no case is
        told in the place of all."""
        told = self._told(self.root)
        node = self.root
        while node.form in PASSED and node.form != "cases" and node.children:
            node = self.nodes[node.children[0]]
        if node.form != "cases" or not told:
            return told
        cases = [self._told(self.nodes[each]) for each in node.children]
        if any(len(each) != len(told) for each in cases):
            return told
        return tuple(
            replace(same[0], sentence=left_open([each.sentence for each in same])) for same in zip(*cases, strict=True)
        )

    def _told(self, node: Node) -> tuple[Node, ...]:
        """The same of the first case below a node."""
        while node.form in PASSED and node.children:
            node = self.nodes[node.children[0]]
        step = self._verdict(node) if node.hidden else Step(node)
        if step is None:
            return ()
        if step.node.kind != "absent":
            if (telling := self._rests_on(step.node)) is not None:
                return (*(replace(each, hidden=True) for each in step.nodes), telling)
            return (*step.nodes, *self._ground(step.node)) if thin(step.node.sentence) else step.nodes
        reason = self.reason(step.node)
        same = reason is None or says_it_again(reason.node.sentence, step.node.sentence)
        if reason is None or same:
            return step.nodes
        ruled = reason.node.clause and not step.node.sentence.startswith(EITHER_WAY)
        if step.node.rule in self.other_way and ruled:
            return (*(replace(each, hidden=True) for each in step.nodes), *reason.nodes)
        return (*step.nodes, *reason.nodes)

    def _rests_on(self, node: Node) -> Node | None:
        """The step right below a verdict's that all that was told leads to, where the rest of it is assumed: that a
        full area may be teleported into, and not that this one is within range."""
        if node.form != "rule" or "(" in node.atom:
            return None
        children = [each for each in self._children(node) if self._told_below(each)]
        if len(children) != 1 or children[0].kind != "rule" or children[0].hidden or thin(children[0].sentence):
            return None
        concluded = content_stems(node.sentence.rpartition(SO)[2])
        assumes = any(self._assumes(each) for each in self._children(node))
        return children[0] if assumes and concluded <= content_stems(children[0].sentence) else None

    def _told_below(self, node: Node) -> bool:
        """Whether something that was told of the game stands below a step, or is it."""
        if not node.children:
            return node.kind == "given" and named(node) not in self.asking
        return any(self._told_below(each) for each in self._children(node))

    def _assumes(self, node: Node) -> bool:
        """Whether a step is a fact that goes without saying and holds."""
        return node.form == "default" and not node.hidden

    def _ground(self, node: Node) -> tuple[Node, ...]:
        """What a step that says next to nothing rests on, as one: the first things told that say more; none where there
        are none."""
        below = [step.node for step in self.below(node) if step.node.form != "default"]
        said = [each for each in below if not thin(each.sentence) and not repeats(node.sentence, each.sentence)]
        if not said:
            return ()
        sentences = list(dict.fromkeys(each.sentence.rstrip(".") for each in said))[:MOST_GROUNDS]
        joined = any(JOINED.search(each) for each in sentences)
        return (replace(said[0], sentence=sentences[0] if joined else " and ".join(sentences)),)

    def _verdict(self, node: Node) -> Step | None:
        """The step that is told in the place of a hidden one."""
        if node.form != "rule":
            return self.reason(node)
        found = sorted(self.below(node), key=lambda step: step.node.kind == "absent")  # what holds says more
        return nearest(found, TELLING)

    def reason(self, node: Node) -> Step | None:
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
        if nearest_asked is None or self._far(nearest_asked.node) < HOLDS:
            return nearest_asked
        return self._compared(node, near) or min(steps, key=lambda step: self._far(step.node))

    def _compared(self, node: Node, rules: list[Rule]) -> Step | None:
        """What rules compare in vain, as one: the distance, and the range that it is beyond."""
        names = {goal.atom.name for rule in rules for goal in rule.body if isinstance(goal, Literal) and measures(goal)}
        names -= self.asking
        held = [each for each in self._children(node) if each.form in HOLDING and not each.hidden]
        found = sorted((each for each in held if named(each) in names), key=lambda each: each.form == "rule")
        if len(found) != MOST_GROUNDS:
            return None
        first, last = (each.sentence.rstrip(".") for each in found)
        if repeats(first, last) or repeats(last, first):
            return Step(max(found, key=lambda each: len(each.sentence)))
        return Step(replace(found[-1], sentence=f"{first} and {last}"))

    def _far(self, node: Node) -> int:
        """How far a step is from telling why something is denied: a condition of a clause that is not met, a fact that
        is missing, one that is another than a rule asks for, and last what holds."""
        if node.form in ("rules", "closure"):
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

    def _children(self, node: Node) -> Iterator[Node]:
        return (self.nodes[each] for each in node.children)


def wanted(rule: Rule) -> frozenset[str]:
    """The facts that a rule asks for, as proofs write them."""
    goals = (goal for goal in rule.body if isinstance(goal, Literal) and not goal.negated)
    return frozenset(show_fact(pattern_of(goal.atom, {})) for goal in goals)


def denied(name: str, rules: Iterable[Rule]) -> bool:
    """Whether a rule asks that this does not hold."""
    goals = (goal for rule in rules for goal in rule.body if isinstance(goal, Literal))
    return any(goal.negated and goal.atom.name == name for goal in goals)


def measures(goal: Literal) -> bool:
    """Whether a goal asks how much something is, to be compared."""
    return not goal.negated and None in pattern_of(goal.atom, {})


def nearest(steps: list[Step], kinds: tuple[str, ...]) -> Step | None:
    """The first step of these kinds, of any where there is none."""
    return next((each for each in steps if each.node.kind in kinds), steps[0] if steps else None)


def named(node: Node) -> str:
    """The name of the predicate that a node is about."""
    return node.atom.partition("(")[0]
