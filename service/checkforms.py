"""A check as a form: one field a fact, by its type; and the facts that a form's address states."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from kb.rules.records import Check, Json, Schema
from kb.rules.words import Words
from service.present import slot_json


@dataclass(frozen=True, slots=True)
class Field:
    """A form's field; `choices` are (value, label) for those that are chosen from, `value` what is filled in."""

    name: str
    label: str
    type: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    low: int | None = None
    high: int | None = None
    default: str = ""


def form_fields(check: Check, schema: Schema, stated: Mapping[str, str]) -> tuple[Field, ...]:
    """The fields of a check, filled with what was stated."""
    return tuple(_field(check, schema, slot_json(slot, schema.facts.get(slot.fact)), stated) for slot in check.slots)


def _field(check: Check, schema: Schema, slot: Json, stated: Mapping[str, str]) -> Field:
    name, kind = str(slot["name"]), str(slot["type"])
    choices: tuple[tuple[str, str], ...] = ()
    if kind == "bool":
        choices = (("yes", "yes"), ("no", "no"))
    elif kind == "choice":
        offered = slot["choices"]
        choices = tuple((str(key), str(label)) for key, label in offered.items()) if isinstance(offered, dict) else ()
    low, high = slot.get("minimum"), slot.get("maximum")
    return Field(
        name=name,
        label=_asked(check, schema, name, str(slot["question"])),
        type=kind,
        value=stated.get(name, ""),
        choices=choices,
        low=low if isinstance(low, int) else None,
        high=high if isinstance(high, int) else None,
        default=_shown(slot["default"]),
    )


def _asked(check: Check, schema: Schema, name: str, question: str) -> str:
    """The question of a slot in this check's words."""
    slot = next(slot for slot in check.slots if slot.name == name)
    words = Words(schema, {member.name: member.called for member in check.cast})
    if question:
        return words.fill(question, (*slot.args, None))
    fact = schema.facts.get(slot.fact)
    return words.question(fact, slot.args) if fact else name.replace("_", " ").capitalize()


def _shown(default: object) -> str:
    if default is None or default == []:
        return ""
    return {True: "yes", False: "no"}[default] if isinstance(default, bool) else str(default)


def stated_facts(check: Check, schema: Schema, stated: Mapping[str, str]) -> Json:
    """The facts of an address' query; empty fields state nothing. FactsError for those that do not fit."""
    from kb.checks import parse_facts

    written = [f"{name}={value.strip()}" for name, value in stated.items() if value.strip()]
    return parse_facts(check, schema.facts, written)


def as_query(facts: Mapping[str, object]) -> dict[str, str]:
    """Facts as a form's address states them."""
    return {name: _text(value) for name, value in facts.items() if value is not None}


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, int | str) else json.dumps(value, ensure_ascii=False)
