"""Bulk export: the whole kb.db (SQLite, opens in Datasette), and each game's records as JSON lines.

Downloads take long where clients are slow. They hold no thread, and only so many are sent at once, half of them to one
address: a further one is told when to come back, and questions are answered meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

from apiflask import APIBlueprint, APIFlask
from flask import Response, current_app, request
from werkzeug.wsgi import wrap_file

from kb.errors import SnapshotError
from kb.files.jsonlines import json_line
from kb.knowledge import KnowledgeBase
from kb.records.versions import Version
from kb.snapshots.parts import STORE
from service.api.part import Part
from service.api.specification.openapi import replies
from service.api.versioned import etag, versioned
from service.server.limits.clients import client_of
from service.server.limits.slots import Slots
from service.server.snapshots.library import the_library
from service.show.serializing.changes import change_json, version_json
from service.show.serializing.clauses import clause_json
from service.show.serializing.present import Json, card_json, check_list_json, document_json

export = APIBlueprint("export", __name__)

LINES = "application/x-ndjson"
DATABASE = "application/vnd.sqlite3"
BYTES = {"type": "string", "contentMediaType": DATABASE}
SENDING = "headjudge.exports"


def limit_exports(app: APIFlask, most: int) -> None:
    """Send at most so many exports of an app at once."""
    app.extensions[SENDING] = Slots("exports", most, most_each=max(1, most // 2))


def begin() -> Callable[[], None]:
    """Begin an export for whoever asks; what is called once it is sent. 503 where too many are sent already."""
    return cast(Slots, current_app.extensions[SENDING]).take(client_of(request.remote_addr or ""))


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
        try:
            response = stretch(base.snapshot.folder / STORE, etag(base))
        except OSError as error:
            raise SnapshotError(f"{STORE} cannot be read: {error.strerror}") from error
        name = f"headjudge-{base.version}.db"
    response.headers["Content-Disposition"] = f"attachment; filename={name}"
    response.cache_control.no_cache = True
    return response


def stretch(path: Path, tag: str) -> Response:
    """A file, or the range of it that is asked for, given to the server as a file: 304, 206, 416 as they fit."""
    size = path.stat().st_size
    response = Response(mimetype=DATABASE)
    response.last_modified = path.stat().st_mtime  # type: ignore[assignment]
    response.content_length = size
    response.set_etag(tag)
    response.make_conditional(request, accept_ranges=True, complete_length=size)
    if response.status_code in (200, 206) and request.method == "GET":
        start = (response.content_range.start or 0) if response.status_code == 206 else 0
        release = begin()
        with ExitStack() as begun:  # what cannot be opened is not sent
            begun.callback(release)
            file = Part(path, start, start + (response.content_length or 0), release)
            begun.pop_all()
        response.response = wrap_file(request.environ, file)
        response.direct_passthrough = True
    return response


@export.get("/api/v1/export/<game>.jsonl")
@export.doc(
    summary="One game's records as JSON lines",
    description="One object a line, its `record` one of game, document, version, clause, card, term and check.",
    responses=replies({LINES: {"schema": {"type": "string"}}}, 404, 503, tagged=True),
)
@versioned
def lines(base: KnowledgeBase, game: str) -> Response:
    """Every record of a game, read while it is sent, from one version."""
    base.require_game(game)
    with ExitStack() as begun:
        begun.callback(begin())
        held = begun.enter_context(the_library().reading())
        sending = begun.pop_all()
    response = Response(written(records(held, game), sending), mimetype=LINES)
    response.call_on_close(sending.close)  # whoever breaks off before the first line
    response.headers["Content-Disposition"] = f'attachment; filename="{game}.jsonl"'
    return response


def written(rows: Iterator[Json], held: ExitStack) -> Iterator[str]:
    """A line for each record; what is held for them is given back behind the last."""
    with held:
        for each in rows:
            yield json_line(each)


def records(base: KnowledgeBase, game: str) -> Iterator[Json]:
    """The game, its documents and their versions in time, clauses with their rulings, cards, terms and checks."""
    known = next(each for each in base.games if each.id == game)
    yield _record("game", {"id": known.id, "title": known.title, "spellings": list(known.spellings)}, base)
    for document in base.documents.values():
        if document.game == game:
            yield _record("document", document_json(document), base)
    for timeline in base.in_time.timelines.values():
        if timeline.document.game == game:
            yield from (_record("version", version_record(each), base) for each in timeline.versions)
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


def version_record(version: Version) -> dict[str, Any]:
    """A version of a document, with what it changed against the one before it."""
    changes = [change_json(each) for each in version.changes]
    return {"document": version.document.id, **version_json(version), "changes": changes}


def _record(kind: str, fields: dict[str, Any], base: KnowledgeBase) -> Json:
    return {"record": kind, **fields, "kb": base.version}
