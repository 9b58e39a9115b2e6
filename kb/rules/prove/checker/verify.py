"""Check a proof again from its JSON and the rule files alone: no solver, no model, nothing taken on trust.

Every node must follow from its children by the rules of its form (see kb/rules/prove/build.py), every leaf
from the facts that the result states, and the root must say what the verdict says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields, replace
from typing import Any

from kb.errors import HeadjudgeError
from kb.records.atoms import Fact, Partial, Value
from kb.records.results import Node, Proof
from kb.records.scenario import Unknown
from kb.rules.language.graph import uses
from kb.rules.language.join import Store, head_binding, result, solve, value_of
from kb.rules.language.safety import known_after
from kb.rules.language.syntax import Aggregate, Rule, element_variables, read_fact
from kb.rules.model.demand import matches
from kb.rules.model.facts.read import read_facts
from kb.rules.model.facts.values import said
from kb.rules.model.rulemodel import RuleModel
from kb.rules.model.words import Words
from kb.rules.prove.checker.claims import COUNTING, Claims, UnjustifiedError, bound, ground
from kb.rules.prove.checker.shows import Showing
from kb.rules.prove.narrate import ALIKE, CASES, NO_WAY, Narrator, case_sentence, choice_node
from kb.rules.prove.reasons import told_first
from kb.rules.solve.evaluator import instances, options
from kb.rules.solve.outcomes import joined
from kb.rules.solve.run import assumed, citations

Supposed = frozenset[tuple[str, str]]
SAID = ("kind", "form", "sentence", "clause", "rule", "also", "quote", "interpretation", "hidden")
NODE_FIELDS = {each.name for each in fields(Node)}


def verify(model: RuleModel, written: Mapping[str, Any]) -> list[str]:
    """What is wrong with a result as `to_json` wrote it; empty where its proof holds."""
    if written.get("proof") is None:
        return [] if written.get("status") in ("depends", "timeout") else ["there is no proof"]
    try:
        checker = Verifier(model, written)
    except (HeadjudgeError, KeyError, TypeError, ValueError) as error:
        return [f"the result cannot be read: {error}"]
    return checker.problems()


class Verifier:
    """Checks one result."""

    def __init__(self, model: RuleModel, written: Mapping[str, Any]) -> None:
        self.model, self.written = model, written
        self.check = model.check(written["check"])
        self.slice = model.slices[self.check.id]
        self.rules = {rule.id: rule for rule in self.slice.rules}
        self.reading = read_facts(model, self.check, written["facts"])
        self.base = {*self.reading.atoms, *(text.fact for text in self.reading.texts)}
        self.unknown = {unknown.slot: unknown for unknown in self.reading.unknown}
        self.nodes = {each["id"]: node_of(each) for each in written["proof"]["nodes"]}
        self.order = {identifier: at for at, identifier in enumerate(self.nodes)}
        self.root = self.nodes[written["proof"]["root"]]
        self.narrator = Narrator(Words(model.schema, self.reading.names), self.reading, self.slice.rules)
        self.showing = Showing(self.check, self.slice, written, self.nodes)
        self.seen: set[tuple[str, Supposed]] = set()

    def problems(self) -> list[str]:
        """Every node that does not follow, and the root where it does not say what the verdict says."""
        if self.root.form == "case":
            return ["the root supposes what is not known"]
        return (
            list(self._all(self.root, frozenset()))
            + [f"the root does not show the verdict: {each}" for each in self.showing.problems(self.root)]
            + list(self._words())
        )

    def _words(self) -> Iterator[str]:
        """What is said beside the proof: the facts as read, what is assumed, whom it cites."""
        proof = Proof(self.root.id, tuple(self.nodes.values()))
        found = [asdict(each) for each in assumed(self.model, self.check, self.reading, proof)]
        for name, right in (
            ("read_as", list(self.reading.read_as)),
            ("assumed", json.loads(json.dumps(found))),
            ("citations", list(citations(proof, told_first(self.model, self.slice, proof, self.check.title)))),
        ):
            if self.written[name] != right:
                yield f"{name} says {self.written[name]}: the proof gives {right}"

    def _all(self, node: Node, supposed: Supposed) -> Iterator[str]:
        if (node.id, supposed) in self.seen:
            return
        self.seen.add((node.id, supposed))
        below = supposed
        if node.form == "case":
            below = supposed | {(slot, value) for slot, _, value in (each.partition("=") for each in node.supposing)}
        for child in node.children:
            if self.order.get(child, len(self.order)) >= self.order[node.id]:
                yield f"{node.id}: its child {child} does not stand before it"
                return
            if (self.nodes[child].form == "case") != (node.form == "cases"):
                yield f"{node.id}: a case stands below cases, and nothing else does"
                return
            yield from self._all(self.nodes[child], below)
        try:
            self._node(node, supposed)
        except (UnjustifiedError, ValueError, KeyError) as error:
            yield f"{node.id} ({node.atom}): {error}"

    def _node(self, node: Node, supposed: Supposed) -> None:
        claims = Claims.of(self.nodes[child] for child in node.children)
        if node.form in ("fact", "default"):
            fact = ground(node.atom)
            self._require(fact in self._facts(supposed), "it is not among the facts")
            self._says(node, self.narrator.given(fact))
        elif node.form == "none":
            self._none(node, supposed)
        elif node.form == "rule":
            self._rule(node, claims)
        elif node.form == "rules":
            self._rules(node, claims)
        elif node.form == "closure":
            self._closure(node, claims)
        elif node.form in COUNTING:
            self._aggregate(node, claims)
        elif node.form != "choice":
            self._joining(node)

    def _joining(self, node: Node) -> None:
        """A node that only brings others together: it cites nothing of its own."""
        self._says(node, Node(node.id, "computed", node.form, node.atom, node.sentence))
        if node.form == "cases":
            self._cases(node)
        elif node.form == "choices":
            self._choices()
        elif node.form in ALIKE:
            first = self.nodes[node.children[0]]
            self._require(node.sentence == first.sentence, f"its sentence is not {first.sentence!r}")
        else:
            self._require(node.form == "case", f"{node.form} is no form of a proof")

    def _says(self, node: Node, right: Node) -> None:
        """A node's words and where they come from are those of its rule or fact."""
        for name in SAID:
            wrong, expected = getattr(node, name), getattr(right, name)
            self._require(wrong == expected, f"its {name} is {wrong!r}: {expected!r} is right")

    def _require(self, holds: bool, message: str) -> None:
        if not holds:
            raise UnjustifiedError(message)

    def _facts(self, supposed: Supposed) -> set[Fact]:
        """The facts given, and those that the case supposes."""
        found = set(self.base)
        for slot, value in supposed:
            chosen = [facts for each, facts in self._unknown(slot).choices if said(each) == value]
            self._require(len(chosen) == 1, f"{slot} cannot be {value}")
            found.update(chosen[0])
        return found

    def _unknown(self, slot: str) -> Unknown:
        self._require(slot in self.unknown, f"{slot} is not an unknown fact")
        return self.unknown[slot]

    def _none(self, node: Node, supposed: Supposed) -> None:
        pattern = read_fact(node.atom)
        others = {ground(each) for each in node.also_holds}
        self._says(node, self.narrator.missing(pattern, node.also_holds))
        self._require(_signature(pattern) not in self.slice.heads, "rules may derive it")
        left = [fact for fact in self._facts(supposed) if matches(pattern, fact) and fact not in others]
        self._require(not left, f"{left[:1]} is among the facts")
        open_slots = [
            unknown.slot
            for unknown in self.reading.unknown
            if matches(pattern, unknown.pattern) and unknown.slot not in {slot for slot, _ in supposed}
        ]
        self._require(not open_slots, f"it rests on {', '.join(open_slots)}, which is not known")

    def _rule(self, node: Node, claims: Claims) -> None:
        fact = ground(node.atom)
        rule = self.rules.get(node.rule)
        if rule is None or rule.head is None or rule.head.signature != _signature(fact):
            raise UnjustifiedError(f"no rule {node.rule} derives it")
        start = head_binding(rule, fact)
        self._require(start is not None, "the rule's head does not match it")
        found = [each for each in claims.establish(rule, start or {}) if fact in instances(rule.head, each)]
        self._require(bool(found), f"the children do not make the body of {rule.id} true")
        right = [self.narrator.derived(rule, fact, binding, node.children) for binding in found]
        self._says(node, next((each for each in right if each.sentence == node.sentence), right[0]))

    def _rules(self, node: Node, claims: Claims) -> None:
        pattern = read_fact(node.atom)
        others = {ground(each) for each in node.also_holds}
        self._says(node, self.narrator.denied(node.form, pattern, node.also_holds, node.children))
        for rule in self._deriving(pattern):
            start = head_binding(rule, pattern)
            for binding in claims.exhaust(rule, start) if start is not None else ():
                assert rule.head is not None
                for fact in instances(rule.head, binding):
                    self._require(fact in others or not matches(pattern, fact), f"{rule.id} is not refuted")

    def _deriving(self, pattern: Partial) -> list[Rule]:
        return [rule for rule in self.slice.rules if rule.head and rule.head.signature == _signature(pattern)]

    def _closure(self, node: Node, claims: Claims) -> None:
        """Apply the rules of predicates that rest on themselves until nothing new comes."""
        pattern = read_fact(node.atom)
        self._says(node, self.narrator.denied(node.form, pattern, node.also_holds, node.children))
        inside, waiting = {_signature(pattern)}, [_signature(pattern)]
        rules: list[Rule] = []
        store = Store(claims.holds)
        while waiting:
            for rule in self._deriving((waiting[-1][0], *(None for _ in range(waiting.pop()[1])))):
                rules.append(rule)
                for use in uses(rule):
                    rows = claims.at_most((use.signature[0], *(None for _ in range(use.signature[1]))))
                    if rows is not None:
                        proven = all(row in claims.holds for row in rows)
                        self._require(proven or not use.strict, f"nothing shows which {use.signature[0]} hold")
                        for row in rows:
                            store.add(row)
                    elif use.signature not in inside:
                        self._require(use.signature in self.slice.heads, f"nothing says which {use.signature[0]} hold")
                        inside.add(use.signature)
                        waiting.append(use.signature)
        grown = True
        while grown:
            grown = False
            for rule in rules:
                assert rule.head is not None
                new = [fact for binding in list(solve(rule.body, store, {})) for fact in instances(rule.head, binding)]
                for fact in new:
                    grown = store.add(fact) or grown
        others = {ground(each) for each in node.also_holds}
        left = [fact for fact in store.select(pattern) if fact not in others]
        self._require(not left, f"the rules derive {left[:1]}")

    def _aggregate(self, node: Node, claims: Claims) -> None:
        rule = self.rules.get(node.rule)
        self._require(rule is not None, f"there is no rule {node.rule}")
        assert rule is not None
        at = int(node.atom.rpartition("#")[2])
        goal = rule.body[at]
        if not isinstance(goal, Aggregate):
            raise UnjustifiedError("it computes nothing")
        binding = dict(map(bound, node.supposing))
        named = {name for element in goal.elements for name in element_variables(element)}
        outer = known_after(rule.body[:at]) & named
        self._require(set(binding) == outer, f"it is computed for other variables than {', '.join(sorted(outer))}")
        self._says(node, self.narrator.computed(rule, at, goal.function, node.value, node.supposing, node.children))
        tuples: dict[tuple[Value, ...], None] = {}
        for element in goal.elements:
            for extended in claims.exhaust(replace(rule, body=element.condition), binding):
                self._require(claims.proven(element, extended), "not everything that counts is shown")
                values = tuple(value_of(term, extended) for term in element.terms)
                if None not in values:
                    tuples[tuple(each for each in values if each is not None)] = None
        self._require(result(goal.function, tuples) == node.value, "its value is another")

    def _cases(self, node: Node) -> None:
        unknown = self._unknown(node.atom)
        wanted = {(f"{unknown.slot}={said(value)}",) for value, _ in unknown.choices}
        cases = [self.nodes[child] for child in node.children]
        self._require(all(each.form == "case" for each in cases), "its children are no cases")
        self._require({each.supposing for each in cases} == wanted, "not every case is shown")
        self._require(node.sentence == CASES, f"its sentence is not {CASES!r}")
        right = {f"{unknown.slot}={said(value)}": case_sentence(unknown, value) for value, _ in unknown.choices}
        for each in cases:
            self._require(each.sentence == right[each.supposing[0]], f"{each.id} says {each.sentence!r}")
            self._require(len(each.children) == 1, f"{each.id} does not show one thing")

    def _choices(self) -> None:
        found = set()
        for _, model in options(self.slice, self.base):
            parts = [self._value(atom) for atom in sorted(model.select(self.check.goal), key=repr)]
            found.add(tuple(sorted(parts)) or ("nothing",))
        verdict = self.written["verdict"] or {"value": []}
        shown = {tuple(sorted(each.split(" + "))) for each in verdict["value"]}
        self._require(found == shown, "the ways to choose are others")
        names = sorted(" + ".join(each) for each in found)
        self._require(self.root.sentence == ("; ".join(names) or NO_WAY), "the ways to choose are worded otherwise")
        for node in (self.nodes[child] for child in self.root.children):
            rule = self.rules.get(node.rule)
            self._require(rule is not None, f"there is no rule {node.rule}")
            assert rule is not None
            self._says(node, choice_node(rule))

    def _value(self, atom: Fact) -> str:
        return str(joined([atom[at] for at, part in enumerate(self.check.goal) if part is None]))


def node_of(written: Mapping[str, Any]) -> Node:
    """A node from its JSON."""
    kept: dict[str, Any] = {}
    for name, value in written.items():
        if name in NODE_FIELDS:
            kept[name] = tuple(value) if isinstance(value, list) else value
    return Node(**kept)


def _signature(pattern: Partial) -> tuple[str, int]:
    return str(pattern[0]), len(pattern) - 1
