"""The shapes of answers to questions."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field

from service.api.specification.schemas.checks import AskedCheck, Verdict
from service.api.specification.schemas.clauses import Cited
from service.api.specification.schemas.shape import AnsweringBase, Shape, Version


class Guess(Shape):
    """A game that the question may be about."""

    game: str
    probability: float = Field(ge=0, le=1)


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

    parts: list[OneAnswer] = Field(default=[])
    not_answered: list[str] = Field(default=[])


class Answers(Shape):
    """The answers to the questions of a story, in their order."""

    answers: list[Answer]
    kb: Version
