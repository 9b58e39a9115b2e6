"""Facts as a form's address states them, and back: lists as `a, b`, rows as `a, b, 3; b, c, 1`, things by name."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from kb.records.checks import Check, Slot
from kb.records.types import FactType, Json, Schema, Type, column_labels
from kb.rules.stated import parse_facts
from kb.rules.written import whole_number

WORDS = {True: "yes", False: "no"}


def joined(query: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The names of an address' query, each with its values as one list: a set is a row of boxes of one name."""
    found: dict[str, list[str]] = {}
    for name, value in query:
        found.setdefault(name, []).append(value)
    return {name: ", ".join(each for each in values if each.strip()) for name, values in found.items()}


def of_check(check: Check, query: Mapping[str, str]) -> dict[str, str]:
    """What of an address' query states facts of a check."""
    names = {slot.name for slot in check.slots}
    return {name: value for name, value in query.items() if name.partition(".")[0] in names}


def stated_facts(check: Check, schema: Schema, stated: Mapping[str, str]) -> Json:
    """The facts of an address' query; empty fields state nothing. FactsError for those that do not fit."""
    slots = {slot.name: slot for slot in check.slots}
    written = []
    for name, value in stated.items():
        if text := value.strip():
            slot = slots.get(name)
            written.append(f"{name}={_listed(text, slot, schema.facts.get(slot.fact)) if slot else text}")
    return parse_facts(check, schema.facts, written)


def columns(slot: Slot, fact: FactType | None) -> tuple[Type, ...]:
    """The types of a relation's open arguments, its value last; none where the slot is no relation."""
    if fact is None or None not in slot.args or fact.among:
        return ()
    opened = [type_ for arg, type_ in zip(slot.args, fact.args, strict=True) if arg is None]
    return (*opened, fact.value) if fact.value else tuple(opened)


def row_labels(slot: Slot, fact: FactType | None) -> tuple[str, ...]:
    """What the cells of a relation's row are called."""
    return tuple(column_labels(list(columns(slot, fact))))


def _listed(text: str, slot: Slot, fact: FactType | None) -> str:
    """Names or rows as the JSON that they stand for; other texts as they are."""
    if text[0] in "[{":
        return text
    if slot.each:
        return json.dumps([part for part in _parts(text, ",") if part], ensure_ascii=False)
    if types := columns(slot, fact):
        rows = [_parts(row, ",") for row in _parts(text, ";") if row]
        if len(types) == 1:
            rows = [[cell] for row in rows for cell in row if cell]
        return json.dumps([_row(row, types) for row in rows], ensure_ascii=False)
    return text


def _parts(text: str, separator: str) -> list[str]:
    return [part.strip() for part in text.split(separator)]


def _row(cells: Sequence[str], types: Sequence[Type]) -> list[object]:
    """A row's cells by their types; what is too much is kept, to be named as wrong."""
    read = [_cell(cell, type_) for cell, type_ in zip(cells, types, strict=False)]
    return [*read, *cells[len(types) :]]


def _cell(text: str, type_: Type) -> object:
    return whole_number(text) if type_.kind == "int" else text


def as_query(facts: Mapping[str, object]) -> dict[str, str]:
    """Facts as a form's address states them."""
    found: dict[str, str] = {}
    for name, value in facts.items():
        if isinstance(value, Mapping):
            found |= {f"{name}.{words}": as_text(each) for words, each in value.items() if each is not None}
        elif _are_things(value):
            found |= _things(name, value)  # type: ignore[arg-type]
        elif value is not None:
            found[name] = as_text(value)
    return found


def _are_things(value: object) -> bool:
    """Whether a value is a list of things with names that an address can hold."""
    if not isinstance(value, list | tuple) or not value:
        return False
    return all(isinstance(each, Mapping) and _simple(each.get("id")) for each in value)


def _things(name: str, things: Sequence[Mapping[str, object]]) -> dict[str, str]:
    found = {name: ", ".join(str(each["id"]) for each in things)}
    for each in things:
        stated = {key: value for key, value in each.items() if key != "id" and value is not None}
        found |= {f"{name}.{each['id']}.{key}": as_text(value) for key, value in stated.items()}
    return found


def as_text(value: object) -> str:
    """One value as a field holds it."""
    if isinstance(value, bool):
        return WORDS[value]
    if isinstance(value, int | str):
        return str(value)
    if isinstance(value, list | tuple) and value:
        if all(_simple(each) for each in value):
            return ", ".join(str(each) for each in value)
        if all(isinstance(row, list | tuple) and row and all(_simple(cell) for cell in row) for row in value):
            return "; ".join(", ".join(str(cell) for cell in row) for row in value)
    return json.dumps(value, ensure_ascii=False)


def _simple(value: object) -> bool:
    """A name or number that stands in a list without being taken for something else."""
    text = str(value)
    return (
        isinstance(value, int | str)
        and not isinstance(value, bool)
        and text == text.strip() != ""
        and not set(text) & set(",;[]{}.=")
    )
