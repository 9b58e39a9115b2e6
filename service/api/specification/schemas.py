"""The shapes of the API's answers, for /openapi.json. Nothing is made from them: tests hold answers against them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Plain = bool | int | str


class Shape(BaseModel):
    """A JSON object with these fields and no others."""

    # Built when first asked for, at /openapi.json, and not at every start.
    model_config = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True, defer_build=True)


class Problem(Shape):
    """What is wrong, as RFC 9457 has it; `request_id` finds the request in the log."""

    type: str
    title: str
    status: int = Field(ge=400, le=599)
    detail: str
    request_id: str


class Base(Shape):
    """The knowledge base that answered. `edition` says whose words are shown: that of the documents cited (or listed),
    where all are of one; else what the knowledge base was built as."""

    version: str
    edition: Literal["restated", "official"]


class AnsweringBase(Base):
    """The same, and whether it searched by meaning too or, while the encoder is loaded, by words alone."""

    search: Literal["meaning", "words"]


class Version(Shape):
    """The version of the knowledge base that answered."""

    version: str


class Document(Shape):
    """A document as citations name it; dates as the document gives them."""

    id: str
    title: str
    edition: str
    published: str | None
    effective: str | None
    authority: str | None


class Source(Shape):
    """Where a clause stands: code points `[start, end)` of the named file."""

    file: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)


class SplitSource(Source):
    """The same where noise interrupts the clause: its parts."""

    parts: list[tuple[int, int]]


class Worded(Shape):
    """Some words that stay, that were taken away (`old`) or that came (`new`)."""

    kind: Literal["same", "old", "new"]
    text: str


class Wording(Shape):
    """A clause's id and words in one version."""

    clause: str
    text: str


class Changed(Shape):
    """A clause that differs between two versions of a document; `moved` is the clause that has its words now."""

    what: Literal["added", "removed", "changed", "renumbered"]
    clause: str
    before: Wording | None
    after: Wording | None
    moved: str | None
    words: list[Worded]


class Stale(Shape):
    """A clause that a version changed after rules were read against it, or after a ruling on it."""

    clause: str
    since: str
    change: Changed


class Cited(Shape):
    """A clause as stored, with where it stands; where it is a ruling, `stale` is what it interprets and has changed."""

    clause: str
    heading: str
    quote: str
    document: Document
    source: Source | SplitSource
    url: str
    role: Literal["proof", "support", "nearest"]
    score: float
    stale: list[Stale]


class Hit(Cited):
    """A clause that a search found, with the features that ranked it."""

    rank: int = Field(ge=1)
    features: dict[str, float]


class Hits(Shape):
    """What a search found, best first."""

    query: str
    hits: list[Hit]
    kb: Version


class Verdict(Shape):
    """A computed verdict."""

    kind: Literal["yes_no", "number", "options", "text"]
    value: bool | int | str | list[str]


class Guess(Shape):
    """A game that the question may be about."""

    game: str
    probability: float = Field(ge=0, le=1)


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


class Term(Shape):
    """A word of a game that the question names, and how it was recognised."""

    text: str
    term: str
    game: str
    how: str


class Correction(Shape):
    """A misspelled word and the word that was read."""

    written: str
    read: str


class Reading(Shape):
    """What was taken from the question."""

    searched_for: str
    terms: list[Term]
    corrections: list[Correction]
    sections: list[str]
    not_found: list[str]
    confidence: float = Field(ge=0, le=1)


class ReadBy(Shape):
    """Which reader the answer rests on: the built-in one, or a language model, whose facts were computed with and
    whose own answer from the clauses is the same. `failure` and the sentence `note` say why a language model that was
    asked was not heard, or that its two ways of reading differ: then nothing is asserted."""

    kind: Literal["words", "assistant"]
    model: str | None
    failure: Literal["off", "busy", "late", "down", "wrong", "differs"] | None
    note: str | None


class NamedCard(Shape):
    """A card that the question names and asks nothing of, with its page."""

    card: str
    title: str
    game: str
    url: str


class OneAnswer(Shape):
    """The answer to one question: `asked` is the sentence that it answers, as typed, `not_understood` the words that
    could change the answer and were not understood, `cards` those that the question names and asks nothing of."""

    question: str
    outcome: Literal["answered", "depends", "undetermined", "not_understood", "cited", "ambiguous", "not_found"]
    game: str | None
    games_considered: list[Guess]
    summary: str
    verdict: Verdict | None
    citations: list[Cited]
    check: AskedCheck | None
    read_as: Reading
    reader: ReadBy
    kb: AnsweringBase
    took_ms: float = Field(ge=0)
    asked: str
    not_understood: list[str]
    cards: list[NamedCard]


class Answer(OneAnswer):
    """The answer to a question. Only where a post asks several things it has `parts`, the answer to each in order: the
    answer is then the first of them, and `not_answered` are the sentences that were left out."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)

    parts: list[OneAnswer] = []
    not_answered: list[str] = []


class Answers(Shape):
    """The answers to the questions of a story, in their order."""

    answers: list[Answer]
    kb: Version


class Health(Shape):
    """The process answers."""

    status: Literal["ok"]


class Ready(Shape):
    """A knowledge base is open. Until `warm`, questions are answered by words alone; `refused` says why an older
    snapshot is served than the current one."""

    status: Literal["ready"]
    warm: bool
    kb: Base
    refused: str | None
