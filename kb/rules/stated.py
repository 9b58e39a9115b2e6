"""Facts as they are written on a command line or in an address: `name=value`, read by the types of a check's slots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kb.errors import FactsError
from kb.records.checks import Check, Slot
from kb.records.types import FactType, Json
from kb.rules.written import from_json, whole_number


def parse_facts(check: Check, schema: Mapping[str, FactType], written: Sequence[str]) -> Json:
    """`name=value` texts of a command line as facts, by the types of the check's slots.

    yes/no/true/false for truth values, whole numbers for numbers, `a,b` for lists, JSON for anything;
    FactsError names each that cannot be read.
    """
    slots = {slot.name: slot for slot in check.slots}
    facts: Json = {}
    problems: list[tuple[str, str]] = []
    for text in written:
        name, separator, value = text.partition("=")
        slot = slots.get(name.partition(".")[0])
        if not separator:
            problems.append((text, "a fact is written name=value"))
        elif slot is None:
            problems.append((name, f"there is no such fact here; there are {', '.join(slots) or 'none'}"))
        else:
            facts[name.strip()] = _read(value.strip(), _type(slot, name, schema), slot)
    if problems:
        raise FactsError(check.full_id, problems)
    return facts


def _type(slot: Slot, name: str, schema: Mapping[str, FactType]) -> FactType | None:
    """The type of the fact that an address names: the slot's, or a property's of a listed thing."""
    own = schema.get(slot.fact)
    if own is not None and own.among:
        return own
    return schema.get(name.rpartition(".")[2] if "." in name else slot.fact)


def _read(value: str, fact: FactType | None, slot: Slot) -> object:
    if value[:1] in ("[", "{") or value == "null":
        return from_json(value)
    if fact is None or (None in slot.args and not fact.among):
        return value
    if fact.many:
        return [_single(part.strip(), fact) for part in value.split(",") if part.strip()]
    return _single(value, fact)


def _single(value: str, fact: FactType) -> object:
    if fact.value is None:
        return {"yes": True, "true": True, "no": False, "false": False}.get(value.lower(), value)
    return whole_number(value) if fact.value.kind == "int" else value
