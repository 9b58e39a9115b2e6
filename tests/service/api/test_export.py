"""Bulk export: the whole database, and a game's records as JSON lines."""

from __future__ import annotations

import errno
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from kb.knowledge import KnowledgeBase
from service.api.part import Part
from service.server.app import create_app
from service.server.settings import Settings
from service.server.snapshots.library import Library

DATABASE = "/api/v1/export/kb.db"


def test_the_database_opens_and_holds_what_is_served(client: FlaskClient, base: KnowledgeBase, tmp_path: Path) -> None:
    reply = client.get(DATABASE)
    assert (reply.status_code, reply.mimetype) == (200, "application/vnd.sqlite3")
    assert f"headjudge-{base.version}.db" in reply.headers["Content-Disposition"]
    (tmp_path / "kb.db").write_bytes(reply.data)
    with sqlite3.connect(tmp_path / "kb.db") as database:
        [count] = database.execute("SELECT count(*) FROM clauses").fetchone()
    assert count == base.snapshot.counts["clauses"]


def test_a_broken_download_goes_on_where_it_stopped(client: FlaskClient) -> None:
    whole = client.get(DATABASE).data
    part = client.get(DATABASE, headers={"Range": "bytes=100-199"})
    assert (part.status_code, part.data) == (206, whole[100:200])
    assert client.get(DATABASE, headers={"Range": f"bytes={len(whole)}-"}).status_code == 416


def test_a_game_comes_as_json_lines_of_one_version(client: FlaskClient, base: KnowledgeBase) -> None:
    reply = client.get("/api/v1/export/vs-system.jsonl")
    assert reply.mimetype == "application/x-ndjson"
    records = [json.loads(line) for line in reply.text.splitlines()]
    counts = Counter(record["record"] for record in records)
    assert (counts["game"], counts["document"]) == (1, 1)
    assert counts["clause"] == len(base.store.clauses("vs-system"))
    assert counts["card"] == len(base.store.cards("vs-system"))
    assert {record["kb"] for record in records} == {base.version}
    [clause] = [record for record in records if record.get("clause") == "vs-system/heralds-faq#3.b3"]
    assert clause["quote"] == base.store.clause("vs-system/heralds-faq#3.b3").text


@pytest.mark.parametrize(
    ("asked", "start", "stop"), [("bytes=100-199", 100, 200), ("bytes=-50", -50, None), ("", 0, None)]
)
def test_a_server_is_given_a_file_to_send_ranges_too(app: APIFlask, asked: str, start: int, stop: int | None) -> None:
    """What goes through `wsgi.file_wrapper` is sent without holding a thread."""
    given: list[Part] = []

    def wrapper(file: Part, size: int = 8_192) -> list[bytes]:
        given.append(file)
        return [file.read()]

    client = app.test_client()
    whole = client.get(DATABASE).data
    headers = {"Range": asked} if asked else {}
    assert client.get(DATABASE, headers=headers, environ_base={"wsgi.file_wrapper": wrapper}).data == whole[start:stop]
    assert isinstance(given[0], Part)
    given[0].close()


@pytest.fixture
def two_at_once(home: Path) -> Iterator[FlaskClient]:
    """A client of an application that sends two exports at once, one to each address."""
    library = Library(home)
    yield create_app(library, settings=Settings(rate_limit="off", exports=2)).test_client()
    library.close()


@pytest.mark.parametrize("address", [DATABASE, "/api/v1/export/tiny-game.jsonl"])
def test_exports_are_bounded_apart_from_answers(two_at_once: FlaskClient, address: str) -> None:
    sending = two_at_once.get(address)
    refused = two_at_once.get(DATABASE, headers={"Range": "bytes=0-9"})
    assert (refused.status_code, refused.mimetype) == (503, "application/problem+json")
    assert int(refused.headers["Retry-After"]) > 0
    assert two_at_once.get("/api/v1/games").status_code == 200
    assert two_at_once.head(DATABASE).status_code == 200
    other = two_at_once.get(DATABASE, environ_base={"REMOTE_ADDR": "203.0.113.9"})
    assert other.status_code == 200
    assert two_at_once.get(DATABASE, environ_base={"REMOTE_ADDR": "203.0.113.10"}).status_code == 503
    other.close()
    sending.close()
    assert two_at_once.get(DATABASE).status_code == 200


def test_what_is_not_sent_takes_no_place(two_at_once: FlaskClient) -> None:
    tag = two_at_once.head(DATABASE).headers["ETag"]
    for _ in range(3):
        assert two_at_once.get(DATABASE, headers={"If-None-Match": tag}).status_code == 304
        assert two_at_once.get(DATABASE, headers={"Range": "bytes=999999999-"}).status_code == 416
        assert two_at_once.get("/api/v1/export/chess.jsonl").status_code == 404
    assert two_at_once.get(DATABASE).status_code == 200


def no_file_can_be_opened(*_: object) -> object:
    raise OSError(errno.EMFILE, "Too many open files")


@pytest.mark.parametrize(
    ("opener", "address"),
    [("Part", DATABASE), ("the_library", "/api/v1/export/tiny-game.jsonl")],
    ids=["file", "lines"],
)
def test_what_cannot_be_opened_takes_no_place(
    two_at_once: FlaskClient, monkeypatch: pytest.MonkeyPatch, opener: str, address: str
) -> None:
    with monkeypatch.context() as full:
        full.setattr(f"service.api.export.{opener}", no_file_can_be_opened)
        for _ in range(3):
            assert two_at_once.get(address).status_code >= 500
    assert two_at_once.get(address).status_code == 200


@pytest.mark.parametrize("game", ["chess", "..%2f..%2fkb", "tiny-game%00"])
def test_a_game_that_is_not_there_is_refused(client: FlaskClient, game: str) -> None:
    reply = client.get(f"/api/v1/export/{game}.jsonl")
    assert (reply.status_code, reply.mimetype) == (404, "application/problem+json")
