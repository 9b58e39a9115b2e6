"""The shapes of checks: the facts that they take, and what they come to when they are run."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from service.api.specification.schemas.shape import Plain, Shape, Version
from service.api.specification.schemas.versions import Stale


class Verdict(Shape):
    """A computed verdict."""

    kind: Literal["yes_no", "number", "options", "text"]
    value: bool | int | str | list[str]


class ReadFact(Shape):
    """A fact as it was understood."""

    fact: str
    value: Any
    sentence: str


class AssumedFact(ReadFact):
    """A default that the verdict rests on; `quiet` where it goes without saying, as how the question asks."""

    quiet: bool


class SaidFact(ReadFact):
    """The same with the words of the question that state it, and where they stand in it."""

    text: str
    start: int
    end: int


class Ask(Shape):
    """A fact that is missing."""

    fact: str
    question: str
    type: str
    choices: list[Plain]
    labels: dict[str, str]
    why: str


class Node(BaseModel):
    """One step of a proof; fields that say nothing are left out."""

    model_config = ConfigDict(extra="forbid")

    id: str
    kind: str
    form: str
    atom: str
    sentence: str
    clause: str = ""
    rule: str = ""
    quote: str = ""
    interpretation: str = ""
    children: list[str] = []
    also: list[str] = []
    supposing: list[str] = []
    also_holds: list[str] = []
    hidden: bool = False
    value: int = 0


class Proof(Shape):
    """A proof as a graph without circles: its root's id and its nodes."""

    root: str
    nodes: list[Node]


class CheckResult(Shape):
    """A check that was run; `stale` are the clauses that have changed since its rules were read against them."""

    id: str
    title: str
    status: Literal["answered", "depends", "undetermined", "contradiction", "timeout"]
    verdict: Verdict | None
    summary: str
    facts: dict[str, Any]
    read_as: list[ReadFact]
    assumed: list[AssumedFact]
    ask: list[Ask]
    proof: Proof | None
    citations: list[str]
    stale: list[Stale]
    url: str


class AskedCheck(CheckResult):
    """The check that was run for a question; `asserted` where the answer rests on it, `opposite` where the question's
    yes is the check's no, `claimed` the number that the question wants confirmed, `side` the one of two things that it
    puts side by side, "front or support?", that the check says yes to. `composed` where the question asks more of the
    verdict than it says itself, "more than 4?", "only then?", "always?": then it holds, in words, what that adds, and
    the answer's own verdict counts. A verdict that is not asserted is left out, with its proof."""

    read_as: list[SaidFact]  # type: ignore[assignment]
    asserted: bool
    opposite: bool
    claimed: int | None
    side: str | None
    composed: str | None


class Slot(Shape):
    """A fact that a check takes: bounds for numbers, choices for enumerations, properties for lists of things."""

    model_config = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=False)

    name: str
    type: Literal["bool", "number", "choice", "text", "list", "words"]
    question: str
    default: Plain | list[Plain] | None
    required: bool
    minimum: int = 0
    maximum: int = 0
    choices: dict[str, str] = Field(default_factory=dict)
    each: str = ""
    properties: list[str] = Field(default_factory=list)


class Check(Shape):
    """A question that can be computed, with the facts that it takes."""

    id: str
    title: str
    kind: Literal["yes_no", "number", "options", "text"]
    clauses: list[str]
    wordings: list[str]
    facts: list[Slot]
    url: str


class Checks(Shape):
    """What can be computed."""

    checks: list[Check]
    kb: Version
