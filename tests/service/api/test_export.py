"""Bulk export: the whole database, and a game's records as JSON lines."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from kb.knowledge import KnowledgeBase

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


@pytest.mark.parametrize("game", ["chess", "..%2f..%2fkb", "tiny-game%00"])
def test_a_game_that_is_not_there_is_refused(client: FlaskClient, game: str) -> None:
    reply = client.get(f"/api/v1/export/{game}.jsonl")
    assert (reply.status_code, reply.mimetype) == (404, "application/problem+json")
