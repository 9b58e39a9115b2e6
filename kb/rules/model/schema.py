"""Read `facts.toml` into fact types; every finding points at the line that names the fact."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pydantic import Field, ValidationError

from kb.errors import Place, Problem
from kb.records.types import FactType, Schema, Type, describe, fits
from kb.rules.language.noting import Noting
from kb.rules.language.syntax import LIMIT, NAME
from kb.rules.model.flaws.sentences import OF_QUESTION, flawed, pointed
from kb.rules.model.ruletexts.tables import Named, Strict, Words, finding_places, place_of, places_of, toml_table
from kb.words.forms import Forms
from kb.words.grammar.wording import of_asking, of_question

RANGE = re.compile(r"(-?\d{1,20})\s*\.\.\s*(-?\d{1,20})")
LABELLED = re.compile(r"([a-z][a-z0-9_]*)\s*:\s*(.+)")
FIELD = re.compile(r"\{([^{}]*)\}")
RESERVED = {"undetermined", "contradiction", "overrides", "name", "card", "int", "not"}


class FactSpec(Strict):
    """One fact of the table `[fact]`."""

    args: list[str] = Field(default=[])
    value: str | Words | None = None
    many: bool = False
    default: bool | int | str | None = None
    question: str = ""
    sentence: str
    says: dict[str, str] = Field(default={})
    denial: str = ""
    forms: Forms = Field(default=[])
    opposites: Forms = Field(default=[])
    words: dict[str, Forms] = Field(default={})
    labels: dict[str, str] = Field(default={})
    clause: str = ""
    among: str = ""
    quiet: bool = False
    adds: bool = False
    named: bool = False
    told_by: Forms = Field(default=[])
    means: dict[str, bool | int | str] = Field(default={})


class FactsFile(Strict):
    """The whole of facts.toml."""

    entities: dict[str, str] = Field(default={})
    enums: dict[str, Words | Named] = Field(default={})
    names: dict[str, str] = Field(default={})
    fact: dict[str, FactSpec] = Field(default={})


def read_schema(file: str, text: str) -> tuple[Schema, list[Problem]]:
    """The schema of a facts.toml and what is wrong with it."""
    problems: list[Problem] = []
    table = toml_table(file, text, problems)
    if table is None:
        return Schema(), problems
    try:
        spec = FactsFile.model_validate(table)
    except ValidationError as error:
        return Schema(), problems + finding_places(file, text, error, "bad-fact", below=True)
    return SchemaReader(file, text, spec, problems).read(), problems


class SchemaReader(Noting):
    """Turns the tables of one facts.toml into records."""

    def __init__(self, file: str, text: str, spec: FactsFile, problems: list[Problem]) -> None:
        self.file, self.text, self.spec, self.problems = file, text, spec, problems

    def read(self) -> Schema:
        """All fact types; bad ones are left out and reported."""
        for name in (*self.spec.entities, *self.spec.enums, *self.spec.names):
            self._name(name, Place(self.file, 1))
        facts: dict[str, FactType] = {}
        places = places_of(self.file, self.text, "fact")
        for name, spec in self.spec.fact.items():
            place = places.get(name) or Place(self.file, 1)
            fact = self._fact(name, spec, place)
            if fact is None:
                continue
            if name in self.spec.entities:
                self.problem("duplicate-fact", f"the name {name} is taken", place, "names that stand once")
            facts[name] = fact
        self._meanings(facts)
        return Schema(dict(self.spec.entities), facts, dict(self.spec.names))

    def _meanings(self, facts: Mapping[str, FactType]) -> None:
        """A fact that holds or does not may mean a value that another fact can have."""
        for fact in facts.values():
            for name, value in fact.means:
                other = facts.get(name)
                known = other is not None and other.value is not None and fits(value, other.value)
                if fact.types or not known or (other is not None and other.args):
                    message = f"{fact.name} cannot mean {name} = {value!r}"
                    self.problem("bad-meaning", message, fact.place, "a fact without arguments, and a value of another")

    def _name(self, name: str, place: Place) -> None:
        if not NAME.match(name) or name in RESERVED:
            self.problem(
                "bad-name", f"{name!r} cannot be a name", place, "lower case letters, digits, _; no reserved word"
            )

    def _fact(self, name: str, spec: FactSpec, place: Place) -> FactType | None:
        self._name(name, place)
        args = [self._type(text, place) for text in spec.args]
        value = None if spec.value is None else self._type(spec.value, place)
        if any(arg is None for arg in args) or (spec.value is not None and value is None):
            return None
        fact = FactType(
            name=name, args=tuple(arg for arg in args if arg), value=value, many=spec.many, default=spec.default,
            question=spec.question, sentence=spec.sentence, denial=spec.denial, forms=tuple(spec.forms),
            labels=tuple(spec.labels.items()), clause=spec.clause, place=place, opposites=tuple(spec.opposites),
            words=tuple((word, tuple(forms)) for word, forms in spec.words.items()), among=spec.among,
            quiet=spec.quiet, adds=spec.adds, named=spec.named, told_by=tuple(spec.told_by),
            says=tuple(spec.says.items()), means=tuple(spec.means.items()),
        )  # fmt: skip
        self._templates(fact)
        self._default(fact)
        self._words(fact)
        if fact.among and (fact.value or [type_.kind for type_ in fact.args] != ["name"]):
            expected = 'args = ["name"] and no value'
            self.problem("bad-fact", f"{fact.name} takes one text of a card", fact.place, expected)
        return fact

    def _type(self, text: str | list[str], place: Place) -> Type | None:
        """`0..30`, an enum, `one|two`, an entity kind, `name` or `card`, each perhaps as `label: type`."""
        if isinstance(text, list):
            text = "|".join(text)
        labelled = LABELLED.fullmatch(text.strip())
        label, named = (labelled[1], labelled[2].strip()) if labelled else ("", text.strip())
        bounds = RANGE.fullmatch(named)
        if bounds:
            return self._range(int(bounds[1]), int(bounds[2]), label, place)
        if named in self.spec.enums:
            words = self.spec.enums[named]
            pairs = words.items() if isinstance(words, dict) else ((word, self._called(word)) for word in words)
            return self._enum(tuple(pairs), label or named, place)
        if "|" in named:
            pairs = ((word.strip(), self._called(word.strip())) for word in named.split("|"))
            return self._enum(tuple(pairs), label, place)
        if named in self.spec.entities:
            return Type("entity", label or named, entity=named)
        if named in ("name", "card"):
            return Type(named, label or named)
        known = ", ".join([*self.spec.enums, *self.spec.entities, "name", "card"])
        self.problem("unknown-type", f"{named!r} is no type", place, f"LOW..HIGH, one|two, or one of {known}")
        return None

    def _called(self, word: str) -> str:
        """What a word without a label is called: as it is written, with the capitals that a label elsewhere has."""
        written = word.replace("_", " ")
        labels = (words.get(word, "") for words in self.spec.enums.values() if isinstance(words, dict))
        return next((label for label in labels if label.casefold() == written.casefold()), written)

    def _range(self, low: int, high: int, label: str, place: Place) -> Type | None:
        if low > high or min(low, -high) < -LIMIT or max(high, -low) > LIMIT:
            self.problem("bad-range", f"{low}..{high} is no range", place, f"low to high within ±{LIMIT}")
            return None
        return Type("int", label or "number", low, high)

    def _enum(self, words: tuple[tuple[str, str], ...], label: str, place: Place) -> Type | None:
        for word, _ in words:
            if not NAME.match(word):
                self.problem(
                    "bad-name", f"{word!r} cannot be a word of an enum", place, "lower case letters, digits, _"
                )
                return None
        return Type("enum", label or "choice", words=words)

    def _words(self, fact: FactType) -> None:
        """Players' words stand for values that there are, and opposites for facts that can be false."""
        choices = fact.value.choices if fact.value else ()
        for word, _ in fact.words:
            if word not in choices:
                expected = f"one of {', '.join(choices)}" if choices else "no `words`: its values are no enum"
                self.problem("bad-words", f"{fact.name} has no value {word!r}", fact.place, expected)
        for word, _ in fact.says:
            said = int(word) if fact.numeric and word.lstrip("-").isdigit() else word
            if fact.value is None or not fits(said, fact.value):
                self.problem("bad-words", f"{fact.name} has no value {word!r}", fact.place, "`says` for its values")
        if fact.named and fact.value is None:
            self.problem("bad-fact", f"{fact.name} is named and has no value", fact.place, "a value that is named")
        if fact.opposites and fact.value is not None:
            self.problem("bad-words", f"{fact.name} has values, so no opposite", fact.place, "`words` for its values")

    def _templates(self, fact: FactType) -> None:
        """Templates have fields for arguments that there are, and no flaws of wording."""
        own = (("sentence", fact.sentence), ("denial", fact.denial), ("question", fact.question))
        for key, template in (*own, *fact.says):
            for found in FIELD.findall(template):
                if not found.isdigit() or not 1 <= int(found) <= len(fact.types):
                    expected = f"{{1}} to {{{len(fact.types)}}}" if fact.types else "no braces: it has no arguments"
                    place = pointed(place_of(self.file, self.text, key, template) or fact.place, f"{{{found}}}")
                    message = f"{{{found}}} in {fact.name}'s words stands for nothing"
                    self.problem("bad-template", message, place, expected)
            self._wording(fact, key, template)

    def _wording(self, fact: FactType, key: str, template: str) -> None:
        """No sentence, denial or question of a fact speaks of what is asked, meant or claimed; a denial that is told
        speaks of nothing about the question, where its fact does not."""
        if found := of_asking().search(template):
            place = pointed(place_of(self.file, self.text, key, template) or fact.place, template, found.start())
            message = f"{fact.name}'s {key} speaks of the question: “{found[0]}”"
            self.problem("fact-of-question", message, place, "what holds in the game: the card is {1}")
        told = key == "denial" and not (found or fact.quiet or of_question(fact.sentence))
        allowed = () if told else (OF_QUESTION,)
        if any(flawed(template, fact.place, allowed)):
            self.problems += flawed(template, place_of(self.file, self.text, key, template) or fact.place, allowed)

    def _default(self, fact: FactType) -> None:
        if fact.many and fact.value is None:
            self.problem(
                "bad-fact", f"{fact.name} has many values but no `value`", fact.place, "value = the values' type"
            )
        if fact.default is None or (not fact.valued and fact.default is False):
            return
        if not fact.valued:
            self.problem(
                "bad-default", f"{fact.name} can only be false by default", fact.place, "default = false, or none"
            )
        elif fact.value and not fits(fact.default, fact.value):
            self.problem(
                "bad-default", f"default {fact.default!r} is no {fact.value.label}", fact.place, describe(fact.value)
            )
