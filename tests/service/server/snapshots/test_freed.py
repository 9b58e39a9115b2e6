"""What was superseded is freed and closed once, and a library that closes waits for what it started."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from pathlib import Path

import pytest

from kb.answering.answer import answer
from kb.home import snapshots_dir
from kb.snapshots.snapshot import versions
from service.server.snapshots import opened as opened_module
from service.server.snapshots.library import Library
from tests.kb.samples import publish_sample
from tests.service.server.snapshots.publishing import republish, stamped, wait_for

pytestmark = pytest.mark.usefixtures("look_often")


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
