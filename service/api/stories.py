"""A story with up to ten questions, for bots and other programs: each is answered as if it stood behind the story."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

from flask import abort
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from kb.answering.answer import Answer, answer
from kb.answering.lookup import looked_up
from kb.knowledge import KnowledgeBase
from kb.misfits import day_written, misfits, written
from kb.question.read import LONGEST_QUESTION
from service.api.bodies import json_body

if TYPE_CHECKING:
    from kb.answering.assisting.assistant import Assistant

MOST = 10
LONGEST = 500

Asked = Annotated[
    str,
    Field(min_length=1, max_length=LONGEST, json_schema_extra={"pattern": r"\S"}),
    written(r"(?s).*\S.*", "something besides blanks"),
]


class Story(BaseModel):
    """What `POST /api/v1/ask` takes."""

    model_config = ConfigDict(extra="forbid", strict=True)

    story: str = Field(
        default="", max_length=LONGEST_QUESTION - LONGEST, description="What happened, before anything is asked."
    )
    questions: list[Asked] = Field(
        min_length=1, max_length=MOST, description="What is asked about it, each answered by itself."
    )
    game: str | None = Field(default=None, max_length=100, description="A game's id; left out, it is detected.")
    limit: int | None = Field(default=None, ge=1, le=50, description="Citations of each answer at most.")
    as_of: Annotated[date, BeforeValidator(day_written)] | None = Field(
        default=None, description="Only documents that were in force on this day."
    )


def story_told() -> Story:
    """The request's body; 400, 415 or 422 where it is none."""
    try:
        return Story.model_validate(json_body())
    except ValidationError as error:
        said = [each.said("the body") for each in misfits(error)]
        abort(422, "; ".join(said[:MOST]))


def answers_to(base: KnowledgeBase, told: Story, assistant: Assistant | None) -> list[Answer]:
    """The answer to each question, in their order. A language model reads one question; of several it would take as
    long as all of them together, so that words are read."""
    own = assistant if len(told.questions) == 1 else None
    return [_answer(base, told, each, own) for each in told.questions]


def _answer(base: KnowledgeBase, told: Story, question: str, assistant: Assistant | None) -> Answer:
    """The answer to one question behind the story; what the story asks besides is not what is asked. A question that
    only names a section or a card needs no story."""
    named = looked_up(base, base.read(question, told.game), told.game) is not None
    text = question.strip() if named else f"{told.story.strip()} {question.strip()}".strip()
    found = answer(base, text, told.game, told.limit, told.as_of, assistant)
    asked = [each for each in found.parts if each.asked in question]
    if not asked or len(asked) == len(found.parts):
        return found
    if len(asked) == 1:
        return replace(asked[0], one_of=1)
    return replace(asked[0], parts=tuple(asked), left=())


def story_schema() -> dict[str, Any]:
    """The body's JSON Schema, for /openapi.json."""
    return Story.model_json_schema()
