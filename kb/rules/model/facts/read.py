"""Read a check's facts: `{"stunned": false, "others": [{"id": "Ego", "cost": 7}]}` into atoms.

Everything a user sends becomes values (see kb/rules/model/facts/values.py), never program text. All that is wrong
is reported at once, slot by slot.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kb.errors import FactsError
from kb.records.atoms import Fact, Partial, Value
from kb.records.checks import Check, Slot
from kb.records.scenario import Assumption, Reading, TextFact
from kb.records.types import FactType, Json
from kb.rules.language.syntax import order
from kb.rules.model.facts.atoms import MOST_FACTS, AtomReader
from kb.rules.model.facts.openings import Openings
from kb.rules.model.facts.retold import Retold
from kb.rules.model.facts.values import ValueProblemError, as_typed, bare, plain, require_list, shown, thing
from kb.rules.model.rulemodel import RuleModel
from kb.rules.model.words import Words

MISSING = object()


def read_facts(model: RuleModel, check: Check, facts: Mapping[str, object]) -> Reading:
    """A check's facts as atoms; FactsError with every slot that does not fit."""
    return FactReader(model, check).read(facts)


def behind(model: RuleModel, check: Check, names: Iterable[object]) -> tuple[Slot, ...]:
    """The slots of these names that a check does not list, though its rules rest on their facts: a result says that
    their defaults were assumed, and whoever reads that may state them. Only facts about no thing in particular."""
    own = {slot.name for slot in check.slots}
    found = dict.fromkeys(str(name) for name in names)
    facts = [model.schema.facts[name] for name in found if name in model.schema.facts and name not in own]
    inputs = model.slices[check.id].inputs
    return tuple(
        Slot(fact.name, fact.name, ()) for fact in facts if not fact.args and (fact.name, len(fact.types)) in inputs
    )


class FactReader:
    """Reads one scenario; see `read`."""

    def __init__(self, model: RuleModel, check: Check) -> None:
        self.model, self.check, self.schema = model, check, model.schema
        self.words = Words(model.schema, {member.name: member.called for member in check.cast})
        self.slots = check.slots
        self.problems: list[tuple[str, str]] = []
        self.atoms: set[Fact] = set()
        self.stated: list[Partial] = []
        self.assumptions: list[Assumption] = []
        self.unknown: list[tuple[FactType | None, str, Partial, Slot]] = []
        self.things: dict[str, dict[Value, None]] = {kind: {} for kind in model.schema.entities}
        self.stating = AtomReader(model.cards, self.things)
        self.facts: Json = {}
        self.covered: list[Partial] = []
        for member in check.cast:
            self.things[member.kind][member.name] = None

    def read(self, facts: Mapping[str, object]) -> Reading:
        """Read all slots, then fill in what is assumed."""
        if isinstance(facts, Mapping):
            self.slots = (*self.slots, *behind(self.model, self.check, facts))
        values, properties = self._sorted_out(facts)
        worded = [slot for slot in self.slots if slot.fact and self.schema.facts[slot.fact].among]
        for slot in [slot for slot in self.slots if slot not in worded]:
            self._guarded(slot, values.get(slot.name, MISSING), properties.get(slot.name, {}))
        openings = Openings(self.model, self.check, self.things, self.covered)
        texts = openings.texts(self.atoms, [fact for fact, *_ in self.unknown])
        for slot in worded:
            self._worded(slot, values.get(slot.name, MISSING), properties.get(slot.name, {}), texts)
        if len(self.atoms) > MOST_FACTS:
            self.problems.append(("", f"{len(self.atoms)} facts are too many: at most {MOST_FACTS}"))
        if self.problems:
            raise FactsError(self.check.full_id, self.problems)
        for fact, assumption in openings.defaults():
            self.atoms |= {fact} if fact else set()
            self.assumptions.append(assumption)
        for kind, things in self.things.items():
            self.atoms |= {(kind, each) for each in things}
        atoms = tuple(sorted((atom for atom in self.atoms if openings.wanted(atom)), key=order))
        told = Retold(self.schema, self.words, self.facts, self.stated, self.atoms)
        return Reading(
            atoms=atoms,
            stated=tuple(dict.fromkeys(self.stated)),
            assumptions=tuple(self.assumptions),
            unknown=tuple(found for each in self.unknown if (found := openings.unknown(*each))),
            texts=texts,
            names={member.name: member.called for member in self.check.cast},
            facts=self.facts,
            read_as=tuple(told.sentences(self.slots)),
            values={atom[:-1]: atom[-1] for atom in self.atoms if self._valued(atom)},
        )

    def _valued(self, atom: Fact) -> bool:
        fact = self.schema.facts.get(str(atom[0]))
        return fact is not None and fact.valued

    def _sorted_out(
        self, facts: Mapping[str, object]
    ) -> tuple[dict[str, object], dict[str, dict[tuple[str, str], object]]]:
        """Whole slots, and single properties `slot.thing.property` by slot; unknown names are problems."""
        slots = {slot.name: slot for slot in self.slots}
        whole: dict[str, object] = {}
        single: dict[str, dict[tuple[str, str], object]] = {}
        if not isinstance(facts, Mapping):
            raise FactsError(self.check.full_id, [("", "an object with a value for each slot is expected")])
        if len(facts) > MOST_FACTS:
            raise FactsError(self.check.full_id, [("", f"{len(facts)} facts are too many: at most {MOST_FACTS}")])
        for key, value in facts.items():
            name, _, rest = as_typed(str(key)).partition(".")
            about, _, fact = rest.rpartition(".")
            worded = name in slots and slots[name].fact and self.schema.facts[slots[name].fact].among
            if worded:
                about, fact = rest, ""
            if name not in slots or (rest and not worded and not (about and slots[name].each)):
                known = ", ".join(slots) or "none"
                self.problems.append((shown(key), f"there is no such fact here; there are {known}"))
            elif rest:
                single.setdefault(name, {})[about, fact] = value
            else:
                whole[name] = value
        return whole, single

    def _guarded(self, slot: Slot, value: object, properties: dict[tuple[str, str], object]) -> None:
        try:
            if slot.each:
                self._each(slot, value, properties)
            else:
                self._slot(slot, self.schema.facts[slot.fact], slot.args, value, slot.name)
        except ValueProblemError as error:
            self.problems.append((slot.name, str(error)))

    def _worded(
        self, slot: Slot, value: object, single: dict[tuple[str, str], object], texts: Sequence[TextFact]
    ) -> None:
        """Truth values by the words of the card texts that take part: `{"while you control a Skrull": true}`."""
        fact = self.schema.facts[slot.fact]
        offered = list(dict.fromkeys(text.fact[-1] for text in texts if text.fact[0] == fact.among))
        if any(type_.kind == "card" for unknown, *_ in self.unknown if unknown for type_ in unknown.types):
            offered = []  # the card is not known: what it asks for in its own words is not known either
            self.unknown.append((fact, slot.name, (fact.name, None), slot))
        known = {str(plain(each)): each for each in offered}
        given = dict(value) if isinstance(value, Mapping) else {}
        if value is not MISSING and value is not None and not isinstance(value, Mapping):
            self.problems.append((slot.name, f"{shown(value)} does not fit: an object of words and true or false"))
        given |= {words: each for (words, _), each in single.items()}
        given = _as_known(given, known)
        for words in given:
            if words not in known:
                expected = f"there are {', '.join(known)}" if known else "the card asks for nothing in its own words"
                self.problems.append((f"{slot.name}.{shown(words)}", f"no such words here: {expected}"))
        for words in known:
            try:
                self._slot(slot, fact, (known[words],), given.get(words, MISSING), f"{slot.name}.{words}")
            except ValueProblemError as error:
                self.problems.append((f"{slot.name}.{words}", str(error)))
        stated = {words: self.facts.pop(f"{slot.name}.{words}", MISSING) for words in known}
        normal = {words: each for words, each in stated.items() if each is not MISSING}
        if normal:
            self.facts[slot.name] = normal

    def _slot(self, slot: Slot, fact: FactType, args: Partial, value: object, name: str) -> None:
        """Read one fact, or take its default, or note that it is unknown; `name` is its address."""
        pattern = (fact.name, *args, *(() if fact.value is None else (None,)))
        self.covered.append(pattern)
        if value is MISSING or value is None:
            default = None if slot.must or value is None else _first(slot.default, fact.default)
            if default is None:
                self.unknown.append((fact, name, pattern, slot))
                if value is None and not slot.each:
                    self.facts[name] = None
                return
            listed = fact.many or None in args
            default = list(default) if isinstance(default, tuple) else [] if listed and default is False else default
            self.atoms |= self.stating.of(fact, args, default)[0]
            self.assumptions.append(Assumption(name, default, pattern))
            return
        atoms, normal = self.stating.of(fact, args, value)
        self.atoms |= atoms
        self.stated.append(pattern)
        if not slot.each:
            self.facts[name] = normal

    def _each(self, slot: Slot, value: object, properties: dict[tuple[str, str], object]) -> None:
        """A list of things with properties."""
        facts = [self.schema.facts[name] for name in slot.properties]
        if (value is MISSING and slot.default is None and not properties) or value is None:
            self.unknown.append((None, slot.name, (slot.each, None), slot))
            return
        if value is MISSING and not properties:
            self.assumptions.append(Assumption(slot.name, [], (slot.each, None)))
        things = self._things(slot, [] if value is MISSING else value, properties)
        normal: list[Json] = []
        for identifier in sorted(things, key=order):
            given = things[identifier]
            for fact in facts:
                opened = (identifier, *(None for _ in fact.args[1:]))
                address = f"{slot.name}.{plain(identifier)}.{fact.name}"
                try:
                    self._slot(slot, fact, opened, given.get(fact.name, MISSING), address)
                except ValueProblemError as error:
                    self.problems.append((address, str(error)))
            normal.append({"id": plain(identifier), **{key: given[key] for key in slot.properties if key in given}})
        if slot.mark:
            self.stated.append((slot.mark, None))
            self.covered.append((slot.mark, None))
        if value is not MISSING or properties:
            self.facts[slot.name] = normal

    def _things(
        self, slot: Slot, value: object, properties: dict[tuple[str, str], object]
    ) -> dict[Value, dict[str, object]]:
        """The things of a list by value, with the properties given for each."""
        found: dict[Value, dict[str, object]] = {}
        for each in require_list(value, MOST_FACTS // 4):
            entry = dict(each) if isinstance(each, Mapping) else {"id": each}
            identifier = thing(entry.pop("id", None))
            if identifier in found:
                raise ValueProblemError(f"{plain(identifier)} stands twice")
            wrong = [str(key) for key in entry if key not in slot.properties]
            if wrong:
                known = ", ".join(("id", *slot.properties))
                raise ValueProblemError(f"{shown(wrong[0])} is no property here; there are {known}")
            found[identifier] = entry
        for (about, name), single in properties.items():
            if name not in slot.properties:
                raise ValueProblemError(f"{shown(name)} is no property here; there are {', '.join(slot.properties)}")
            found.setdefault(thing(about), {})[name] = single
        for identifier in found:
            self.things[slot.each][identifier] = None
            if slot.mark:
                self.atoms.add((slot.mark, identifier))
        return found


def _as_known(given: Mapping[str, object], known: Mapping[str, Value]) -> dict[str, object]:
    """What is given by the words of a card's text, however they were typed; two spellings of one stay as they are."""
    spelled = {bare(words): words for words in known}
    read = {words: words if words in known else spelled.get(bare(words), words) for words in map(str, given)}
    twice = {words for words in read.values() if list(read.values()).count(words) > 1}
    return {words if read[str(words)] in twice else read[str(words)]: each for words, each in given.items()}


def _first(*values: object) -> object:
    return next((value for value in values if value is not None), None)
