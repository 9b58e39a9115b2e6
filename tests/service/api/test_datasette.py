"""The exported kb.db as people browse it: deploy/datasette.json names its tables, hides ours, and its search works."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kb.snapshots.snapshot import open_current
from tests.service.conftest import ROOT

SHOWN: dict[str, Any] = json.loads((ROOT / "deploy" / "datasette.json").read_text("utf-8"))["databases"]["kb"]


@pytest.fixture(scope="module")
def tables(home: Path) -> Iterator[sqlite3.Connection]:
    """The sample's kb.db with the one function of datasette's that the queries call."""
    with open_current(home) as snapshot:
        path = snapshot.folder / "kb.db"
        opened = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        opened.create_function("escape_fts", 1, lambda text: " ".join(f'"{each}"' for each in text.split()))
        yield opened
        opened.close()


def test_each_table_has_a_title_for_people_or_is_hidden(tables: sqlite3.Connection) -> None:
    there = {name for (name,) in tables.execute("select name from sqlite_master where type in ('table', 'view')")}
    assert set(SHOWN["tables"]) == there
    titled = {name for name, each in SHOWN["tables"].items() if each.get("title") and each.get("description")}
    hidden = {name for name, each in SHOWN["tables"].items() if each.get("hidden")}
    assert (titled | hidden, titled & hidden) == (there, set())
    assert ("clauses" in titled, "passages" in hidden) == (True, True)


def test_columns_that_are_named_are_there(tables: sqlite3.Connection) -> None:
    for name, each in SHOWN["tables"].items():
        columns = {row[1] for row in tables.execute(f'pragma table_info("{name}")')}
        assert {*each.get("facets", ()), *filter(None, (each.get("sort"), each.get("label_column")))} <= columns


def test_a_search_finds_clauses_and_no_invented_wordings(tables: sqlite3.Connection) -> None:
    found = tables.execute(SHOWN["queries"]["search"]["sql"], {"words": "boost reduced"}).fetchall()
    stored = dict(tables.execute("select id, text from clauses"))
    assert found[0][0] == "vs-system/heralds-faq#3.b3"
    assert all(stored[row[0]] == row[3] for row in found)
    assert len({row[0] for row in found}) == len(found)


def test_a_card_has_its_rulings(tables: sqlite3.Connection) -> None:
    found = tables.execute(SHOWN["queries"]["rulings_of_a_card"]["sql"], {"card": "time gem"}).fetchall()
    assert {row[0] for row in found} == {"Time Gem, Infinity Gem"}
    assert any("discarded by you" in row[2] for row in found)
