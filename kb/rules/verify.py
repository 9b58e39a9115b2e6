"""Check a proof again from its JSON and the rule files alone: no solver, no model, nothing taken on trust.

Every node must follow from its children by the rules of its form (see kb/rules/prove.py), every leaf
from the facts that the result states, and the root must say what the verdict says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from kb.errors import HeadjudgeError
from kb.rules.claims import DENYING, HOLDING, Claims, UnjustifiedError, ground
from kb.rules.demand import matches
from kb.rules.evaluator import instances, options
from kb.rules.facts import read_facts
from kb.rules.graph import uses
from kb.rules.join import Store, head_binding, result, solve, value_of
from kb.rules.model import RuleModel
from kb.rules.outcomes import joined
from kb.rules.records import Node, Unknown
from kb.rules.syntax import Aggregate, Fact, Partial, Rule, Value, read_fact

Supposed = frozenset[tuple[str, str]]
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
        self.seen: set[tuple[str, Supposed]] = set()

    def problems(self) -> list[str]:
        """Every node that does not follow, and the root where it does not say what the verdict says."""
        return list(self._all(self.root, frozenset())) + [
            f"the root does not show the verdict: {each}" for each in self._verdict()
        ]

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
            yield from self._all(self.nodes[child], below)
        try:
            self._node(node, supposed)
        except (UnjustifiedError, ValueError, KeyError) as error:
            yield f"{node.id} ({node.atom}): {error}"

    def _node(self, node: Node, supposed: Supposed) -> None:
        claims = Claims.of(self.nodes[child] for child in node.children)
        if node.form in ("fact", "default"):
            self._require(ground(node.atom) in self._facts(supposed), "it is not among the facts")
        elif node.form == "none":
            self._none(node, supposed)
        elif node.form == "rule":
            self._rule(node, claims)
        elif node.form == "rules":
            self._rules(node, claims)
        elif node.form == "closure":
            self._closure(node, claims)
        elif node.form in ("count", "sum", "min", "max"):
            self._aggregate(node, claims)
        elif node.form == "cases":
            self._cases(node)
        elif node.form == "choices":
            self._choices()
        else:
            known = ("case", "value", "values", "both", "doubt", "choice")
            self._require(node.form in known, f"{node.form} is no form of a proof")

    def _require(self, holds: bool, message: str) -> None:
        if not holds:
            raise UnjustifiedError(message)

    def _facts(self, supposed: Supposed) -> set[Fact]:
        """The facts given, and those that the case supposes."""
        found = set(self.base)
        for slot, value in supposed:
            chosen = [facts for each, facts in self._unknown(slot).choices if _said(each) == value]
            self._require(len(chosen) == 1, f"{slot} cannot be {value}")
            found.update(chosen[0])
        return found

    def _unknown(self, slot: str) -> Unknown:
        self._require(slot in self.unknown, f"{slot} is not an unknown fact")
        return self.unknown[slot]

    def _none(self, node: Node, supposed: Supposed) -> None:
        pattern = read_fact(node.atom)
        others = {ground(each) for each in node.also_holds}
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
        found = any(fact in instances(rule.head, binding) for binding in claims.establish(rule, start or {}))
        self._require(found, f"the children do not make the body of {rule.id} true")
        self._require(node.clause == rule.clause, "it cites another clause than its rule")

    def _rules(self, node: Node, claims: Claims) -> None:
        pattern = read_fact(node.atom)
        others = {ground(each) for each in node.also_holds}
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
        goal = rule.body[int(node.atom.rpartition("#")[2])]
        if not isinstance(goal, Aggregate):
            raise UnjustifiedError("it computes nothing")
        binding = dict(_bound(node))
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
        wanted = {(f"{unknown.slot}={_said(value)}",) for value, _ in unknown.choices}
        cases = [self.nodes[child] for child in node.children]
        self._require(all(each.form == "case" for each in cases), "its children are no cases")
        self._require({each.supposing for each in cases} == wanted, "not every case is shown")

    def _choices(self) -> None:
        found = set()
        for _, model in options(self.slice, self.base):
            parts = [self._value(atom) for atom in sorted(model.select(self.check.goal), key=repr)]
            found.add(tuple(sorted(parts)) or ("nothing",))
        verdict = self.written["verdict"] or {"value": []}
        shown = {tuple(sorted(each.split(" + "))) for each in verdict["value"]}
        self._require(found == shown, "the ways to choose are others")

    def _value(self, atom: Fact) -> str:
        return str(joined([atom[at] for at, part in enumerate(self.check.goal) if part is None]))

    def _leaves(self, node: Node) -> Iterator[Node]:
        """The roots below all cases."""
        if node.form in ("cases", "case"):
            for child in node.children:
                yield from self._leaves(self.nodes[child])
        else:
            yield node

    def _verdict(self) -> Iterator[str]:
        for leaf in self._leaves(self.root):
            try:
                if leaf.form != "choices" and not self._shows(leaf):
                    yield f"{leaf.id} ({leaf.form})"
            except (UnjustifiedError, ValueError) as error:
                yield f"{leaf.id}: {error}"

    def _shows(self, leaf: Node) -> bool:
        """Whether a root below all cases says what the result says."""
        status, goal, against = str(self.written["status"]), self.check.goal, self.check.against
        value = (self.written["verdict"] or {}).get("value")
        single = leaf.form in (*HOLDING, *DENYING)
        claims = Claims.of([leaf] if single else [self.nodes[child] for child in leaf.children])
        atoms = sorted((fact for fact in claims.holds if matches(goal, fact)), key=repr)
        complete = claims.at_most(goal) is not None and set(claims.at_most(goal) or ()) <= set(atoms)
        if leaf.form == "doubt":
            return any(fact[0] == status for fact in claims.holds)
        if self.check.kind == "yes_no":
            return self._yes_no(status, value, bool(atoms), complete, claims, against)
        shown = [joined([atom[at] for at, part in enumerate(goal) if part is None]) for atom in atoms]
        if not complete:
            return False
        if self.check.kind == "options":
            return status == "answered" and sorted(map(str, dict.fromkeys(shown))) == sorted(map(str, value or ()))
        if status == "answered":
            return list(dict.fromkeys(shown)) == [value]
        return status == ("contradiction" if len(set(shown)) > 1 else "undetermined" if not shown else "")

    @staticmethod
    def _yes_no(status: str, value: object, holds: bool, denied: bool, claims: Claims, against: Partial | None) -> bool:
        denied = denied and not holds
        if against is None:
            return status == "answered" and ((value is True and holds) or (value is False and denied))
        other = any(matches(against, fact) for fact in claims.holds)
        not_other = claims.at_most(against) == ()
        if status == "answered":
            return (value is True and holds and not_other) or (value is False and denied and other)
        return (status == "contradiction" and holds and other) or (status == "undetermined" and denied and not_other)


def node_of(written: Mapping[str, Any]) -> Node:
    """A node from its JSON."""
    kept: dict[str, Any] = {}
    for name, value in written.items():
        if name in NODE_FIELDS:
            kept[name] = tuple(value) if isinstance(value, list) else value
    return Node(**kept)


def _signature(pattern: Partial) -> tuple[str, int]:
    return str(pattern[0]), len(pattern) - 1


def _said(value: object) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _bound(node: Node) -> Iterator[tuple[str, Value]]:
    for text in node.supposing:
        name, _, value = text.partition("=")
        yield name, ground(f"x({value})")[1]
