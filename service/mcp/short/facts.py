"""A check's facts in a line each: the question that a fact answers, what it takes, what is taken where it is left out.

`show_check` has the JSON Schema; a line is what an assistant needs to see that a fact is there.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from kb.records.checks import Check
from kb.records.results import Ask
from kb.records.types import Plain, Schema
from kb.rules.model.words import Words
from service.api.factschema import fact_schema
from service.mcp.short.sizes import Json, cut

KINDS = {"boolean": "true or false", "string": "text", "array": "list", "object": "by name"}
MOST_CHOICES = 12
LINES = 900


def fact_lines(check: Check, schema: Schema, first: Iterable[str] = (), room: int = LINES) -> tuple[Json, list[str]]:
    """Each fact in a line by its name, while there is room; the names of the others. Those named `first` come first,
    then those that must be told, for they have no default.

    >>> fact_lines(check, schema)[0]["stunned"]
    'Is the character stunned? true or false; left out: false'
    """
    properties: dict[str, Json] = fact_schema(check, schema)["properties"]  # type: ignore[assignment]
    early = [name for name in first if name in properties]
    must = [name for name, each in properties.items() if "default" not in each]
    told: Json = {}
    names = list(dict.fromkeys([*early, *must, *properties]))
    for at, name in enumerate(names):
        line = cut(fact_line(properties[name]), 300)
        room -= len(name) + len(line) + 6
        if room < 0 and told:
            return told, names[at:]
        told[name] = line
    return told, []


def question_of(check: Check, schema: Schema, name: str) -> str:
    """The question that a fact answers; that of a thing's property by the property."""
    slots = {slot.name: slot for slot in check.slots}
    slot = slots.get(name) or slots.get(name.partition(".")[0])
    own = slot.fact if slot is not None and not slot.each else name.rpartition(".")[2]
    if own not in schema.facts:
        return ""
    words = Words(schema, {member.name: member.called for member in check.cast})
    fact = schema.facts[own]
    args = slot.args if slot is not None and slot.fact == own else (None,) * len(fact.args)
    return words.fill(slot.question, (*args, None)) if slot and slot.question else words.question(fact, args)


def fact_line(schema: Json) -> str:
    """One fact of a JSON Schema in a line."""
    question = str(schema.get("description", "")).strip()
    default = f"; left out: {spoken(schema['default'])}" if "default" in schema else ""
    return f"{question} {_kind(schema)}{default}".strip()


def _kind(schema: Json) -> str:
    kinds = schema.get("type")
    kind = kinds[0] if isinstance(kinds, list) else kinds
    if kind == "integer" and "minimum" in schema:
        return f"{schema['minimum']} to {schema['maximum']}"
    if "enum" in schema:
        return "" if ": " in str(schema.get("description", "")) else " or ".join(map(str, schema["enum"]))
    return KINDS.get(str(kind), str(kind))


def spoken(value: Any) -> str:
    """A default as it is written in JSON."""
    if value is None or isinstance(value, bool):
        return {True: "true", False: "false", None: "not known"}[value]
    return str(value)


def ask_line(ask: Ask) -> Json:
    """A fact that the verdict depends on: its question, what it takes, what each answer leads to."""
    found: Json = {"fact": ask.fact, "question": cut(ask.question), "takes": choices_of(ask.choices) or ask.type}
    return found | ({"leads_to": cut(ask.why, 240)} if ask.why else {})


def choices_of(choices: tuple[Plain, ...]) -> str:
    """The values of a fact; numbers in a row as `0 to 40`.

    >>> choices_of((0, 1, 2, 3)), choices_of((True, False))
    ('0 to 3', 'true or false')
    """
    numbers = [each for each in choices if type(each) is int]
    if len(numbers) > 2 and len(numbers) == len(choices) and all(b == a + 1 for a, b in pairwise(numbers)):
        return f"{numbers[0]} to {numbers[-1]}"
    named = [spoken(each) for each in choices[:MOST_CHOICES]]
    more = f" and {len(choices) - MOST_CHOICES} more" if len(choices) > MOST_CHOICES else ""
    return " or ".join(named) + more
