"""/api/v1: thin routes that parse, call and render. The answer's shape is DESIGN's contract."""

from __future__ import annotations

import re
from datetime import date
from functools import partial
from typing import Annotated, Any, Literal

from apiflask import APIBlueprint
from flask import Response, abort
from pydantic import BaseModel, BeforeValidator, Field

from kb.answering.answer import CITATIONS, answer
from kb.answering.ranking import rank
from kb.answering.today import run_today, stale_today
from kb.errors import UsageError
from kb.knowledge import KnowledgeBase
from kb.misfits import unwritten
from service.api.bodies import json_body
from service.api.specification import schemas
from service.api.specification.openapi import answers
from service.api.stories import answers_to, story_told
from service.api.versioned import versioned
from service.server.observing.metrics import metrics
from service.server.snapshots.library import the_library
from service.show.formats import MEDIA, Form
from service.show.messages import message_reply
from service.show.quoting.citing import edition_shown
from service.show.serializing.changes import between_json, compared
from service.show.serializing.clauses import clause_json
from service.show.serializing.on_day import clause_on, clause_on_json, identifier_of
from service.show.serializing.present import answer_json, card_json, check_json, check_list_json, hit_json

api = APIBlueprint("api", __name__)
library = the_library

LONGEST_QUERY = 2_000


def _written(pattern: str, expected: str) -> BeforeValidator:
    """Refuses what is not written as expected, before it is read as something near it."""

    def check(value: Any) -> Any:
        if isinstance(value, str) and not re.fullmatch(pattern, value, re.ASCII):
            raise unwritten(expected)
        return value

    return BeforeValidator(check)


Whole = Annotated[int, _written(r"-?\d{1,9}", "a whole number")]
Day = Annotated[date, _written(r"\d{4}-\d\d-\d\d", "a day such as 2006-08-29")]


class AskQuery(BaseModel):
    """What `/api/v1/ask` and `/api/v1/search` take."""

    q: str = Field(min_length=1, max_length=LONGEST_QUERY, description="The question, in plain words.")
    game: str | None = Field(default=None, max_length=100, description="A game's id; left out, it is detected.")
    limit: Whole = Field(default=CITATIONS, ge=1, le=50, description="Citations at most.")
    as_of: Day | None = Field(default=None, description="Only documents that were in force on this day.")


class AskMessage(AskQuery):
    """What `/api/v1/ask` takes besides."""

    format: Form | None = Field(default=None, description="A chat message of at most 2,000 characters, not JSON.")
    reader: Literal["words"] | None = Field(
        default=None, description="`words` answers at once, without the language model that this service may have."
    )


@api.get("/api/v1/ask")
@api.input(AskMessage, location="query", arg_name="query")
@api.doc(
    summary="Answer a question with the exact clauses",
    responses=answers(schemas.Answer, 404, 422, 503, tagged=True, also=sorted(set(MEDIA.values()))),
)
@partial(versioned, steady=lambda: library().assistant is None)
def ask(base: KnowledgeBase, query: AskMessage) -> dict[str, Any] | Response:
    """Outcome, verdict, citations best first; with `format` the same as a message.

    Where no limit is given, a section that is asked for is whole.
    """
    limit = query.limit if "limit" in query.model_fields_set else None
    assistant = None if query.reader == "words" else library().assistant
    found = answer(base, query.q, query.game, limit, query.as_of, assistant)
    metrics().outcomes.labels(str(found.outcome)).inc()
    return message_reply(base, found, query.format, query.as_of) if query.format else answer_json(found, query.as_of)


@api.post("/api/v1/ask")
@api.doc(
    summary="Answer up to ten questions about one story",
    description='A JSON object such as `{"story": "My Ego is stunned.", "questions": ["Can he attack?"]}`.',
    responses=answers(schemas.Answers, 400, 404, 413, 415, 422, 503),
)
def ask_story() -> dict[str, Any]:
    """The answers, in the order of the questions; each as `GET /api/v1/ask` has it."""
    told = story_told()
    with library().reading() as base:
        found = answers_to(base, told, library().assistant)
        for each in found:
            metrics().outcomes.labels(str(each.outcome)).inc()
        return {"answers": [answer_json(each, told.as_of) for each in found], "kb": {"version": base.version}}


@api.get("/api/v1/search")
@api.input(AskQuery, location="query", arg_name="query")
@api.doc(summary="Clauses nearest to some words", responses=answers(schemas.Hits, 404, 422, 503, tagged=True))
@versioned
def search(base: KnowledgeBase, query: AskQuery) -> dict[str, Any]:
    """Hits best first, each with the features that ranked it."""
    if query.game:
        base.require_game(query.game)
    found = rank(base, base.read(query.q, query.game), query.game, query.limit, query.as_of)
    hits = [hit_json(hit, base, found.past) for hit in found.hits]
    return {"query": query.q, "hits": hits, "kb": {"version": base.version}}


class ClauseQuery(BaseModel):
    """What `/api/v1/clauses/<id>` takes."""

    as_of: Day | None = Field(default=None, description="The clause that had this id on a day, as it read then.")


@api.get("/api/v1/clauses/<path:identifier>")
@api.input(ClauseQuery, location="query", arg_name="query")
@api.doc(
    summary="One clause: its words, source, neighbours, rulings",
    responses=answers(schemas.Clause, 404, 422, 503, tagged=True),
)
@versioned
def clause(base: KnowledgeBase, identifier: str, query: ClauseQuery) -> dict[str, Any]:
    """`game/document#path` with the hash percent-encoded, or `game/document/path`.

    With `as_of` as it stood on that day.
    """
    if query.as_of is not None:
        return clause_on_json(base, clause_on(base, identifier, query.as_of))
    found = base.clause_at(identifier)
    if found is None:
        first = base.section_start(identifier_of(identifier))
        told = f"{identifier!r} is a section, whose first clause is {first.id}" if first else ""
        raise UsageError(base.in_time.former(identifier) or told or f"there is no clause {identifier!r}")
    return clause_json(found, base)


@api.get("/api/v1/cards/<path:name>")
@api.doc(summary="A card by any part of its name", responses=answers(schemas.Cards, 404, 503, tagged=True))
@versioned
def cards(base: KnowledgeBase, name: str) -> dict[str, Any]:
    """Every card that the name may mean, the likeliest first."""
    found = base.cards_named(name)
    if not found:
        raise UsageError(f"there is no card called {name!r}")
    return {"name": name, "cards": [card_json(card, base) for card in found]}


class ChecksQuery(BaseModel):
    """What `/api/v1/checks` takes."""

    game: str | None = Field(default=None, max_length=100, description="Only this game's checks.")


@api.get("/api/v1/checks")
@api.input(ChecksQuery, location="query", arg_name="query")
@api.doc(
    summary="What can be computed, with the facts that each check takes",
    responses=answers(schemas.Checks, 404, 422, 503, tagged=True),
)
@versioned
def checks(base: KnowledgeBase, query: ChecksQuery) -> dict[str, Any]:
    """Every check, or one game's."""
    if query.game:
        base.require_game(query.game)
    games = [game for game in base.checks.games if not query.game or game == query.game]
    found = [each for game in games for each in base.checks.checks(game)]
    listed = [check_list_json(each, base.checks.model(each.game).schema) for each in found]
    return {"checks": listed, "kb": {"version": base.version}}


@api.get("/api/v1/checks/<game>/<name>")
@api.doc(
    summary="One check with the facts that it takes",
    responses=answers(schemas.Check, 404, 503, tagged=True),
)
@versioned
def check(base: KnowledgeBase, game: str, name: str) -> dict[str, Any]:
    """Title, kind, clauses, sample wordings, facts."""
    return check_list_json(base.checks.check(f"{game}/{name}"), base.checks.model(game).schema)


@api.post("/api/v1/checks/<game>/<name>")
@api.doc(
    summary="Compute a ruling from facts: verdict, proof, what was assumed, what to ask",
    description='The body is a JSON object of facts by name, or `{"facts": {…}}`. Types are strict: 0 is not false.',
    responses=answers(schemas.CheckResult, 400, 404, 409, 413, 415, 422, 503),
)
def run_check(game: str, name: str) -> dict[str, Any]:
    """The check's result with these facts."""
    body = json_body()
    facts = body["facts"] if isinstance(body, dict) and list(body) == ["facts"] else body
    if not isinstance(facts, dict):
        abort(422, 'an object of facts is expected, for example {"stunned": true}')
    with library().reading() as base:
        result = run_today(base, f"{game}/{name}", facts)
        found = check_json(result, stale_today(base, result))
    metrics().checks.labels(found["status"]).inc()
    return found


class ChangesQuery(BaseModel):
    """What `/api/v1/games/<game>/changes` takes."""

    old: str = Field(default="", max_length=20, description="The older version: a day on which it was in force.")
    new: str = Field(default="", max_length=20, description="The newer one; left out, the last two are compared.")
    document: str = Field(default="", max_length=100, description="Only this document of the game.")


@api.get("/api/v1/games/<game>/changes")
@api.input(ChangesQuery, location="query", arg_name="query")
@api.doc(
    summary="What differs between two versions of a game's documents",
    responses=answers(schemas.Changes, 404, 422, 503, tagged=True),
)
@versioned
def changes(base: KnowledgeBase, game: str, query: ChangesQuery) -> dict[str, Any]:
    """Clauses added, removed, changed and renumbered, with what differs in their words."""
    found = compared(base, game, query.old, query.new, query.document)
    return {"game": game, "documents": [between_json(each) for each in found], "kb": {"version": base.version}}


@api.get("/api/v1/games")
@api.doc(summary="The games with their documents", responses=answers(schemas.Games, 503, tagged=True))
@versioned
def games(base: KnowledgeBase) -> dict[str, Any]:
    """Ids, titles, spellings and documents."""
    return {
        "games": [
            {
                "id": game.id,
                "title": game.title,
                "spellings": list(game.spellings),
                "documents": [each.id for each in base.documents.values() if each.game == game.id],
            }
            for game in base.games
        ],
        "kb": {"version": base.version, "edition": edition_shown(base.documents.values(), base.edition)},
    }


@api.get("/healthz")
@api.doc(summary="The process answers", responses=answers(schemas.Health))
def healthz() -> dict[str, str]:
    """Always ok while the process runs."""
    return {"status": "ok"}


@api.get("/readyz")
@api.doc(
    summary="A knowledge base is open; `warm` where it searches by meaning too", responses=answers(schemas.Ready, 503)
)
def readyz() -> dict[str, Any]:
    """The version served, and why it is not the current one where it is not."""
    with library().reading() as base:
        version = {"version": base.version, "edition": edition_shown(base.documents.values(), base.edition)}
    return {"status": "ready", "warm": library().warm, "kb": version, "refused": library().refused or None}
