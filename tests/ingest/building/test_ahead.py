"""What a process of its own reads meanwhile is found by the build; where it fails, the build reads by itself."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ingest.building import ahead, pipeline
from ingest.encoding.encoders import HashingBuild
from ingest.language import reading
from tests.ingest.building.test_pipeline import FIXTURES, split_at_stops


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A corpus of the tiny game."""
    shutil.copytree(FIXTURES / "tiny-game", tmp_path / "corpus" / "tiny-game")
    return tmp_path / "corpus"


@pytest.mark.model
def test_a_build_finds_what_was_read_meanwhile(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_read", None)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    with pipeline.build(corpus, home=corpus.parent / "home", encoder=HashingBuild(), beside=True) as built:
        assert built.counts["mentions"] > 0


def test_a_process_that_fails_changes_nothing(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "COMMAND", "raise SystemExit(3)")
    monkeypatch.setattr(pipeline, "read_language", split_at_stops)
    with pipeline.build(corpus, home=corpus.parent / "home", encoder=HashingBuild(), beside=True) as built:
        assert built.counts["clauses"] == 13


def test_it_is_stopped_with_the_build(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "COMMAND", "import time; time.sleep(600)")
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    with pytest.raises(KeyboardInterrupt), ahead.reading_ahead(corpus, "restated", None, None, True) as wait:
        raise KeyboardInterrupt
    assert wait() != 0


def test_nothing_is_begun_on_one_processor(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    monkeypatch.setattr(ahead.subprocess, "Popen", None)
    with ahead.reading_ahead(corpus, "restated", None, None, True) as wait:
        assert wait() is None
