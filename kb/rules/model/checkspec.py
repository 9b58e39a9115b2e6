"""Read the checks of a section into records: goals, casts, slots; each finding at the check that it is about.

[attack-can]                               # the check's id
title = "Can this character attack?"
kind = "yes_no"
goal = "can_attack(hero)"
wordings = ["can my stunned character attack"]
slots = { stunned = "stunned(hero)" }

The clause of the section is the first that the check is about; `clauses` names further ones. Where players ask for the
contrary in words of their own, `asks` has these: `asks = { default = "same", opposite = { label = "it stays ready",
words = ["stay ready"] } }`.
"""

from __future__ import annotations

import re
from typing import Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from kb.errors import Place, Problem
from kb.records.atoms import Partial
from kb.records.checks import ASKS, Check, Member, Slot, Ways
from kb.records.types import Default, FactType, Schema, describe, fits
from kb.rules.language.syntax import NAME, read_fact
from kb.rules.model.ruletexts.tables import Strict, finding_places, places_of, toml_table
from kb.words.forms import Forms

SO, NOT_SO = "that it is so", "that it is not so"
WHICH = "Which is meant: {}, or {}?"
ID = re.compile(r"[a-z0-9][a-z0-9-]*\Z")
QUOTED_OR_VARIABLE = re.compile(r'"(?:[^"\\]|\\.)*"|(?<![A-Za-z0-9_])[A-Z][A-Za-z0-9_]*')


class MemberSpec(Strict):
    """One thing of a cast, where it has a name of its own."""

    kind: str
    called: str


class SlotSpec(Strict):
    """One slot written as a table."""

    fact: str = ""
    each: str = ""
    mark: str = Field(default="", alias="as")
    properties: list[str] = Field(default=[], alias="with")
    order: str = Field(default="", alias="in_order")
    default: bool | int | str | list[bool | int | str] | None = None
    must: bool = False
    question: str = ""
    forms: Forms = Field(default_factory=list)
    opposites: Forms = Field(default_factory=list)
    words: dict[str, Forms] = Field(default_factory=dict)


class WaySpec(Strict):
    """One of the two ways to ask: what is so then, and by which words it is asked for."""

    label: str = ""
    words: Forms = Field(default_factory=list)


class AsksSpec(Strict):
    """By which words a question asks for the goal or for its contrary, and which goes without saying."""

    same: WaySpec = WaySpec()
    opposite: WaySpec
    default: Literal["same", "opposite"] | None = None


class CheckSpec(Strict):
    """One check, under its id."""

    title: str
    kind: Literal["yes_no", "number", "options", "text"]
    goal: str
    against: str | None = None
    clauses: list[str] = Field(default_factory=list)
    wordings: list[str] = Field(default_factory=list)
    cast: dict[str, str | MemberSpec] = Field(default_factory=dict)
    slots: dict[str, str | SlotSpec] = Field(default_factory=dict)
    asks: AsksSpec | None = None


CHECKS = TypeAdapter(dict[str, CheckSpec])
DEEPEST_GOAL = 20


def read_goal(text: str) -> Partial:
    """A goal's atom with None for its variables; ValueError where it is none."""
    if text.count("(") > DEEPEST_GOAL:
        raise ValueError(f"a goal holds at most {DEEPEST_GOAL} terms")
    return read_fact(QUOTED_OR_VARIABLE.sub(lambda found: found[0] if found[0][0] == '"' else "_", text))


def read_checks(
    file: str, text: str, game: str, schema: Schema, clause: str = ""
) -> tuple[dict[str, Check], list[Problem]]:
    """The checks of a text by id, and what is wrong with it; `clause` is the path of the section that it stands in."""
    problems: list[Problem] = []
    table = toml_table(file, text, problems)
    if table is None:
        return {}, problems
    try:
        specs = CHECKS.validate_python(table)
    except ValidationError as error:
        return {}, problems + finding_places(file, text, error, "bad-check")
    checks: dict[str, Check] = {}
    places = places_of(file, text)
    for identifier, spec in specs.items():
        place = places.get(identifier) or Place(file, 1)
        check = CheckReader(identifier, spec, place, game, schema, problems).read(clause)
        if check is not None:
            checks[identifier] = check
    return checks, problems


class CheckReader:
    """Turns the table of one check into a record."""

    def __init__(
        self, identifier: str, spec: CheckSpec, place: Place, game: str, schema: Schema, problems: list[Problem]
    ) -> None:
        self.id, self.spec, self.place = identifier, spec, place
        self.game, self.schema, self.problems = game, schema, problems
        self.cast = tuple(self._member(name, kind) for name, kind in spec.cast.items())

    def problem(self, code: str, message: str, expected: str = "") -> None:
        """Note a problem at the check."""
        self.problems.append(Problem(code, f"{self.id}: {message}", self.place, expected))

    def read(self, clause: str) -> Check | None:
        """The check, None where its goal cannot be read."""
        if not ID.match(self.id):
            self.problem("bad-name", "this cannot be a check's id", "lower case letters, digits, hyphens")
        try:
            goal = read_goal(self.spec.goal)
            against = read_goal(self.spec.against) if self.spec.against else None
        except ValueError as error:
            self.problem("bad-goal", str(error), 'goal = "can_attack(hero)"')
            return None
        self._goal(goal, against)
        slots = [self._slot(name, slot) for name, slot in self.spec.slots.items()]
        clauses = dict.fromkeys([clause, *self.spec.clauses] if clause else self.spec.clauses)
        return Check(
            id=self.id, game=self.game, title=self.spec.title, kind=self.spec.kind, goal=goal, against=against,
            clauses=tuple(clauses), wordings=tuple(self.spec.wordings), cast=self.cast,
            slots=tuple(slot for slot in slots if slot), place=self.place, ways=self._ways(),
        )  # fmt: skip

    def _ways(self) -> Ways | None:
        """The two ways to ask for it, read like a fact that is true where the contrary is asked for."""
        spec = self.spec.asks
        if spec is None:
            return None
        if self.spec.kind != "yes_no":
            self.problem("bad-asks", "only a yes_no check can be asked for by its contrary", 'kind = "yes_no"')
        if ASKS in self.spec.slots:
            self.problem("bad-name", f"{ASKS!r} cannot be a slot's name beside `asks`", "another name")
        same, opposite = spec.same.label or SO, spec.opposite.label or NOT_SO
        default = None if spec.default is None else spec.default == "opposite"
        fact = FactType(
            name=ASKS, args=(), value=None, many=False, default=default, question=WHICH.format(same, opposite),
            sentence=opposite, denial=same, forms=tuple(spec.opposite.words), labels=(), clause="",
            place=self.place, opposites=tuple(spec.same.words), asked=True,
        )  # fmt: skip
        slot = Slot(ASKS, ASKS, (), default=default, place=self.place, forms=fact.forms, opposites=fact.opposites)
        return Ways(slot, fact, (same, opposite))

    def _member(self, name: str, spec: str | MemberSpec) -> Member:
        kind, called = (spec, f"the {name.replace('_', ' ')}") if isinstance(spec, str) else (spec.kind, spec.called)
        if kind not in self.schema.entities or not NAME.match(name):
            self.problem("bad-cast", f"{name} = {kind!r} is no thing of this game", "an entity kind of facts.toml")
        return Member(name, kind, called)

    def _goal(self, goal: Partial, against: Partial | None) -> None:
        open_arguments = sum(part is None for part in goal[1:])
        kind = self.spec.kind
        if kind in ("number", "text") and open_arguments != 1:
            self.problem("bad-goal", f"a {kind} goal has one variable", 'goal = "pays(hero, N)"')
        if kind == "yes_no" and open_arguments:
            self.problem("bad-goal", "a yes_no goal has no variable", 'goal = "can_attack(hero)"')
        if kind == "options" and not open_arguments:
            self.problem("bad-goal", "an options goal has at least one variable", 'goal = "may_move(X)"')
        if against is not None and (kind != "yes_no" or None in against[1:]):
            self.problem("bad-goal", "only a yes_no check has `against`, without variables", "")

    def _slot(self, name: str, spec: str | SlotSpec) -> Slot | None:
        if not NAME.match(name):
            self.problem("bad-name", f"{name!r} cannot be a slot's name", "lower case letters, digits, _")
        table = SlotSpec(fact=spec) if isinstance(spec, str) else spec
        if table.each:
            return self._each(name, table)
        try:
            pattern = read_fact(table.fact)
        except ValueError as error:
            self.problem("bad-slot", f"{name}: {error}", 'stunned = "stunned(hero)"')
            return None
        fact = self._fact(name, str(pattern[0]))
        if fact is None:
            return None
        args = pattern[1:] if "(" in table.fact else (None,) * len(fact.args)
        if len(args) != len(fact.args):
            expected = f"{len(fact.args)} arguments" + (", the value left out" if fact.value else "")
            self.problem("bad-slot", f"{name}: {table.fact} has {len(args)} arguments", expected)
            return None
        self._arguments(name, fact, args)
        slot = Slot(
            name, fact.name, args, default=_tuple(table.default), must=table.must, question=table.question,
            place=self.place, forms=(*fact.forms, *table.forms), opposites=(*fact.opposites, *table.opposites),
            words=_joined(fact, table.words),
        )  # fmt: skip
        self._default(slot, fact)
        return slot

    def _fact(self, name: str, fact: str) -> FactType | None:
        if fact not in self.schema.facts:
            self.problem("unknown-fact", f"{name}: there is no fact {fact}", "a name of facts.toml")
        return self.schema.facts.get(fact)

    def _arguments(self, name: str, fact: FactType, args: tuple[Any, ...]) -> None:
        kinds = {member.name: member.kind for member in self.cast}
        for arg, type_ in zip(args, fact.args, strict=True):
            if arg is None:
                continue
            good = kinds.get(arg) == type_.entity if type_.kind == "entity" else fits(arg, type_)
            if not good:
                expected = f"a {type_.entity} of the cast" if type_.kind == "entity" else describe(type_)
                self.problem("bad-slot", f"{name}: {arg} does not fit {fact.name}", expected)

    def _default(self, slot: Slot, fact: FactType) -> None:
        if slot.default is None:
            return
        if slot.must:
            self.problem("bad-slot", f"{slot.name} must be known and has a default", "one of the two")
        many = fact.many or None in slot.args
        scalar = isinstance(slot.default, bool) if fact.value is None else fits(slot.default, fact.value)
        if many != isinstance(slot.default, tuple) or not (many or scalar):
            self.problem("bad-default", f"{slot.name}: {slot.default!r} does not fit", "a value of the fact's type")

    def _each(self, name: str, spec: SlotSpec) -> Slot | None:
        if spec.each not in self.schema.entities:
            self.problem("bad-slot", f"{name}: there is no entity kind {spec.each}", "a kind of facts.toml")
            return None
        for fact_name in [*spec.properties, *([spec.mark] if spec.mark else [])]:
            fact = self._fact(name, fact_name)
            if fact and (not fact.args or fact.args[0].entity != spec.each):
                self.problem(
                    "bad-slot", f"{name}: {fact_name} is no fact about a {spec.each}", "first argument of that kind"
                )
            elif fact and fact_name == spec.mark and (len(fact.args) != 1 or fact.value):
                self.problem("bad-slot", f"{name}: {fact_name} is not just true or false of a thing", 'as = "in_play"')
        facts = [self.schema.facts[each] for each in spec.properties if each in self.schema.facts]
        numbers = [fact for fact in facts if fact.numeric and fact.name != spec.order]
        if spec.order and (spec.order not in spec.properties or not numbers):
            expected = "one of `with`, beside another one whose value is a number"
            self.problem("bad-slot", f"{name}: in_order = {spec.order!r} cannot number its things", expected)
        if spec.default not in (None, []):
            self.problem("bad-default", f"{name}: a list of things can only be empty by default", "default = []")
        properties = tuple(each for each in spec.properties if each in self.schema.facts)
        mark = spec.mark if spec.mark in self.schema.facts else ""
        return Slot(
            name, "", (), spec.each, mark, properties, _tuple(spec.default), spec.must, spec.question, self.place,
            tuple(spec.forms), order=spec.order,
        )  # fmt: skip


def _tuple(value: bool | int | str | list[bool | int | str] | None) -> Default:
    return tuple(value) if isinstance(value, list) else value


def _joined(fact: FactType, words: dict[str, list[str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Players' words for each value: the fact's own and the slot's."""
    known = dict(fact.words)
    return tuple((word, (*known.get(word, ()), *words.get(word, ()))) for word in {**known, **words})
