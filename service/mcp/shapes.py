"""What the tools give back, as assistants see it in each tool's output schema. More fields than these may come."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class Shape(BaseModel):
    """A record of the JSON interface; fields that are not named here are passed on."""

    model_config = ConfigDict(extra="allow")


class VerdictShape(Shape):
    """A computed verdict."""

    kind: str = Field(description="yes_no, number, options or text")
    value: bool | int | str | list[str]


class CitationShape(Shape):
    """A clause quoted word for word."""

    clause: str = Field(description="The clause's id, for show_clause and verify_quote.")
    heading: str
    quote: str = Field(description="The stored words; quote these and no others.")
    document: dict[str, Any] = Field(description="Title, edition, dates and authority.")
    role: str = Field(description="proof, support (it answers) or nearest (it does not, but comes nearest)")


class AskShape(Shape):
    """A fact that would help."""

    fact: str
    question: str
    why: str


class ResultShape(Shape):
    """A check that was run."""

    id: str
    title: str
    status: str = Field(description="answered, depends (facts are missing), undetermined, contradiction or timeout")
    verdict: VerdictShape | None
    summary: str
    facts: dict[str, Any] = Field(description="The facts as they were understood.")
    assumed: list[dict[str, Any]] = Field(description="Defaults that the verdict rests on.")
    ask: list[AskShape] = Field(description="Facts that may change the verdict, the most telling first.")
    proof: dict[str, Any] | None = Field(description="Root and nodes, each with its clause and a sentence.")
    citations: list[str] = Field(description="Ids of the clauses that the verdict rests on.")


class AnswerShape(Shape):
    """The answer to a question."""

    question: str
    asked: str = Field(description="The sentence of the question that is answered, as typed.")
    outcome: str = Field(
        description="answered, depends, undetermined (the text is silent), not_understood (words that could change the "
        "answer), cited, ambiguous (which game or card?) or not_found"
    )
    game: str | None
    games_considered: list[dict[str, Any]]
    summary: str
    verdict: VerdictShape | None = Field(description="Null unless a verdict was computed: then none may be stated.")
    citations: list[CitationShape]
    check: dict[str, Any] | None = Field(description="The check that was or may be run, with its facts.")
    not_understood: list[str] = Field(description="Words that could change the answer: ask the player about them.")
    cards: list[dict[str, Any]] = Field(description="Cards that the question only names, with their pages.")
    reader: dict[str, Any] = Field(description="What read the question: words, or a language model, by its name.")
    kb: dict[str, Any] = Field(description="Version and edition of the knowledge base.")
    parts: list[AnswerShape] = Field(
        default=[], description="Where a post asks several things: the answer to each in order, the first above too."
    )
    not_answered: list[str] = Field(default=[], description="Sentences of such a post that were left out: ask again.")


class HitsShape(Shape):
    """Clauses near some words, the nearest first; nearness is no answer."""

    query: str
    hits: list[CitationShape]


class ClauseShape(Shape):
    """A clause with everything that is known about it."""

    clause: str
    game: str
    heading: str
    kind: str
    quote: str
    document: dict[str, Any]
    neighbours: list[str] = Field(description="Ids of the clauses before and after it.")
    rulings: list[dict[str, Any]]


class CardsShape(Shape):
    """Every card that a name may mean."""

    name: str
    cards: list[dict[str, Any]]


class CheckShape(Shape):
    """What can be computed."""

    id: str
    title: str
    kind: str
    clauses: list[str]
    wordings: list[str] = Field(description="Questions that it answers.")
    fact_schema: dict[str, Any] = Field(
        description="JSON Schema of run_check's facts. Leave out what the story does not say; never guess."
    )


class ChecksShape(Shape):
    """Some of the checks; `total` says how many there are."""

    checks: list[CheckShape]
    total: int


class GamesShape(Shape):
    """The games that are known."""

    games: list[dict[str, Any]]


class DifferenceShape(Shape):
    """Where a quote departs from the clause."""

    quoted: str
    clause: str


class QuoteShape(Shape):
    """Whether a quote is what a clause says."""

    verified: bool
    reason: str
    clause: str | None = Field(description="The clause that says it, or that comes nearest.")
    stored: str | None = Field(description="What that clause says, whole: quote this instead where not verified.")
    left_out: list[str] = Field(description="Sentences of the clause that are not quoted.")
    differences: list[DifferenceShape]
    also_in: list[str] = Field(description="Other clauses that say the same.")
    edition: str
