"""A knowledge base of the tiny game alone, embedded by hashed words: built in a moment."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.building import pipeline
from ingest.encoding.encoders import HashingBuild
from kb.knowledge import KnowledgeBase
from tests.service.conftest import ROOT, split_at_stops


@pytest.fixture(scope="session")
def tiny_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder with a snapshot of the tiny game."""
    place = tmp_path_factory.mktemp("tiny")
    shutil.copytree(ROOT / "tests" / "fixtures" / "tiny-game", place / "corpus" / "tiny-game")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pipeline, "read_language", split_at_stops)
        pipeline.build(place / "corpus", home=place / "home", encoder=HashingBuild()).close()
    return place / "home"


@pytest.fixture(scope="module")
def base(tiny_home: Path) -> Iterator[KnowledgeBase]:
    """The knowledge base, open for all tests of a file: each that asks has a process that solves its checks."""
    with KnowledgeBase.open(tiny_home) as opened:
        yield opened
