"""kb.db: what is written comes back, words find passages, and nothing in a query is syntax."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from kb.errors import SnapshotError
from kb.store.fulltext import match_words
from kb.store.schema import TABLES
from kb.store.sqlite import Store, write_store
from tests.kb import samples


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kb.db with the sample records."""
    found = tmp_path_factory.mktemp("store with spaces?") / "kb.db"
    write_store(found, samples.CONTENTS)
    return found


@pytest.fixture(scope="module")
def store(path: Path) -> Store:
    """The sample records, opened."""
    return Store.open(path)


def test_the_sum_over_words_is_sqlites_own_bm25(store: Store) -> None:
    with sqlite3.connect(store.path) as database:
        rows = database.execute(
            "SELECT rowid, -bm25(passages_fts) AS score FROM passages_fts WHERE passages_fts MATCH ?"
            " ORDER BY score DESC, rowid",
            ['"knight" OR "jump" OR "pinned" OR "jumping"'],
        ).fetchall()
    assert store.lexical(["knight", "jump", "pinned", "jumping"]) == rows
    assert len(rows) > 2


@pytest.mark.parametrize(
    ("word", "by_the_build"),
    [("knight", 1), ("jumped", 0), ("castling", 0)],
    ids=["of a passage", "only its stem", "of none"],
)
def test_what_a_word_adds_is_kept_by_the_build_or_asked_for(store: Store, word: str, by_the_build: int) -> None:
    with sqlite3.connect(store.path) as database:
        kept = database.execute("SELECT count(*) FROM scored_words WHERE word = ?", [f'"{word}"']).fetchone()
        asked = "SELECT rowid, -bm25(passages_fts) FROM passages_fts WHERE passages_fts MATCH ? ORDER BY 2 DESC, 1"
        rows = database.execute(asked, [f'"{word}"']).fetchall()
    assert kept == (by_the_build,)
    assert store.lexical([word]) == rows


@pytest.mark.parametrize(
    ("words", "queries"),
    [
        (["can", "the", "knight"], ['"knight"']),
        (["the", "a"], ['"the"', '"a"']),
        (["x", 'y"z', "x"], ['"x"', '"y z"']),
        (["\x00", "*", '"', ""], []),
        (["NEAR(a", "b)", "AND"], ['"NEAR(a"', '"b)"']),
        (["knight\x00", "col:umn", "-x", "^y"], ['"knight"', '"col:umn"', '"-x"', '"^y"']),
    ],
    ids=["stop words go", "only stop words", "quotes and repeats", "nothing left", "operators", "signs"],
)
def test_every_word_of_a_query_is_quoted(words: list[str], queries: list[str]) -> None:
    assert match_words(words) == queries


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "kb.db").write_bytes(b"no database" * 100)
    with pytest.raises(SnapshotError, match="cannot be read"):
        Store.open(tmp_path / "kb.db")
    with pytest.raises(SnapshotError, match="cannot be read"):
        Store.open(tmp_path / "missing.db")


def test_a_record_that_points_nowhere_is_named(tmp_path: Path) -> None:
    stray = replace(samples.TERMS[0], clause="chess/rules#none.p1")
    with pytest.raises(SnapshotError, match=r"in terms: there is no clauses entry for clause 'chess/rules#none\.p1'"):
        write_store(tmp_path / "kb.db", replace(samples.CONTENTS, terms=(stray, *samples.TERMS[1:])))


def test_two_records_of_one_id_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match=r"UNIQUE constraint failed: terms\.id"):
        write_store(tmp_path / "kb.db", replace(samples.CONTENTS, terms=(*samples.TERMS, samples.TERMS[0])))


def test_the_file_reads_well_in_other_tools(path: Path) -> None:
    connection = sqlite3.connect(path)
    [(sql,)] = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'powers'")
    assert "REFERENCES" in sql
    assert connection.execute("SELECT title, cost, affiliations FROM cards").fetchall() == [
        ("Dr. Pawn <> The Pawn, of e4", 0, '["White", "Board \'A\'"]')
    ]
    assert connection.execute("SELECT clause FROM segments WHERE role = 'noise'").fetchall() == [(None,)]
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert {table.name for table in TABLES} | {"passages_fts"} <= names
    connection.close()
