"""Sentences for players: templates filled with what things are called, in agreement with their numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from kb.records.atoms import Partial, Value
from kb.records.types import FactType, Schema, Type
from kb.rules.language.syntax import TEXT, show
from kb.rules.remembered import kept_with
from kb.words.grammar.agreement import agreed, mark
from kb.words.grammar.negation import negated
from kb.words.grammar.wording import of_question

FIELD = re.compile(r"\{([^{}]*)\}")
ARTICLED = re.compile(r"\ban? \{", re.I)
NEGATED = "it is not so that "
NOT_TOLD = re.compile(r" \(-?\d+: not (?:said|told|known)\)")
"""Which number stands for what is not told: players leave that out, and need not read it."""


class Words:
    """What values are called in one scenario: labels of enums, names of the cast, the rest as written."""

    def __init__(self, schema: Schema, names: Mapping[Value, str]) -> None:
        self.schema = schema
        self.names: dict[Value, str] = {}
        self.names.update(schema.names)
        self.names.update(_labels(schema))
        self.names.update(names)

    def value(self, value: Value | None) -> str:
        """What a value is called; None, any, is an ellipsis."""
        if value is None:
            return "…"
        if value in self.names:
            return self.names[value]
        if isinstance(value, tuple):
            return str(value[1]) if value[0] == TEXT else ", ".join(self.value(part) for part in value[1:])
        return str(value).replace("_", " ")

    def fill(
        self,
        template: str,
        args: Partial,
        binding: Mapping[str, Value | None] | None = None,
        types: Sequence[Type] = (),
    ) -> str:
        """A template with `{1}` and `{Var}` filled; words of enums are called as their type says, where it is known."""

        texts, names = _parts(template)
        values = [_filling(name, args, binding) for name in names]
        said = [self._called(name, value, types) for name, value in zip(names, values, strict=True)]
        if 1 in values or 0 in values or ARTICLED.search(template):
            said = [mark(text, isinstance(value, int)) for text, value in zip(said, values, strict=True)]
            return agreed(_joined(texts, said))
        return _joined(texts, said)

    def _called(self, name: str, value: Value | None, types: Sequence[Type]) -> str:
        """What fills a field of a template."""
        at = int(name) - 1 if name.isdigit() else len(types)
        words = dict(types[at].words) if at < len(types) else {}
        return words.get(str(value)) or self.value(value)

    def fact(self, fact: Partial, holds: bool = True) -> str:
        """An input fact, or its opposite, as a sentence."""
        name, args = str(fact[0]), fact[1:]
        types: Sequence[Type] = ()
        if name in self.schema.entities and len(args) == 1:
            sentence = self.schema.entities[name]
        elif name in self.schema.facts:
            type_ = self.schema.facts[name]
            types = told_types(type_)
            sentence = type_.sentence_of(args[-1] if args else None) if holds else denials(self.schema)[name]
            holds = True
        else:
            sentence = show(fact) if None not in fact else name  # type: ignore[arg-type]
        return self.fill(sentence if holds else NEGATED + sentence, args, types=types)

    def none_of(self, pattern: Partial) -> str:
        """That no atom of a pattern holds: its denial where that has words for it, else its sentence, of none."""
        name = str(pattern[0])
        if not has_holes(denials(self.schema).get(name, ""), pattern[1:]):
            return self.fact(pattern, False)
        args = tuple("none of them" if each is None else each for each in pattern)
        return self.fact(args)

    def question(self, type_: FactType, args: Partial) -> str:
        """The question that asks for a fact."""
        if type_.question:
            return self.fill(NOT_TOLD.sub("", type_.question), (*args, None), types=type_.types)
        if type_.value is None:
            return f"Is it so that {self.fill(type_.sentence, args, types=type_.types)}?"
        about = " and ".join(self.value(arg) for arg in args)
        return f"What is the {type_.name.replace('_', ' ')}{' of ' + about if about else ''}?"


def told_types(fact: FactType) -> tuple[Type, ...]:
    """The types of a fact's arguments, its values called as its own labels say: those are for players to read, while
    the words of an enum are read in questions, too."""
    if not fact.labels or fact.value is None:
        return fact.types
    return (*fact.args, replace(fact.value, words=fact.labels))


def has_holes(template: str, args: Partial, binding: Mapping[str, Value | None] | None = None) -> bool:
    """Whether something in a template is filled by no value."""
    return any(_filling(name, args, binding) is None for name in _parts(template)[1])


def _filling(name: str, args: Partial, binding: Mapping[str, Value | None] | None) -> Value | None:
    """What a field of a template stands for: an argument by its number, a variable by its name."""
    if name.isdigit():
        return args[int(name) - 1] if int(name) <= len(args) else None
    return (binding or {}).get(name)


@lru_cache(maxsize=4_096)
def _parts(template: str) -> tuple[list[str], list[str]]:
    """A template's own texts, one more than it has fields, and the names of its fields."""
    parts = FIELD.split(template)
    return parts[::2], parts[1::2]


def _joined(texts: Sequence[str], said: Sequence[str]) -> str:
    """Texts with what is said between them."""
    return "".join(part for pair in zip(texts, (*said, ""), strict=True) for part in pair)


@kept_with
def denials(schema: Schema) -> Mapping[str, str]:
    """What says of each fact that it does not hold: its own denial, else the contrary of its sentence."""
    facts = schema.facts.values()
    return {fact.name: fact.denial or negated(fact.sentence) or NEGATED + fact.sentence for fact in facts}


@kept_with
def ways_of_asking(schema: Schema) -> frozenset[str]:
    """The names of the facts that tell what a question asks or claims, and nothing of what happened in the game."""
    return frozenset(fact.name for fact in schema.facts.values() if fact.named or of_question(fact.sentence))


@kept_with
def _labels(schema: Schema) -> dict[str, str]:
    """What the words of enums are called; none for a word that enums label otherwise."""
    found: dict[str, set[str]] = {}
    for fact in schema.facts.values():
        for type_ in fact.types:
            for word, label in type_.words:
                found.setdefault(word, set()).add(label)
    return {word: labels.pop() for word, labels in found.items() if len(labels) == 1}
