"""What a check is run with: its facts as atoms, those that card texts state, those assumed and those not given."""

from __future__ import annotations

from dataclasses import dataclass, field

from kb.records.atoms import Fact, Partial, Value
from kb.records.types import Json, Plain


@dataclass(frozen=True, slots=True)
class TextFact:
    """A fact that a card's own text states; it takes part where a scenario names `card` (always where empty)."""

    fact: Fact
    clause: str
    sentence: str
    card: str = ""


@dataclass(frozen=True, slots=True)
class Assumption:
    """A closed-world default: the slot that would state it, its value, and the atoms it decides."""

    slot: str
    value: object
    pattern: Partial


@dataclass(frozen=True, slots=True)
class Unknown:
    """A fact not given: exactly one of `choices` holds, each a value with the atoms it stands for.

    No choices: the possible values cannot be listed, so it must be asked.
    """

    slot: str
    question: str
    type: str
    choices: tuple[tuple[Plain, tuple[Fact, ...]], ...]
    labels: tuple[tuple[str, str], ...]
    pattern: Partial


@dataclass(frozen=True, slots=True)
class Reading:
    """A check's facts as atoms, sorted: what holds, what was stated (also as false), assumed, is unknown.

    `texts` are the card texts that take part, `names` what players call constants, `facts` the facts as
    they were understood, `read_as` the same in sentences. `values` has the one value of each fact that has one, by
    the atom without it, also where no rule asks for that value.
    """

    atoms: tuple[Fact, ...]
    stated: tuple[Partial, ...]
    assumptions: tuple[Assumption, ...]
    unknown: tuple[Unknown, ...]
    texts: tuple[TextFact, ...]
    names: dict[Value, str]
    facts: Json
    read_as: tuple[Json, ...]
    values: dict[Partial, Value] = field(default_factory=dict)
