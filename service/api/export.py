"""Bulk export: the whole kb.db (SQLite, opens in Datasette), and each game's records as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from apiflask import APIBlueprint
from flask import Response, send_file

from kb.knowledge import KnowledgeBase
from kb.snapshots.snapshot import STORE
from service.api.openapi import replies
from service.api.versioned import etag, versioned
from service.server.library import the_library
from service.show.present import Json, card_json, check_list_json, clause_json, document_json

export = APIBlueprint("export", __name__)

LINES = "application/x-ndjson"
DATABASE = "application/vnd.sqlite3"
BYTES = {"type": "string", "contentMediaType": DATABASE}


@export.get("/api/v1/export/kb.db")
@export.doc(
    summary="The whole knowledge base as one SQLite file",
    description="Open it with any SQLite tool, for example Datasette. Ranges are answered, so that a broken download "
    "goes on where it stopped.",
    responses={
        **replies({DATABASE: {"schema": BYTES}}, 416, 503, tagged=True),
        206: {"description": "A range of it.", "content": {DATABASE: {"schema": BYTES}}},
    },
)
def database() -> Response:
    """kb.db as it was built."""
    with the_library().reading() as base:
        name = f"headjudge-{base.version}.db"
        response = send_file(
            base.snapshot.folder / STORE,
            DATABASE,
            as_attachment=True,
            download_name=name,
            conditional=True,
            etag=etag(base),
        )
    response.cache_control.no_cache = True
    return response


@export.get("/api/v1/export/<game>.jsonl")
@export.doc(
    summary="One game's records as JSON lines",
    description="One object a line, its `record` one of game, document, clause, card, term and check.",
    responses=replies({LINES: {"schema": {"type": "string"}}}, 404, 503, tagged=True),
)
@versioned
def lines(base: KnowledgeBase, game: str) -> Response:
    """Every record of a game, read while it is sent, from one version."""
    base.require_game(game)
    stack = ExitStack()
    held = stack.enter_context(the_library().reading())
    response = Response((f"{json.dumps(each, ensure_ascii=False)}\n" for each in records(held, game)), mimetype=LINES)
    response.call_on_close(stack.close)
    response.headers["Content-Disposition"] = f'attachment; filename="{game}.jsonl"'
    return response


def records(base: KnowledgeBase, game: str) -> Iterator[Json]:
    """The game, its documents, clauses with their rulings, cards, terms and checks."""
    known = next(each for each in base.games if each.id == game)
    yield _record("game", {"id": known.id, "title": known.title, "spellings": list(known.spellings)}, base)
    for document in base.documents.values():
        if document.game == game:
            yield _record("document", document_json(document), base)
    for clause in base.store.clauses(game):
        yield _record("clause", clause_json(clause, base), base)
    for card in base.store.cards(game):
        yield _record("card", card_json(card, base), base)
    for term in base.store.terms(game):
        yield _record("term", {"term": term.name, "kind": term.kind, "forms": list(term.forms)}, base)
    if game in base.checks.games:
        schema = base.checks.model(game).schema
        for check in base.checks.checks(game):
            yield _record("check", check_list_json(check, schema), base)


def _record(kind: str, fields: dict[str, Any], base: KnowledgeBase) -> Json:
    return {"record": kind, **fields, "kb": base.version}
