"""The facts that a check takes, as a JSON Schema: an assistant fills them in from a story."""

from __future__ import annotations

from kb.records.checks import Check, Slot
from kb.records.types import FactType, Json, Schema, Type, column_labels
from kb.rules.model.words import Words


def fact_schema(check: Check, schema: Schema) -> Json:
    """An object with one property a fact; one without a default must be known, and is left out where it is not."""
    words = Words(schema, {member.name: member.called for member in check.cast})
    properties: Json = {slot.name: _slot(slot, schema, words) for slot in check.slots}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _slot(slot: Slot, schema: Schema, words: Words) -> Json:
    if slot.each:
        own: Json = {"id": {"type": ["string", "integer"]}}
        own |= {name: _fact(schema.facts[name], words) for name in slot.properties}
        things: Json = {"type": "object", "properties": own, "required": ["id"], "additionalProperties": False}
        question = slot.question or f"Which are there ({slot.each.replace('_', ' ')}), and what is known of each?"
        return {"description": question, "type": "array", "items": {"anyOf": [things, {"type": ["string", "integer"]}]}}
    fact = schema.facts[slot.fact]
    if fact.among:
        return {"description": "Each in the card's own words.", "type": "object", "additionalProperties": _nullable()}
    question = words.fill(slot.question, (*slot.args, None)) if slot.question else words.question(fact, slot.args)
    found = _described(question, _value(fact, open_arguments(slot, fact)))
    default = slot.default if slot.default is not None else fact.default
    if default is not None and not slot.must:
        listed = found["type"] == "array" and default is False
        found["default"] = [] if listed else list(default) if isinstance(default, tuple) else default
    return found


def open_arguments(slot: Slot, fact: FactType) -> list[Type]:
    """The types of a relation's columns; none where the fact has one value."""
    if None not in slot.args:
        return []
    columns = [type_ for arg, type_ in zip(slot.args, fact.args, strict=True) if arg is None]
    return columns + ([fact.value] if fact.value else [])


def _fact(fact: FactType, words: Words) -> Json:
    """A property of a listed thing."""
    return _described(words.question(fact, (None,) * len(fact.args)), _value(fact, list(fact.args[1:])))


def _described(question: str, value: Json) -> Json:
    """A type with the question that it answers, and what its choices mean."""
    meaning = value.get("description")
    return {**value, "description": f"{question} ({meaning})" if meaning else question}


def _value(fact: FactType, columns: list[Type]) -> Json:
    if columns:
        return {"type": "array", "items": _row(columns)}
    if fact.value is None:
        return _nullable()
    single = _type(fact.value)
    return {"type": "array", "items": single} if fact.many else single


def _row(columns: list[Type]) -> Json:
    """A relation's row: an array, an object by column names, or the bare value where there is one column."""
    cells = [_type(column) for column in columns]
    labels = column_labels(columns)
    rows: list[Json] = [
        {"type": "array", "prefixItems": cells, "minItems": len(cells), "maxItems": len(cells)},
        {"type": "object", "properties": dict(zip(labels, cells, strict=True)), "required": labels},
    ]
    return {"anyOf": [*rows, cells[0]] if len(cells) == 1 else rows}


def _type(type_: Type) -> Json:
    if type_.kind == "int":
        return {"type": "integer", "minimum": type_.low, "maximum": type_.high}
    if type_.kind == "enum":
        said = "; ".join(f"{word}: {label}" for word, label in type_.words)
        return {"type": "string", "enum": list(type_.choices), "description": said}
    return {"type": ["string", "integer"] if type_.kind == "entity" else "string"}


def _nullable() -> Json:
    return {"type": ["boolean", "null"]}
