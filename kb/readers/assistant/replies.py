"""What a language model replied, held against what it was asked: names, types, ranges, and words of the question.

A fact whose words do not stand in the question is void and left out, as is a number that its words do not state. What
does not fit in form is an error, told to the model once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.question.quantities import quantities
from kb.readers.assistant.fields import Field, fields
from kb.readers.assistant.prompts import NONE
from kb.readers.assistant.spans import stands
from kb.readers.port import Candidate
from kb.records.reading import Asks, FactValue, Reading, StatedFact, Thing
from kb.records.types import Plain, describe, fits, plain_type
from kb.words.text import fold

MOST_FACTS = 40
LONGEST_NAME = 60
FEW = 2
"""Numbers up to this are said by words that are no numbers: none, a, both, twice."""
TRUTH = {"true": True, "yes": True, "false": False, "no": False}


class UnfitError(Exception):
    """A reply that does not fit; the message tells the model what was expected."""


@dataclass(frozen=True, slots=True)
class Said:
    """What the clauses alone say: `kind` is yes_no, number, text or none; `clause` the number of the one that decides,
    from 1, 0 for none."""

    kind: str
    value: bool | int | str | None
    clause: int


@dataclass(frozen=True, slots=True)
class _Stated:
    """One fact of a reply, its value of the right type."""

    field: Field
    thing: str
    value: Plain
    place: tuple[int, int]
    text: str


def reading_of(reply: str, question: str, candidates: Sequence[Candidate]) -> Reading:
    """The reading that a reply gives of a question; UnfitError where it does not fit the prompt."""
    told = _object(reply, ("check", "asks", "claimed", "facts"))
    if told["check"] == NONE:
        return Reading("", ())
    chosen = next((each for each in candidates if each.check.full_id == told["check"]), None)
    if chosen is None:
        raise UnfitError(f'check must be one of the ids above or "{NONE}"')
    asks, claimed = _asks(told["asks"], told["claimed"], chosen)
    if not isinstance(told["facts"], list) or len(told["facts"]) > MOST_FACTS:
        raise UnfitError(f"facts must be a list of at most {MOST_FACTS}")
    known = fields(chosen)
    stated: list[_Stated] = []
    dropped: list[str] = []
    for fact in told["facts"]:
        name, found = _stated(fact, question, known, chosen)
        stated += [found] if found else []
        dropped += [] if found else [name]
    facts = tuple(_gathered(stated))
    return Reading(chosen.check.full_id, facts, asks, claimed, dropped=tuple(dict.fromkeys(dropped)))


def said_of(reply: str, clauses: int) -> Said:
    """What the clauses alone say by a reply; UnfitError where it does not fit."""
    told = _object(reply, ("kind", "answer", "clause"))
    kind, value, clause = told["kind"], told["answer"], told["clause"]
    if type(clause) is not int or not 0 <= clause <= clauses:
        raise UnfitError(f"clause must be a whole number from 0 to {clauses}")
    if not isinstance(value, str):
        raise UnfitError("answer must be a text")
    text = value.strip().strip(".").strip()
    if kind == NONE:
        return Said(NONE, None, 0)
    if kind == "yes_no" and text.lower() in TRUTH:
        return Said(kind, TRUTH[text.lower()], clause)
    if kind == "number" and text.removeprefix("-").isdecimal() and len(text) < LONGEST_NAME:
        return Said(kind, int(text), clause)
    if kind == "text" and text:
        return Said(kind, text[:LONGEST_NAME], clause)
    raise UnfitError("kind and answer must go together: yes or no, a number in digits, or a few words")


def _object(reply: str, names: Sequence[str]) -> dict[str, Any]:
    """The reply as an object that has these names."""
    try:
        told = json.loads(reply)
    except (ValueError, RecursionError):
        raise UnfitError("a JSON object is expected and nothing around it") from None
    if not isinstance(told, dict) or any(name not in told for name in names):
        raise UnfitError(f"a JSON object with {', '.join(names)} is expected")
    return told


def _asks(asks: object, claimed: object, chosen: Candidate) -> tuple[Asks, int | None]:
    """How the question asks; a claim needs a number, and a check that gives one."""
    if asks not in set(Asks):
        raise UnfitError("asks must be same, opposite or claim")
    found = Asks(str(asks))
    if found is not Asks.CLAIM:
        return found, None
    if chosen.check.kind != "number":
        return Asks.SAME, None
    if type(claimed) is not int:
        raise UnfitError("claimed must be the whole number that the question wants confirmed")
    return found, claimed


def _stated(fact: object, question: str, known: Mapping[str, Field], chosen: Candidate) -> tuple[str, _Stated | None]:
    """A fact's name and what is stated; None for one that is void."""
    if not isinstance(fact, dict) or not {"name", "value", "said"} <= set(fact):
        raise UnfitError("each fact is an object with name, of, value and said")
    field = known.get(fact["name"]) if isinstance(fact["name"], str) else None
    if field is None:
        listed = ", ".join(known) or "none: leave facts empty"
        raise UnfitError(f"the facts of {chosen.check.full_id} are {listed}")
    value = _value(fact["value"], field, chosen)
    if value is None:
        return field.name, None
    if not isinstance(fact["said"], str):
        raise UnfitError("said must be words of the question")
    place = stands(fact["said"], question)
    thing = str(fact.get("of") or "").strip() if field.each else ""
    if place is None or not _bears(value, field, question[place[0] : place[1]]):
        return field.name, None
    if field.each and (not thing or len(thing) > LONGEST_NAME or stands(thing, question) is None):
        return field.name, None
    if field.type is not None and field.type.kind in ("name", "entity") and not stands(str(value), question):
        return field.name, None
    return field.name, _Stated(field, thing, value, place, question[place[0] : place[1]])


def _value(value: object, field: Field, chosen: Candidate) -> Plain | None:
    """A value of the fact's type; texts that write one, "true" or "4", are taken as it; None for a card that there is
    not."""
    text = value.strip() if isinstance(value, str) else ""
    if field.type is None:
        value = TRUTH.get(text.lower(), value)
        if isinstance(value, bool):
            return value
        raise UnfitError(f"{field.name} must be true or false")
    if field.type.kind == "int" and text.removeprefix("-").isdecimal() and len(text) < LONGEST_NAME:
        value = int(text)
    if field.type.kind == "card" and isinstance(value, str):
        return _card(value, chosen.cards)
    if fits(value, field.type) and isinstance(value, int | str) and len(str(value)) <= LONGEST_NAME:
        return value
    given = plain_type(value) if isinstance(value, bool | int | str) else "list or object"
    raise UnfitError(f"{field.name} must be {describe(field.type)}, not a {given} of another kind")


def _card(value: str, cards: Sequence[str]) -> str | None:
    """A card's title as the game has it, by the whole of it or by how it begins where that is one card's alone."""
    asked = fold(value.strip())
    named = [title for title in cards if fold(title) == asked]
    named = named or [title for title in cards if asked and fold(title).startswith(asked)]
    return named[0] if len(named) == 1 else None


def _bears(value: Plain, field: Field, words: str) -> bool:
    """Whether words can state a value: a number stands in them, or the sum of those that do; small ones are said
    otherwise too."""
    if field.type is None or field.type.kind != "int" or not isinstance(value, int):
        return True
    numbers = [each.value for each in quantities(words)]
    return value in numbers or (len(numbers) > 1 and sum(numbers) == value) or (not numbers and 0 <= value <= FEW)


def _gathered(stated: Sequence[_Stated]) -> Iterator[StatedFact]:
    """The facts, those of a list's things together; a fact that is stated twice in two ways is stated in none."""
    plain: dict[str, list[_Stated]] = {}
    listed: dict[str, list[_Stated]] = {}
    for each in stated:
        by = listed if each.field.each else plain
        by.setdefault(each.field.name.partition(".")[0] if each.field.each else each.field.name, []).append(each)
    for name, several in plain.items():
        values = tuple(dict.fromkeys(each.value for each in several))
        first = several[0]
        if first.field.many:
            yield StatedFact(name, values, 1.0, *first.place, first.text)
        elif len(values) == 1:
            yield StatedFact(name, values[0], 1.0, *first.place, first.text)
    for name, several in listed.items():
        if things := _things(several):
            start, end = min(each.place[0] for each in several), max(each.place[1] for each in several)
            yield StatedFact(name, things, 1.0, start, end, several[0].text)


def _things(stated: Sequence[_Stated]) -> tuple[Thing, ...]:
    """The things of a list; none where something is said of one in two ways."""
    rows: dict[str, dict[str, list[Plain]]] = {}
    many = {each.field.name.partition(".")[2] for each in stated if each.field.many}
    for each in stated:
        values = rows.setdefault(each.thing, {}).setdefault(each.field.name.partition(".")[2], [])
        values += [] if each.value in values and each.field.type is None else [each.value]
    if any(len(set(values)) > 1 for row in rows.values() for name, values in row.items() if name not in many):
        return ()
    return tuple(
        (("id", thing), *((name, tuple(values) if name in many else values[0]) for name, values in row.items()))
        for thing, row in rows.items()
    )


def told(value: FactValue) -> object:
    """A fact's value as a check takes it: lists and objects for tuples."""
    if not isinstance(value, tuple):
        return value
    if value and isinstance(value[0], tuple):
        return [{name: list(of) if isinstance(of, tuple) else of for name, of in row} for row in value]
    return list(value)
