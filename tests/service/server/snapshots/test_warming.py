"""What cannot be warmed for now is warmed later, and the log says what it lacked."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kb.knowledge import KnowledgeBase
from service.server.app import create_app
from service.server.snapshots import library as library_module
from service.server.snapshots.library import Library
from tests.kb.samples import publish_sample

OUT_OF_FILES = OSError(24, "Too many open files")


class Failing:
    """Loads vectors as a base does, once it has failed `times`."""

    def __init__(self, times: int, error: Exception) -> None:
        self.left, self.error = times, error
        self.load: Callable[[KnowledgeBase], None] = KnowledgeBase.add_dense

    def __call__(self, base: KnowledgeBase) -> None:
        self.left -= 1
        if self.left >= 0:
            raise self.error
        self.load(base)


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    """A library over the sample that tries again at once."""
    monkeypatch.setattr(library_module, "TRY_AGAIN_S", 0.01)
    publish_sample(tmp_path, "1").close()
    opened = Library(tmp_path)
    yield opened
    opened.close()


def fail(monkeypatch: pytest.MonkeyPatch, times: int, error: Exception = OUT_OF_FILES) -> None:
    failing = Failing(times, error)
    monkeypatch.setattr(KnowledgeBase, "add_dense", lambda base: failing(base))


def wait_until(what: Callable[[], bool]) -> None:
    until = time.monotonic() + 10
    while not what() and time.monotonic() < until:
        time.sleep(0.01)
    assert what()


@pytest.mark.parametrize("error", [OUT_OF_FILES, MemoryError(), RuntimeError("of a library")], ids=repr)
def test_it_is_tried_again_until_it_succeeds(
    library: Library, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    fail(monkeypatch, 3, error)
    library.warm_up_behind()
    wait_until(lambda: library.warm)
    assert not library.cannot_warm
    assert len([each for each in caplog.records if each.levelno == logging.ERROR]) == 1, "one reason, one line"


def test_meanwhile_questions_are_answered_by_words_and_nobody_waits(
    library: Library, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fail(monkeypatch, 10_000)
    library.warm_up_behind()
    wait_until(lambda: library.cannot_warm)
    client = create_app(library).test_client()
    assert client.get("/readyz").get_json()["warm"] is False
    assert client.get("/api/v1/ask?q=may+a+knight+jump").status_code == 200
    assert "Too many open files" in caplog.text


def test_a_snapshot_that_can_be_warmed_takes_its_place(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(monkeypatch, 1)
    library.warm_up()
    assert library.cannot_warm
    publish_sample(tmp_path, "2").close()
    assert library.renew()
    assert (library.warm, library.cannot_warm) == (True, False)


def test_one_that_cannot_be_warmed_does_not(library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library.warm_up()
    publish_sample(tmp_path, "2").close()
    fail(monkeypatch, 1, RuntimeError("of a library"))
    assert not library.renew()
    with library.reading() as base:
        assert base.version == "1"
    assert library.warm


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
