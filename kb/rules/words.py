"""Sentences for players: templates filled with what things are called."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kb.rules.records import FactType, Schema
from kb.rules.syntax import TEXT, Partial, Value, show

FIELD = re.compile(r"\{([^{}]*)\}")
NEGATED = "it is not so that "


class Words:
    """What values are called in one scenario: labels of enums, names of the cast, the rest as written."""

    def __init__(self, schema: Schema, names: Mapping[Value, str]) -> None:
        self.schema = schema
        self.names: dict[Value, str] = {}
        for fact in schema.facts.values():
            for type_ in fact.types:
                self.names.update(type_.words)
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

    def fill(self, template: str, args: Partial, binding: Mapping[str, Value | None] | None = None) -> str:
        """A template with `{1}` and `{Var}` filled."""

        def field(found: re.Match[str]) -> str:
            name = found[1]
            if name.isdigit():
                return self.value(args[int(name) - 1]) if int(name) <= len(args) else "…"
            return self.value((binding or {}).get(name))

        return FIELD.sub(field, template)

    def fact(self, fact: Partial, holds: bool = True) -> str:
        """An input fact, or its opposite, as a sentence."""
        name, args = str(fact[0]), fact[1:]
        if name in self.schema.entities and len(args) == 1:
            sentence = self.schema.entities[name]
        elif name in self.schema.facts:
            type_ = self.schema.facts[name]
            sentence = type_.sentence if holds else type_.denial
            sentence = sentence or NEGATED + type_.sentence
            holds = True
        else:
            sentence = show(fact) if None not in fact else name  # type: ignore[arg-type]
        return self.fill(sentence if holds else NEGATED + sentence, args)

    def question(self, type_: FactType, args: Partial) -> str:
        """The question that asks for a fact."""
        if type_.question:
            return self.fill(type_.question, (*args, None))
        if type_.value is None:
            return f"Is it so that {self.fill(type_.sentence, args)}?"
        about = " and ".join(self.value(arg) for arg in args)
        return f"What is the {type_.name.replace('_', ' ')}{' of ' + about if about else ''}?"
