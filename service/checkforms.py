"""A check as a form: one field a fact, by its type; and the facts that a form's address states."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kb.rules.records import Ask, Check, FactType, Json, Schema, Slot
from kb.rules.syntax import TEXT
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


def form_fields(
    check: Check, schema: Schema, stated: Mapping[str, str], asked: Sequence[Ask] = ()
) -> tuple[Field, ...]:
    """The fields of a check, filled with what was stated; of what a card asks for in its words those it asks now."""
    found: list[Field] = []
    for slot in check.slots:
        fact = schema.facts.get(slot.fact)
        if fact is not None and fact.among:
            found += worded_fields(slot, fact, Words(schema, {}), stated, asked)
        else:
            found.append(_field(check, schema, slot_json(slot, fact), stated))
    return tuple(found)


def worded_fields(
    slot: Slot, fact: FactType, words: Words, stated: Mapping[str, str], asked: Sequence[Ask]
) -> list[Field]:
    """One field for each text of a card, stated or asked for: yes or no."""
    addresses = dict.fromkeys([*stated, *(ask.fact for ask in asked)])
    own = [each for each in addresses if each.startswith(f"{slot.name}.")]
    labels = [words.question(fact, ((TEXT, each.partition(".")[2]),)) for each in own]
    answers = (("yes", "yes"), ("no", "no"))
    return [Field(each, label, "bool", stated.get(each, ""), answers) for each, label in zip(own, labels, strict=True)]


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
    found: dict[str, str] = {}
    for name, value in facts.items():
        if isinstance(value, Mapping):
            found |= {f"{name}.{words}": _text(each) for words, each in value.items() if each is not None}
        elif value is not None:
            found[name] = _text(value)
    return found


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, int | str) else json.dumps(value, ensure_ascii=False)
