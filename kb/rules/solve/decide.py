"""Decide a check: solve every world that unknown facts leave, answer where all agree, else ask the most telling first.

A world gives each unknown fact one of its values. Verdicts that agree in all worlds are proven by
cases: a proof in one world is split only at the unknown facts on which it rests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kb.errors import RuleError
from kb.records.atoms import Fact
from kb.records.checks import Check
from kb.records.results import Ask, Node, Outcome, Proof, Status
from kb.records.scenario import Reading
from kb.rules.language.graph import Slice
from kb.rules.language.join import Store
from kb.rules.language.syntax import order, show_fact
from kb.rules.model.facts.read import read_facts
from kb.rules.model.facts.values import said
from kb.rules.model.rulemodel import RuleModel
from kb.rules.model.words import Words
from kb.rules.prove.build import Prover
from kb.rules.prove.narrate import CASES, NO_WAY, case_sentence, choice_node
from kb.rules.solve.evaluator import evaluate, options
from kb.rules.solve.outcomes import Finding, doubts, goal_atoms, joined, open_doubts, outcome, verdict
from kb.rules.solve.solver.ground import checked, grounded
from kb.rules.solve.worlds import Worlds, agreed, ask_for, askable

if TYPE_CHECKING:
    from kb.rules.solve.solver.engine import Engine

MOST_CASES = 256


@dataclass(frozen=True, slots=True)
class Decision:
    """How a check ended in one scenario, with its proof where it ended in one way, and what to ask where not."""

    check: Check
    reading: Reading
    outcome: Outcome | None
    proof: Proof | None
    ask: tuple[Ask, ...] = ()


class TooManyCasesError(Exception):
    """A proof by cases would have more than MOST_CASES leaves."""


def decide(model: RuleModel, identifier: str, facts: Mapping[str, object]) -> Decision:
    """Run a check with these facts.

    Raises UsageError for an unknown check, FactsError for facts that do not fit, RuleError where the two
    evaluators disagree.
    """
    check = model.check(identifier)
    return Decider(model, check, read_facts(model, check, facts)).decide()


def find(model: RuleModel, identifier: str, facts: Mapping[str, object]) -> Finding:
    """What a check comes to with these facts, without its proof; raises what `decide` raises."""
    check = model.check(identifier)
    found = Decider(model, check, read_facts(model, check, facts)).find()
    return Finding(Status.DEPENDS, None) if found is None else Finding(found.status, verdict(check, found))


class Decider:
    """One scenario of one check."""

    def __init__(self, model: RuleModel, check: Check, reading: Reading) -> None:
        self.model, self.check, self.reading = model, check, reading
        self.slice: Slice = model.slices[check.id]
        self.words = Words(model.schema, reading.names)
        self.listed = [each for each in reading.unknown if each.choices]
        self.open = [each for each in reading.unknown if not each.choices]
        self.nodes: dict[str, Node] = {}
        self.tried = 0
        self.models: dict[tuple[tuple[int, int], ...], Store] = {}
        self.engines: dict[tuple[int, ...], Engine] = {}

    def decide(self) -> Decision:
        """Answer, or ask."""
        if self.slice.choices:
            return self._with_choices()
        worlds = self.worlds()
        found = worlds.outcome() if worlds.relevant else outcome(self.check, self.world({}))
        if found is None:
            return Decision(self.check, self.reading, None, None, worlds.asks())
        try:
            root = self._cases({}, found)
        except TooManyCasesError:
            root = None
        if root is None:
            return Decision(self.check, self.reading, None, None, self._asked(worlds))
        return Decision(self.check, self.reading, found, Proof(root, tuple(self.nodes.values())))

    def find(self) -> Outcome | None:
        """What `decide` comes to, without a proof where it cannot be the proof that leaves it open."""
        if self.slice.choices:
            return self.decide().outcome
        worlds = self.worlds()
        if worlds.open:
            return self.decide().outcome
        return worlds.outcome() if worlds.relevant else outcome(self.check, self.world({}))

    def worlds(self) -> Worlds:
        """The worlds that unknown facts leave."""
        return Worlds(self.check, self.slice, self.reading, self._facts())

    def _asked(self, worlds: Worlds) -> tuple[Ask, ...]:
        """What to ask where all worlds agree, but each proof rests on a fact without listed values, or is too long."""
        open_ones = askable(worlds.open or self.open)
        return tuple(ask_for(each, "the verdict can rest on it") for each in open_ones or self.listed)

    def _facts(self) -> list[Fact]:
        return sorted({*self.reading.atoms, *(text.fact for text in self.reading.texts)}, key=order)

    def world(self, chosen: dict[int, int]) -> Store:
        """The model of one world, by the second evaluator, compared with clingo's; the first value of every unknown
        fact that is not chosen."""
        key = tuple((number, chosen.get(number, 0)) for number in range(len(self.listed)))
        if key not in self.models:
            stated = self._stated({number for number, _ in key}, dict(key))
            self.models = {key: self.agreed(evaluate(self.slice, stated), chosen)}
        return self.models[key]

    def agreed(self, store: Store, chosen: dict[int, int]) -> Store:
        """The model of one world, compared with clingo's; RuleError where they differ."""
        numbers = tuple(sorted(chosen))
        world = tuple(chosen[number] for number in numbers)
        return agreed(self.check, store, self._engine(numbers), world)

    def _stated(self, numbers: set[int], chosen: dict[int, int]) -> list[Fact]:
        """What is told, and these unknown facts by the values chosen for them, the first where none is."""
        extra = [fact for number in numbers for fact in self.listed[number].choices[chosen.get(number, 0)][1]]
        return sorted({*self._facts(), *extra}, key=order)

    def _engine(self, numbers: tuple[int, ...]) -> Engine:
        """The scenario grounded once for all worlds that differ in these unknown facts."""
        if numbers not in self.engines:
            others = set(range(len(self.listed))) - set(numbers)
            unknown = [self.listed[number] for number in numbers]
            self.engines[numbers] = grounded(self.slice, self._stated(others, {}), unknown)
        return self.engines[numbers]

    def _cases(self, chosen: dict[int, int], found: Outcome, depth: int = 0) -> str | None:
        """The root of a proof that holds wherever the chosen facts do; None where a fact must be asked."""
        self.tried += 1
        if self.tried > MOST_CASES or depth > len(self.listed):
            raise TooManyCasesError
        store = self.world(chosen)
        if outcome(self.check, store) != found:
            return None
        prefix = "n" if not self.nodes else f"n{len(self.nodes)}."
        prover = Prover(self.slice, store, self.reading, self.words, prefix)
        root = self.root(prover, store)
        if any(prover.rests_on(each.pattern) for each in self.open):
            return None
        split = next(
            (
                number
                for number, each in enumerate(self.listed)
                if number not in chosen and prover.rests_on(each.pattern)
            ),
            None,
        )
        if split is None:
            self.nodes.update(prover.nodes)
            return root
        return self._split(split, chosen, found, depth)

    def _split(self, number: int, chosen: dict[int, int], found: Outcome, depth: int) -> str | None:
        """A proof by the cases of one unknown fact."""
        unknown = self.listed[number]
        children = []
        for at, (value, _) in enumerate(unknown.choices):
            root = self._cases({**chosen, number: at}, found, depth + 1)
            if root is None:
                return None
            supposing = (f"{unknown.slot}={said(value)}",)
            children.append(self._node("case", unknown.slot, case_sentence(unknown, value), (root,), supposing))
        return self._node("cases", unknown.slot, CASES, tuple(children))

    def _node(
        self, form: str, atom: str, sentence: str, children: tuple[str, ...], supposing: tuple[str, ...] = ()
    ) -> str:
        identifier = f"n{len(self.nodes) + 1}c"
        self.nodes[identifier] = Node(
            identifier, "computed", form, atom, sentence, children=children, supposing=supposing
        )
        return identifier

    def root(self, prover: Prover, store: Store) -> str:
        """The proof's root in one world: doubts come first, and where rules can raise some, that there are none."""
        doubted = doubts(self.check, store)
        if doubted:
            return self._joined(prover, "doubt", [prover.holds(each) for each in doubted[:1]])
        settled = [
            prover.absent(pattern, tuple(sorted(store.select(pattern), key=order)))
            for pattern in open_doubts(self.slice.heads)
        ]
        root = self._verdict(prover, store)
        return self._joined(prover, "settled", [root, *settled]) if settled else root

    def _verdict(self, prover: Prover, store: Store) -> str:
        """The node that shows the verdict, doubts aside."""
        atoms = goal_atoms(self.check.goal, store)
        if self.check.kind == "yes_no":
            return self._yes_no(prover, store, atoms)
        rest = prover.absent(self.check.goal, tuple(atoms))
        if len(atoms) == 1 and self.check.kind != "options":
            return self._joined(prover, "value", [prover.holds(atoms[0]), rest])
        return self._joined(prover, "values", [*(prover.holds(each) for each in atoms), rest])

    def _yes_no(self, prover: Prover, store: Store, atoms: list[Fact]) -> str:
        first = prover.holds(atoms[0]) if atoms else prover.absent(self.check.goal)
        if self.check.against is None:
            return first
        against = goal_atoms(self.check.against, store)
        second = prover.holds(against[0]) if against else prover.absent(self.check.against)
        return self._joined(prover, "both", [first, second] if atoms else [second, first])

    def _joined(self, prover: Prover, form: str, children: Sequence[str]) -> str:
        first = prover.nodes[children[0]]
        node = Node(
            f"{prover.prefix}r{len(prover.nodes)}", "computed", form, show_fact(self.check.goal), first.sentence,
            children=tuple(dict.fromkeys(children)),
        )  # fmt: skip
        prover.nodes[node.id] = node
        return node.id

    def _with_choices(self) -> Decision:
        """An options block: every way to choose is one option, found by both evaluators."""
        if self.reading.unknown:
            asks = tuple(ask_for(each, "the options change with it") for each in self.reading.unknown)
            return Decision(self.check, self.reading, None, None, asks)
        facts = self._facts()
        found: dict[str, Store] = {}
        for _, store in options(self.slice, facts):
            found.setdefault(self._option(store), store)
        self.agreed_ways(set(found), facts)
        rules = [*self.slice.choices, *self.slice.constraints]
        for number, rule in enumerate(rules, 1):
            self.nodes[f"n{number}"] = replace(choice_node(rule), id=f"n{number}")
        names = tuple(sorted(found))
        sentence = "; ".join(names) or NO_WAY
        root = Node("root", "computed", "choices", show_fact(self.check.goal), sentence, children=tuple(self.nodes))
        self.nodes["root"] = root
        decided = Outcome(Status.ANSWERED, names)
        return Decision(self.check, self.reading, decided, Proof("root", tuple(self.nodes.values())))

    def agreed_ways(self, found: set[str], facts: Sequence[Fact]) -> None:
        """Compare the ways to choose with clingo's; RuleError where they differ."""
        ways = {self._option(Store(checked(model))) for _, model in grounded(self.slice, facts).models(limit=10_000)}
        if ways != found:
            raise RuleError(f"the two evaluators disagree on {self.check.full_id}")

    def _option(self, store: Store) -> str:
        atoms = goal_atoms(self.check.goal, store)
        parts = [joined([atom[at] for at, part in enumerate(self.check.goal) if part is None]) for atom in atoms]
        return " + ".join(str(part) for part in parts) or "nothing"
