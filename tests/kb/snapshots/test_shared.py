"""Snapshots shared through PostgreSQL: brought and published at once or not at all, fetched whole, kept while read."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from pathlib import Path

import pytest

from kb.errors import SnapshotError, UsageError
from kb.home import STORE_ADDRESS, current_version, snapshots_dir
from kb.snapshots import shared
from kb.snapshots.shared import bring, catch_up, go_to, watch
from kb.snapshots.snapshot import Snapshot, open_current, versions
from kb.store.postgres import published
from kb.store.postgres.connections import connect
from kb.store.postgres.published import published_version, schema_of
from kb.store.sqlite import Store
from tests.kb import samples
from tests.kb.samples import publish_sample
from tests.support.postgres import PASSWORD, Server, database

pytestmark = pytest.mark.slow  # a PostgreSQL is started, and snapshots are brought into it


@pytest.fixture
def address(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> str:
    """An empty database, named by HEADJUDGE_STORE."""
    found = database(postgres, "shared")
    monkeypatch.setenv(STORE_ADDRESS, found)
    return found


def built(place: Path, version: str) -> Path:
    """The folder of a finished sample."""
    with publish_sample(place, version) as snapshot:
        return snapshot.folder


def schemas(address: str) -> set[str]:
    """The snapshots' schemas in a database."""
    with connect(address) as connection:
        return {name for (name,) in connection.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'kb%'")}


def test_what_one_machine_brings_another_opens(address: str, tmp_path: Path) -> None:
    bring(address, built(tmp_path / "builder", "1"))
    home = tmp_path / "server"
    assert catch_up(home)
    assert not catch_up(home)
    with open_current(home) as snapshot:
        assert (snapshot.version, not isinstance(snapshot.store, Store)) == ("1", True)
        assert snapshot.store.clauses() == samples.CLAUSES
        assert snapshot.store.counts() == snapshot.counts
        passage = samples.PASSAGES[3]
        _, rows = snapshot.index.search(snapshot.encoder.encode([passage.text]), 1)
        assert rows.tolist() == [[3]]
        assert not (snapshot.folder / "kb.db").exists()


def test_a_build_is_published_where_it_is_served_from(address: str, tmp_path: Path) -> None:
    with shared.published(built(tmp_path / "aside", "1"), tmp_path / "home") as snapshot:
        assert snapshot.folder == snapshots_dir(tmp_path / "home") / "1"
    assert current_version(tmp_path / "home") == "1"
    with connect(address) as connection:
        assert published_version(connection) == "1"


def test_a_publisher_that_ends_before_its_end_leaves_nothing(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(address, built(tmp_path, "1"))

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(published, "prune", killed)
    with pytest.raises(KeyboardInterrupt):
        bring(address, built(tmp_path, "2"))
    assert schemas(address) == {schema_of("1")}
    monkeypatch.undo()
    monkeypatch.setenv(STORE_ADDRESS, address)
    assert bring(address, tmp_path / "snapshots" / "2") == "2"
    with pytest.raises(SnapshotError, match="there is a snapshot 2 already"):
        bring(address, tmp_path / "snapshots" / "2")


def test_old_snapshots_go_but_for_those_that_are_read(address: str, tmp_path: Path) -> None:
    bring(address, built(tmp_path / "builder", "1"))
    home = tmp_path / "server"
    catch_up(home)
    with ExitStack() as stack:
        read = stack.enter_context(open_current(home))
        assert read.store.clauses()
        for number in range(2, 6):
            bring(address, built(tmp_path / "builder", str(number)))
        assert schemas(address) == {schema_of(each) for each in ("1", "3", "4", "5")}
        assert read.store.find_clause(samples.CLAUSES[0].id) == samples.CLAUSES[0]
    bring(address, built(tmp_path / "builder", "6"))
    assert schemas(address) == {schema_of(each) for each in ("4", "5", "6")}
    with connect(address) as connection:
        files = connection.execute("SELECT count(DISTINCT version) FROM headjudge.files").fetchone()
    assert files == (3,)


def test_going_back_is_a_publication_too(address: str, tmp_path: Path) -> None:
    for version in ("1", "2"):
        bring(address, built(tmp_path / "builder", version))
    one, other = tmp_path / "one", tmp_path / "other"
    catch_up(other)
    go_to("1", one)
    assert current_version(one) == "1"
    assert (catch_up(other), current_version(other)) == (True, "1")
    with pytest.raises(SnapshotError, match="there is no snapshot 9"):
        go_to("9", one)


def test_files_that_are_here_already_are_not_read_again(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(address, built(tmp_path / "builder", "1"))
    catch_up(tmp_path / "server")
    bring(address, built(tmp_path / "builder", "2"))
    read: list[str] = []
    whole = published.content
    monkeypatch.setattr(published, "content", lambda connection, sum_: read.append(sum_) or whole(connection, sum_))
    catch_up(tmp_path / "server")
    assert read == []
    (tmp_path / "server" / "snapshots" / "2" / "encoder" / "words.txt").write_text("damaged", "utf-8")
    bring(address, built(tmp_path / "builder", "3"))
    catch_up(tmp_path / "server")
    assert len(read) == 2
    Snapshot.open(tmp_path / "server" / "snapshots" / "3").close()


def test_who_listens_has_it_at_once(address: str, tmp_path: Path) -> None:
    home, stop, seen = tmp_path / "server", threading.Event(), threading.Event()
    there = {"1": threading.Event(), "2": threading.Event()}

    def look() -> None:
        seen.set()
        for version in versions(home):
            there[version].set()

    thread = threading.Thread(target=watch, args=(home, stop, look))
    thread.start()
    try:
        assert seen.wait(10)
        for version, came in there.items():
            bring(address, built(tmp_path / "builder", version))
            assert came.wait(10)
    finally:
        stop.set()
        thread.join(10)
    assert not thread.is_alive()


def test_an_address_is_never_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, postgres: Server) -> None:
    wrong = postgres.address("none such")
    for address, why in [
        (wrong, "cannot be reached"),
        (f"mysql://me:{PASSWORD}@here/kb", f"{STORE_ADDRESS} must begin with postgresql://"),
        (f"postgresql://me:{PASSWORD}@here:port/kb", "cannot be reached"),
    ]:
        monkeypatch.setenv(STORE_ADDRESS, address)
        with pytest.raises((SnapshotError, UsageError), match=why) as caught:
            catch_up(tmp_path)
        assert PASSWORD not in str(caught.value)
        assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_a_fetched_snapshot_says_where_its_records_are(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(address, built(tmp_path / "builder", "1"))
    catch_up(tmp_path / "server")
    monkeypatch.delenv(STORE_ADDRESS)
    with open_current(tmp_path / "server") as snapshot, pytest.raises(SnapshotError, match=f"set {STORE_ADDRESS}"):
        snapshot.store  # noqa: B018


@pytest.mark.parametrize("version", ["1", "20261126T161320854Z-85095e51", "V 0", "v_0", "x" * 200])
def test_each_version_has_a_schema_of_its_own(version: str) -> None:
    names = {schema_of(each) for each in (version, version + "1", version.swapcase(), f"{version}.")}
    assert len(names) == (3 if version == version.swapcase() else 4)
    assert all(len(name) <= 63 and name.isidentifier() and name.islower() for name in names)


def test_a_database_that_has_published_nothing_changes_nothing(address: str, tmp_path: Path) -> None:
    built(tmp_path, "1")
    assert not catch_up(tmp_path)
    assert current_version(tmp_path) == "1"
