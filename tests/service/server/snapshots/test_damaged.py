"""A snapshot that is damaged or deleted is never served, nor does it keep what is served from answering."""

from __future__ import annotations

import logging
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kb.home import snapshots_dir
from kb.snapshots.publish import make_current
from service.server.app import create_app
from service.server.snapshots import opened as opened_module
from service.server.snapshots.library import Library
from tests.kb.samples import publish_sample
from tests.service.server.snapshots.publishing import served, stamped

pytestmark = pytest.mark.usefixtures("look_often")


def test_a_server_starts_with_the_previous_snapshot_where_the_current_is_damaged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for version in ("1", "2"):
        publish_sample(tmp_path, version, stamped(version)).close()
    for name, client in damaged(tmp_path, "2"):
        found = client.get("/readyz").get_json()
        assert found["kb"]["version"] == "1"
        assert name in found["refused"]
        assert f"snapshot 2 is damaged: {name}" in caplog.text
        assert "(as of 1)" in client.get("/api/v1/clauses/chess/rules/moves.p1").get_json()["quote"]


def damaged(home: Path, version: str) -> Iterator[tuple[str, Any]]:
    """A client of a server started over a snapshot with one file damaged, then another."""
    for name in ("kb.db", "vectors.faiss"):
        path = snapshots_dir(home) / version / name
        whole = path.read_bytes()
        path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
        library = Library(home)
        yield name, create_app(library).test_client()
        library.close()
        path.write_bytes(whole)


def test_a_damaged_snapshot_does_not_replace_a_running_one(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    publish_sample(tmp_path, "1", stamped("1")).close()
    library = Library(tmp_path)
    assert served(library) == "1"
    shutil.copytree(snapshots_dir(tmp_path) / "1", snapshots_dir(tmp_path) / "2")
    (snapshots_dir(tmp_path) / "2" / "kb.db").write_bytes(b"nothing")
    with caplog.at_level(logging.WARNING, "headjudge"):
        make_current("2", tmp_path)
        assert not library.renew()
    assert served(library) == "1"
    assert "kb.db has 7 bytes" in library.refused
    opened = library._opened
    assert not library.renew()
    assert library._opened is opened
    library.close()


def test_a_pointer_that_vanishes_leaves_the_running_one(tmp_path: Path) -> None:
    publish_sample(tmp_path, "1", stamped("1")).close()
    library = Library(tmp_path)
    assert served(library) == "1"
    (tmp_path / "current").unlink()
    time.sleep(0.05)
    assert served(library) == "1"
    assert not library.renew()
    library.close()


@pytest.mark.parametrize("others", [True, False], ids=["another is there", "none is"])
def test_what_is_served_is_deleted_and_every_question_is_answered(tmp_path: Path, others: bool) -> None:
    """From new threads too, each with a connection of its own."""
    for version in ("1", "2") if others else ("2",):
        publish_sample(tmp_path, version, stamped(version)).close()
    library = Library(tmp_path)
    app = create_app(library)
    assert served(library) == "2"
    shutil.rmtree(snapshots_dir(tmp_path) / "2")
    statuses: list[int] = []

    def ask() -> None:
        statuses.append(app.test_client().get("/api/v1/ask?q=may+a+knight+jump").status_code)

    until = time.monotonic() + 10
    while (len(statuses) < 12 or (others and served(library) == "2")) and time.monotonic() < until:
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
    assert set(statuses) == {200}
    assert served(library) == ("1" if others else "2")
    found = app.test_client().get("/readyz").get_json()
    assert ("snapshot 2 is damaged" in (found["refused"] or "")) == others
    assert app.test_client().get("/api/v1/export/kb.db").status_code == (200 if others else 503)
    library.close()


def test_a_damaged_snapshot_is_summed_once_however_often_it_is_asked_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`/readyz` has no rate limit, and a snapshot's files take a second."""
    for version in ("1", "2"):
        publish_sample(tmp_path, version).close()
    (snapshots_dir(tmp_path) / "2" / "kb.db").write_bytes(b"nothing")
    library = Library(tmp_path)
    client = create_app(library).test_client()
    summed: list[object] = []
    whole = opened_module.Snapshot.open

    def open_counted(folder: Path) -> object:
        summed.append(folder)
        return whole(folder)

    assert served(library) == "1"
    monkeypatch.setattr(opened_module.Snapshot, "open", open_counted)
    said = {client.get("/readyz").get_json()["refused"] for _ in range(20)}
    assert len(summed) == 1
    assert [str(each)[:36] for each in said] == ["snapshot 2 is damaged: kb.db has 7 b"]
    library.close()
