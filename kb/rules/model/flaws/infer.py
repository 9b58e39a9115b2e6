"""Follow types and ranges through the rules, before anything is solved.

clingo drops a rule instance whose arithmetic meets a word, and its numbers wrap at 32 bits, both
without a word. So: the sorts of facts are declared, those of derived predicates are the least that
their rules allow (widened to ±LIMIT where recursion keeps growing, then narrowed by the rules'
comparisons), and every rule is checked against them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from kb.errors import Place, Problem
from kb.records.types import Schema
from kb.rules.language.graph import UNSETTLED, Signature, heads
from kb.rules.language.sorts import ANYTHING, NOTHING, Sort, clipped, sort_of_type
from kb.rules.language.syntax import LIMIT, Atom, Fn, Rule, variables
from kb.rules.model.flaws.bodies import BodyTyper

PATIENCE = 24
ROUNDS = 400


def declared(schema: Schema, cast: Mapping[str, Sequence[str]]) -> dict[Signature, list[Sort]]:
    """The sorts of all input predicates; a kind's cast constants are things of that kind."""
    found: dict[Signature, list[Sort]] = {}

    def with_cast(sort: Sort) -> Sort:
        words = {name for kind in sort.kinds for name in cast.get(kind, ())}
        return Sort(sort.number, sort.low, sort.high, sort.words | words, sort.kinds)

    for kind in schema.entities:
        found[kind, 1] = [with_cast(Sort(kinds=frozenset({kind})))]
    for fact in schema.facts.values():
        found[fact.name, len(fact.types)] = [with_cast(sort_of_type(type_)) for type_ in fact.types]
    return found


class Inference:
    """The sorts of derived predicates, and the problems that following them shows."""

    def __init__(
        self, rules: Sequence[Rule], inputs: dict[Signature, list[Sort]], recursive: frozenset[Signature]
    ) -> None:
        self.rules = rules
        self.inputs = inputs
        self.recursive = recursive
        self.derived: dict[Signature, list[Sort]] = {}
        self.changes: Counter[tuple[Signature, int]] = Counter()
        self.widened: set[Signature] = set()
        self.problems: list[Problem] = []
        for rule in rules:
            for head in heads(rule):
                self.derived.setdefault(head.signature, [NOTHING] * len(head.args))

    def sorts(self, signature: Signature) -> list[Sort]:
        """The sorts of a predicate's arguments."""
        if signature in self.inputs:
            return self.inputs[signature]
        return self.derived.get(signature, [ANYTHING] * signature[1])

    def run(self) -> list[Problem]:
        """Find the sorts, then check every rule."""
        self._grow()
        for _ in range(3):
            self._narrow()
        for rule in self.rules:
            self._check(rule)
        self._unbounded()
        return self.problems

    def _contributions(self, rule: Rule, problems: list[Problem] | None = None) -> list[tuple[Atom, list[Sort]]]:
        """What a rule's heads may hold, given what is known so far; empty where its body cannot hold."""
        typer = BodyTyper(self.sorts, problems)
        typer.body(rule.body)
        found = []
        if rule.choice is not None:
            for atom, condition in rule.choice.elements:
                inner = typer.inside(condition)
                found.append((atom, [inner.term(arg, atom.place) for arg in atom.args]))
        elif rule.head is not None:
            found.append((rule.head, [typer.term(arg, rule.head.place) for arg in rule.head.args]))
        return found if not typer.impossible else []

    def _grow(self) -> None:
        for _ in range(ROUNDS):
            changed = False
            for rule in self.rules:
                for atom, sorts in self._contributions(rule):
                    changed |= self._join(atom.signature, sorts)
            if not changed:
                return

    def _join(self, signature: Signature, sorts: list[Sort]) -> bool:
        kept, changed = self.derived[signature], False
        for at, sort in enumerate(sorts):
            joined = kept[at].union(clipped(sort))
            if joined == kept[at]:
                continue
            self.changes[signature, at] += 1
            if self.changes[signature, at] > PATIENCE and joined.number:
                joined = self._widen(kept[at], joined)
                self.widened.add(signature)
            kept[at], changed = joined, True
        return changed

    def _widen(self, before: Sort, after: Sort) -> Sort:
        low = -LIMIT if after.low < before.low else after.low
        high = LIMIT if after.high > before.high else after.high
        return Sort(True, low, high, after.words, after.kinds)

    def _narrow(self) -> None:
        """One step back down: only what the rules still give, within what was found."""
        fresh: dict[Signature, list[Sort]] = defaultdict(list)
        for rule in self.rules:
            for atom, sorts in self._contributions(rule):
                kept = fresh[atom.signature] or [NOTHING] * len(sorts)
                fresh[atom.signature] = [one.union(clipped(other)) for one, other in zip(kept, sorts, strict=True)]
        for signature, sorts in fresh.items():
            old = self.derived[signature]
            self.derived[signature] = [one.meet(other) for one, other in zip(sorts, old, strict=True)]

    def _check(self, rule: Rule) -> None:
        for atom, sorts in self._contributions(rule, self.problems):
            if atom.signature in UNSETTLED:
                continue
            for sort in sorts:
                if sort.number and (sort.low < -LIMIT or sort.high > LIMIT) and atom.signature not in self.widened:
                    message = f"{atom.name} may hold numbers from {sort.low} to {sort.high}"
                    self._warn("range", message, atom.place)
            if atom.signature in self.recursive and any(
                isinstance(arg, Fn) and any(variables(arg)) for arg in atom.args
            ):
                self._warn("unbounded", f"{atom.name} may build terms without end", atom.place)

    def _warn(self, code: str, message: str, place: Place) -> None:
        expected = f"numbers within ±{LIMIT}" if code == "range" else "a comparison that stops it"
        self.problems.append(Problem(code, message, place, expected, "warning"))

    def _unbounded(self) -> None:
        for rule in self.rules:
            for head in heads(rule):
                grown = [sort for sort in self.derived[head.signature] if sort.number and _at_limit(sort)]
                if head.signature in self.widened and grown and head.signature in self.recursive:
                    self.widened.discard(head.signature)
                    self._warn("unbounded", f"{head.name} may count without end", head.place)


def _at_limit(sort: Sort) -> bool:
    return sort.low <= -LIMIT or sort.high >= LIMIT
