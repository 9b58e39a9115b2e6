"""Values of facts as assistants write them: `Preyy` for preyy, `minion` for a_minion, `"4"` for 4, `"yes"` for true.

What can mean one value alone becomes that value; all else stays as it was sent, and is refused with what is expected.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from kb.records.checks import Check, Slot
from kb.records.types import FactType, Schema, Type
from kb.rules.model.facts.values import as_typed
from kb.words.text import fold
from service.api.factschema import open_arguments

TRUTH = {"yes": True, "true": True, "no": False, "false": False}
WHOLE = re.compile(r"-?\d{1,9}")
ARTICLE = re.compile(r"^(?:an?|the) ")
Labelled = Sequence[tuple[str, str]]


def as_meant(check: Check, schema: Schema, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a check, each value as the check takes it where it can mean only one.

    >>> as_meant(check, schema, {"stunned": "No", "cost": "4"})
    {'stunned': False, 'cost': 4}
    """
    slots = {slot.name: slot for slot in check.slots}
    return {name: _slot(slots, schema, str(name), value) for name, value in facts.items()}


def _slot(slots: Mapping[str, Slot], schema: Schema, name: str, value: Any) -> Any:
    """A fact by its address: the fact's own name, or `list.thing.property`."""
    slot = slots.get(name.partition(".")[0])
    if slot is None:
        return _one(schema.facts[name], value) if name in schema.facts else value
    if slot.each:
        own = schema.facts.get(name.rpartition(".")[2]) if "." in name else None
        return _one(own, value) if own is not None else _things(schema, value)
    fact = schema.facts[slot.fact]
    if fact.among and isinstance(value, dict):
        return {words: truth(each) for words, each in value.items()}
    columns = open_arguments(slot, fact)
    return _rows(columns, fact, value) if columns else _one(fact, value)


def _things(schema: Schema, value: Any) -> Any:
    """A list of things, each with its properties."""
    if not isinstance(value, list):
        return value
    return [{name: _property(schema, name, each) for name, each in thing.items()} if isinstance(thing, dict) else thing
            for thing in value]  # fmt: skip


def _property(schema: Schema, name: str, value: Any) -> Any:
    return _one(schema.facts[name], value) if name in schema.facts else value


def _rows(columns: Sequence[Type], fact: FactType, value: Any) -> Any:
    """A relation: rows of cells; those by column names stay."""
    if not isinstance(value, list):
        return value
    if len(columns) == 1:
        return [_single(columns[0], fact.labels, each) for each in value]
    return [
        [_single(type_, (), cell) for type_, cell in zip(columns, row, strict=True)]
        if isinstance(row, list) and len(row) == len(columns)
        else row
        for row in value
    ]


def _one(fact: FactType, value: Any) -> Any:
    """The value of one fact, or each of a list of them."""
    if fact.value is None:
        return truth(value)
    type_ = fact.value
    if fact.many:
        return [_single(type_, fact.labels, each) for each in value] if isinstance(value, list) else value
    return _single(type_, fact.labels, value)


def _single(type_: Type, labels: Labelled, value: Any) -> Any:
    if type_.kind == "int":
        return number(value)
    return word(value, (*type_.words, *labels), type_.choices) if type_.kind == "enum" else value


def truth(value: Any) -> Any:
    """The truth value that a word means."""
    return TRUTH.get(as_typed(value).casefold(), value) if isinstance(value, str) else value


def number(value: Any) -> Any:
    """The whole number that is written."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    written = as_typed(value) if isinstance(value, str) else ""
    return int(written) if WHOLE.fullmatch(written) else value


def word(value: Any, labelled: Labelled, choices: Sequence[str]) -> Any:
    """The one of the choices that is called so, by itself or by its label, with capitals and an article or without.

    >>> word("Minion", [("a_minion", "a minion"), ("a_hero", "the hero")], ["a_minion", "a_hero"])
    'a_minion'
    """
    if value in choices or not isinstance(value, str | int):
        return value
    called = [(choice, choice) for choice in choices] + [each for each in labelled if each[0] in choices]
    asked = bare(spelled(value))
    for short in (str, without_article):
        found = {choice for choice, label in called if short(bare(label)) == short(asked)}
        if len(found) == 1:
            return found.pop()
    return value


def spelled(value: str | int) -> str:
    """A value as a word: `yes` for true."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def bare(text: str) -> str:
    """A word without capitals, and with blanks between its parts."""
    return " ".join(fold(as_typed(text)).replace("_", " ").replace("-", " ").split())


def without_article(text: str) -> str:
    """The same without `a`, `an` or `the` before it."""
    return ARTICLE.sub("", text)
