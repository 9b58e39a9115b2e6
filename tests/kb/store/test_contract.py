"""What every store of records must do, of SQLite and of PostgreSQL: what is written comes back, words find passages."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.errors import SnapshotError, UsageError
from kb.retrieval.embedding.encoder import HashingEncoder
from kb.store.port import RecordStore
from kb.store.sqlite import Store, write_store
from tests.kb import samples
from tests.support.postgres import Server, database

Opens = Callable[[], RecordStore]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kb.db with the sample records."""
    found = tmp_path_factory.mktemp("store with spaces?") / "kb.db"
    write_store(found, samples.CONTENTS)
    return found


def in_postgres(server: Server, path: Path) -> Opens:
    """The same records in a schema of PostgreSQL, with vectors of hashed words."""
    from kb.store.postgres.published import add, publishing, schema_of
    from kb.store.postgres.records import PostgresStore

    address = database(server, "contract")
    vectors = HashingEncoder(32).encode([each.text for each in samples.PASSAGES])
    with publishing(address) as connection:
        add(connection, "1", "{}", {}, path, vectors)
    return lambda: PostgresStore.open(address, schema_of("1"))


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def opens(request: pytest.FixtureRequest, path: Path) -> Opens:
    """Opens the sample records, in each kind of store."""
    if request.param == "sqlite":
        return lambda: Store.open(path)
    return in_postgres(request.getfixturevalue("postgres"), path)


@pytest.fixture(scope="module")
def store(opens: Opens) -> Iterator[RecordStore]:
    """The sample records, opened."""
    opened = opens()
    yield opened
    opened.close()


def test_every_record_comes_back_as_it_was(store: RecordStore) -> None:
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


def test_texts_of_passages_are_read_in_one_go(store: RecordStore) -> None:
    wanted = {each.number: (each.text, each.states) for each in samples.PASSAGES[:2]}
    assert {number: (text, states) for number, text, states in store.texts_of([*wanted])} == wanted
    assert store.texts_of([]) == []


def test_every_table_is_counted(store: RecordStore) -> None:
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


def test_records_are_found_by_what_they_belong_to(store: RecordStore) -> None:
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


def test_examples_lead_to_what_they_explain_and_entries_to_what_they_cite(store: RecordStore) -> None:
    explaining, pointing = store.pairs()
    assert explaining == [(each.id, each.explains) for each in samples.CLAUSES if each.explains]
    assert pointing == []
    assert store.pairs([each.id for each in samples.CLAUSES]) == (explaining, pointing)
    assert store.pairs([samples.CLAUSES[0].id]) == store.pairs([]) == ([], [])


def test_what_leads_to_what_is_the_same_once_places_were_read(opens: Opens) -> None:
    store = opens()
    before = store.pairs([each.id for each in samples.CLAUSES])
    places = store.places_of([each.number for each in samples.PASSAGES])
    assert places == store.passage_places()
    assert store.pairs([each.id for each in samples.CLAUSES]) == before
    assert store.counts_of("chess") == (5, 0)
    store.close()


def test_clauses_are_found_by_the_beginning_of_their_path(store: RecordStore) -> None:
    assert store.in_section("moves") == tuple(each for each in samples.CLAUSES if each.path.startswith("moves"))
    assert store.in_section("moves", "go") == ()
    assert store.in_section("m_ves") == store.in_section("%") == store.in_section("none") == ()


def test_clauses_are_found_by_the_card_that_they_are_about(store: RecordStore) -> None:
    about = tuple(each for each in samples.CLAUSES if each.subject == samples.CARD.title)
    assert store.on_subjects([samples.CARD.title, 'Nobody\'s "card" \\'], ["chess", "go"]) == about != ()
    assert store.on_subjects([samples.CARD.title], ["go"]) == ()


@pytest.mark.parametrize(
    "about",
    [samples.CARD.id, samples.CARD.title, samples.RULING.clause, f"{samples.DOCUMENT}#moves.p1"],
    ids=["card", "title", "its own clause", "clause it interprets"],
)
def test_a_ruling_is_found_from_each_side(store: RecordStore, about: str) -> None:
    assert store.rulings(about) == (samples.RULING,)


def test_neighbours_stand_before_and_after_in_the_document(store: RecordStore) -> None:
    first, second, third, *_ = samples.CLAUSES
    assert store.neighbours(second.id, 1) == (first, third)
    assert store.neighbours(first.id, 1) == (second,)
    assert store.neighbours(first.id, 0) == ()


def test_what_is_not_there_is_said_so(store: RecordStore) -> None:
    assert store.find_clause("chess/rules#none.p1") is None
    with pytest.raises(UsageError, match=r"no clause 'chess/rules#none\.p1'"):
        store.clause("chess/rules#none.p1")
    with pytest.raises(UsageError, match="no card"):
        store.card("nobody")
    with pytest.raises(UsageError, match="no passage 99"):
        store.passage(99)


def test_words_find_passages_in_their_inflections_best_first(store: RecordStore) -> None:
    found = store.lexical(["jumping", "pinned"])
    assert [number for number, _ in found] == [0, 4, 1]
    assert found[0][1] > found[1][1] > 0
    assert store.lexical(["jumping"], limit=1) == store.lexical(["jumping"])[:1]


def test_words_are_looked_up_in_the_game_and_document_asked_for(store: RecordStore) -> None:
    assert store.lexical(["jump"], game="chess", document=samples.DOCUMENT) == store.lexical(["jump"])
    assert store.lexical(["jump"], game="go") == []
    assert store.lexical(["jump"], document="chess/other") == []


@settings(deadline=None)
@given(st.lists(st.text(alphabet=st.characters(exclude_categories=[]), max_size=12), max_size=8))
def test_no_text_breaks_a_query(store: RecordStore, words: list[str]) -> None:
    assert all(score > 0 for _, score in store.lexical(words))


def test_a_thousand_words_are_no_error(store: RecordStore) -> None:
    noise = [f"word{number}" for number in range(1000)]
    assert [number for number, _ in store.lexical(["pinned", *noise])] == [0]


def test_many_threads_read_at_once(store: RecordStore) -> None:
    def ask(seed: int) -> bool:
        number = random.Random(seed).randrange(len(samples.CLAUSES))
        return store.clauses()[number] == samples.CLAUSES[number] and bool(store.lexical(["jump"]))

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(ask, range(200)))


def test_a_closed_store_says_so(opens: Opens) -> None:
    store = opens()
    store.close()
    with pytest.raises(SnapshotError, match="cannot be read"):
        store.games()


@pytest.mark.parametrize(
    "word", ["knight", "jumped", "jumps 2", "squares naïvely", "pawn \x00", "x'y", "it's \\", "castling", "²", "Dr."]
)
def test_a_word_adds_the_same_to_the_last_bit(store: RecordStore, path: Path, word: str) -> None:
    """Whether the build scored it, or only its stem or its phrase stands in the passages."""
    assert store.lexical([word]) == Store.open(path).lexical([word])


def test_any_words_of_the_passages_add_the_same(store: RecordStore, path: Path) -> None:
    own = Store.open(path)
    drawn = random.Random(5)
    known = [word for each in samples.PASSAGES for word in each.lexical.replace("\x00", "").split()]
    for _ in range(100):
        asked = [" ".join(drawn.sample(known, drawn.randint(1, 3))) + drawn.choice(["", "s", "ing"]) for _ in range(3)]
        assert store.lexical(asked) == own.lexical(asked)


def test_a_forked_process_opens_connections_of_its_own(opens: Opens) -> None:
    store = opens()
    store.after_fork()
    assert store.clauses() == samples.CLAUSES
    store.close()
