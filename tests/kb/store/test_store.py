"""kb.db: what is written comes back, words find passages, and nothing in a query is syntax."""

from __future__ import annotations

import random
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import SnapshotError, UsageError
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


def test_every_record_comes_back_as_it_was(store: Store) -> None:
    document = samples.DOCUMENT
    assert store.games() == samples.CONTENTS.games
    assert store.documents() == (samples.PARSED.document,)
    assert store.clauses() == samples.CLAUSES
    assert store.segments(document) == samples.PARSED.segments
    assert store.cards() == (samples.CARD,)
    assert store.card(samples.CARD.id) == samples.CARD
    assert store.rulings() == (samples.RULING,)
    assert store.tables() == (samples.TABLE,)
    assert store.references() == samples.PARSED.references
    assert store.terms() == samples.TERMS
    assert store.mentions() == samples.MENTIONS
    assert store.norms() == samples.NORMS
    assert store.passages() == samples.PASSAGES


def test_every_table_is_counted(store: Store) -> None:
    assert store.counts() == {
        "games": 1,
        "documents": 1,
        "clauses": 5,
        "segments": 4,
        "cards": 1,
        "powers": 1,
        "rulings": 1,
        "pins": 1,
        "tables": 1,
        "terms": 2,
        "cross_references": 1,
        "mentions": 1,
        "norms": 1,
        "heard": 0,
        "passages": 5,
    }


def test_records_are_found_by_what_they_belong_to(store: Store) -> None:
    rule, example, table, _stats, _ruling = samples.CLAUSES
    assert store.clause(rule.id) == rule
    assert store.clauses("chess") == samples.CLAUSES
    assert store.clauses("go") == ()
    assert store.references(rule.id) == samples.PARSED.references
    assert store.references(example.id) == ()
    assert store.tables(table.id) == (samples.TABLE,)
    assert store.norms(rule.id) == samples.NORMS
    assert store.mentions(term="chess:knight") == samples.MENTIONS
    assert store.mentions(rule.id, "chess:piece") == ()
    assert store.terms("go") == ()
    assert store.passage(2) == samples.PASSAGES[2]


@pytest.mark.parametrize(
    "about",
    [samples.CARD.id, samples.CARD.title, samples.RULING.clause, f"{samples.DOCUMENT}#moves.p1"],
    ids=["card", "title", "its own clause", "clause it interprets"],
)
def test_a_ruling_is_found_from_each_side(store: Store, about: str) -> None:
    assert store.rulings(about) == (samples.RULING,)


def test_neighbours_stand_before_and_after_in_the_document(store: Store) -> None:
    first, second, third, *_ = samples.CLAUSES
    assert store.neighbours(second.id, 1) == (first, third)
    assert store.neighbours(first.id, 1) == (second,)
    assert store.neighbours(first.id, 0) == ()


def test_what_is_not_there_is_said_so(store: Store) -> None:
    assert store.find_clause("chess/rules#none.p1") is None
    with pytest.raises(UsageError, match=r"no clause 'chess/rules#none\.p1'"):
        store.clause("chess/rules#none.p1")
    with pytest.raises(UsageError, match="no card"):
        store.card("nobody")
    with pytest.raises(UsageError, match="no passage 99"):
        store.passage(99)


def test_words_find_passages_in_their_inflections_best_first(store: Store) -> None:
    found = store.lexical(["jumping", "pinned"])
    assert [number for number, _ in found] == [0, 4, 1]
    assert found[0][1] > found[1][1] > 0
    assert store.lexical(["jumping"], limit=1) == store.lexical(["jumping"])[:1]


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


def test_words_are_looked_up_in_the_game_and_document_asked_for(store: Store) -> None:
    assert store.lexical(["jump"], game="chess", document=samples.DOCUMENT) == store.lexical(["jump"])
    assert store.lexical(["jump"], game="go") == []
    assert store.lexical(["jump"], document="chess/other") == []


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


@given(st.lists(st.text(alphabet=st.characters(exclude_categories=[]), max_size=12), max_size=8))
def test_no_text_breaks_a_query(store: Store, words: list[str]) -> None:
    assert all(score > 0 for _, score in store.lexical(words))


def test_a_thousand_words_are_no_error(store: Store) -> None:
    noise = [f"word{number}" for number in range(1000)]
    assert [number for number, _ in store.lexical(["pinned", *noise])] == [0]


def test_many_threads_read_at_once(store: Store) -> None:
    def ask(seed: int) -> bool:
        number = random.Random(seed).randrange(len(samples.CLAUSES))
        return store.clauses()[number] == samples.CLAUSES[number] and bool(store.lexical(["jump"]))

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(ask, range(200)))


def test_a_closed_store_says_so(path: Path) -> None:
    store = Store.open(path)
    store.close()
    with pytest.raises(SnapshotError, match="cannot be read"):
        store.games()


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
