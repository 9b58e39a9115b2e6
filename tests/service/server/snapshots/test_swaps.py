"""Snapshots swapped under load: no error, no answer made of two versions, nothing served that is damaged."""

from __future__ import annotations

import gc
import json
import logging
import re
import shutil
import threading
import time
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from apiflask import APIFlask

from kb.answering.answer import answer
from kb.home import MANIFEST, snapshots_dir
from kb.records import Contents
from kb.snapshots.publish import building, make_current, publish
from kb.snapshots.snapshot import Manifest, versions
from service.server.app import create_app
from service.server.settings import Settings
from service.server.snapshots import library as library_module
from service.server.snapshots import opened as opened_module
from service.server.snapshots.library import Library
from tests.kb.samples import CONTENTS, publish_sample

CLIENTS = 4
PAUSE_S = 0.01
LAMP = "/api/v1/checks/tiny-game/light-lamp"
Ask = Callable[[Any], None]
MANY_EXPORTS = Settings(rate_limit="off", exports=64)
"""Every client of these tests exports at once, from one address."""


def stamped(version: str) -> Contents:
    """The sample with its version in every clause."""
    [parsed] = CONTENTS.parsed
    clauses = tuple(replace(each, text=f"{each.text} (as of {version})") for each in parsed.clauses)
    passages = tuple(replace(each, lexical=f"{each.lexical} {version}") for each in CONTENTS.passages)
    return replace(CONTENTS, parsed=(replace(parsed, clauses=clauses),), passages=passages)


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library_module, "LOOK_EVERY_S", 0.01)


@contextmanager
def load(app: APIFlask, ask: Ask) -> Iterator[Counter[str]]:
    """Clients that ask again and again; what they met, by kind."""
    met: Counter[str] = Counter()
    stop = threading.Event()

    def run() -> None:
        client = app.test_client()
        while not stop.is_set():
            try:
                ask(client)
                met["answered"] += 1
            except Exception as error:
                met[f"{type(error).__name__}: {error}"] += 1
            time.sleep(PAUSE_S)

    threads = [threading.Thread(target=run) for _ in range(CLIENTS)]
    for thread in threads:
        thread.start()
    try:
        yield met
    finally:
        stop.set()
        for thread in threads:
            thread.join(30)


def served(library: Library) -> str:
    """The version that a request gets now."""
    with library.reading() as base:
        return base.version


def wait_for(library: Library, version: str) -> None:
    """Until this version is served."""
    for _ in range(1000):
        if served(library) == version:
            return
        time.sleep(0.01)
    raise AssertionError(f"{version} is not served, {served(library)} is")


DELETED = re.compile(r"<del\b.*?</del>", re.S)
"""How a clause read before, as its page tells."""


def ask_stamped(client: Any) -> None:
    """Every clause of an answer, of a search and of a page is of the version that it says."""
    found = client.get("/api/v1/ask?q=may+a+pinned+knight+jump&game=chess").get_json()
    said = [each["quote"] for each in found["citations"]]
    assert said
    assert all(f"(as of {found['kb']['version']})" in each for each in said), found
    hits = client.get("/api/v1/search?q=knight").get_json()
    assert all(f"(as of {hits['kb']['version']})" in each["quote"] for each in hits["hits"]), hits
    page = client.get("/clauses/chess/rules/moves.p1")
    assert page.status_code == 200
    assert len({part.split(")")[0] for part in DELETED.sub("", page.text).split("(as of ")[1:]}) == 1
    lines = [json.loads(line) for line in client.get("/api/v1/export/chess.jsonl", buffered=True).text.splitlines()]
    assert len({each["kb"] for each in lines}) == 1
    assert all(f"(as of {each['kb']})" in each["quote"] for each in lines if each["record"] == "clause")


@pytest.mark.slow
@pytest.mark.parametrize("swaps", [10, pytest.param(100, marks=pytest.mark.hard)])
def test_swaps_under_load_give_no_error_and_no_mixed_answer(tmp_path: Path, swaps: int) -> None:
    """One in ten is newly published, which removes older ones; the others go to and fro between those there are."""
    publish_sample(tmp_path, "v0", stamped("v0")).close()
    library = Library(tmp_path)
    with load(create_app(library, settings=MANY_EXPORTS), ask_stamped) as met:
        for number in range(1, swaps + 1):
            if number % 10 == 1:
                version = f"v{number}"
                publish_sample(tmp_path, version, stamped(version)).close()
            else:
                version = next(each for each in versions(tmp_path)[:2] if each != version)
                make_current(version, tmp_path)
            wait_for(library, version)
    library.close()
    assert set(met) == {"answered"}, met
    assert met["answered"] > swaps
    assert library.swaps == swaps


def republish(home: Path, source: Path, version: str) -> None:
    """The same content as a snapshot of another version."""
    with building(home) as aside:
        shutil.copytree(source, aside, dirs_exist_ok=True)
        manifest = Manifest.read(aside)
        (aside / MANIFEST).write_text(json.dumps({**asdict(manifest), "version": version}), "utf-8")
        publish(aside, home).close()


@pytest.mark.slow
def test_checks_are_computed_through_swaps(home: Path, tmp_path: Path) -> None:
    [first] = versions(home)
    source = snapshots_dir(home) / first
    republish(tmp_path, source, "v0")
    library = Library(tmp_path)

    def ask(client: Any) -> None:
        reply = client.post(LAMP, json={"top_floor": True, "oil": 2})
        assert reply.status_code == 200, reply.text
        assert reply.get_json()["verdict"] == {"kind": "yes_no", "value": True}

    with load(create_app(library), ask) as met:
        for number in range(1, 6):
            republish(tmp_path, source, f"v{number}")
            wait_for(library, f"v{number}")
    library.close()
    assert set(met) == {"answered"}, met


def test_what_is_served_is_passed_over_by_the_search_for_garbage_and_a_superseded_base_is_freed(tmp_path: Path) -> None:
    publish_sample(tmp_path, "1", stamped("1")).close()
    library = Library(tmp_path)
    library.warm_up()
    assert gc.get_freeze_count() > 0
    with library.reading() as base:
        old = weakref.ref(base)
    del base
    publish_sample(tmp_path, "2", stamped("2")).close()
    wait_for(library, "2")
    for _ in range(500):
        if old() is None:
            break
        time.sleep(0.01)
    assert old() is None
    library.close()
    assert gc.get_freeze_count() == 0


def test_a_base_that_is_warmed_is_closed_once_and_only_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    publish_sample(tmp_path, "1", stamped("1")).close()
    library = Library(tmp_path)
    with library.reading() as base:
        old = base
    warming, go_on, closed = threading.Event(), threading.Event(), []
    warm = Library._warm

    def slowly(self: Library, opened: opened_module.Opened) -> None:
        if opened.base is old:
            warming.set()
            go_on.wait(10)
            assert not closed
        warm(self, opened)

    monkeypatch.setattr(Library, "_warm", slowly)
    monkeypatch.setattr(type(old), "close", lambda self: closed.append(self.version))
    thread = threading.Thread(target=library.warm_up)
    thread.start()
    assert warming.wait(10)
    publish_sample(tmp_path, "2", stamped("2"))
    wait_for(library, "2")
    go_on.set()
    thread.join()
    assert closed.count("1") == 1
    library.close()


@pytest.mark.slow
def test_a_superseded_base_is_freed_though_checks_were_chosen_on_it(home: Path, tmp_path: Path) -> None:
    source = snapshots_dir(home) / versions(home)[0]
    republish(tmp_path, source, "v0")
    library = Library(tmp_path)
    library.warm_up()
    with library.reading() as base:
        answer(base, "can a stunned character attack?", "vs-system")
        old = weakref.ref(base)
    del base
    republish(tmp_path, source, "v1")
    wait_for(library, "v1")
    for _ in range(1_000):
        if old() is None:
            break
        time.sleep(0.01)
    library.close()
    assert old() is None


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


def test_a_library_closes_while_something_is_started_behind_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is being started then is waited for, and what comes later is not begun."""
    publish_sample(tmp_path, "1", stamped("1")).close()
    library = Library(tmp_path)
    starting, done = threading.Event(), list[str]()
    start = threading.Thread.start

    def start_slowly(thread: threading.Thread) -> None:
        if thread.name == "headjudge-library":
            starting.set()
            time.sleep(0.1)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_slowly)
    asking = threading.Thread(target=lambda: library._behind.start(lambda: done.append("before")))
    asking.start()
    assert starting.wait(5)
    library.close()
    asking.join()
    assert done == ["before"]
    library._behind.closing.set()
    library._behind.start(lambda: done.append("after"))
    assert done == ["before"]


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


def test_words_are_searched_until_the_encoder_is_loaded(home: Path) -> None:
    library = Library(home)
    client = create_app(library).test_client()
    cold = client.get("/api/v1/ask?q=lamp+oil")
    asked = client.get("/api/v1/ask?q=can+boost+costs+be+reduced+by+press&game=vs-system").get_json()
    assert asked["outcome"] == "cited", "words alone find clauses, and assert no verdict while the encoder is to come"
    assert (client.get("/readyz").get_json()["warm"], cold.get_json()["kb"]["search"]) == (False, "words")
    library.warm_up()
    warm = client.get("/api/v1/ask?q=lamp+oil", headers={"If-None-Match": cold.headers["ETag"]})
    assert (warm.status_code, warm.get_json()["kb"]["search"]) == (200, "meaning")
    told = client.get("/api/v1/ask?q=can+boost+costs+be+reduced+by+press&game=vs-system").get_json()
    assert (told["outcome"], told["verdict"]["value"]) == ("answered", False)
    assert client.get("/readyz").get_json()["warm"]
    library.close()
