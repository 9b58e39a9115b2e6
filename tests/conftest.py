"""Fixtures that every test may use: the corpus, the publishers' files, and a game parsed once."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import pytest

from ingest.games import parse_game
from ingest.source import Source
from kb.records import Parsed

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT / "corpus"
SOURCES = Path(os.environ.get("HEADJUDGE_SOURCES", ROOT.parent / "shared" / "sources"))

ParseGame = Callable[[str, str], tuple[Source, Parsed]]


@pytest.fixture(scope="session")
def sources() -> Path:
    """The folder of the publishers' files; tests that need it are skipped where it is missing."""
    if not SOURCES.is_dir():
        pytest.skip("the publishers' documents are not here: set HEADJUDGE_SOURCES to their folder")
    return SOURCES


@lru_cache
def _parsed(game: str, edition: str) -> tuple[Source, Parsed]:
    [document] = parse_game(CORPUS / game, edition, SOURCES)
    return document


@pytest.fixture(scope="session")
def parsed(request: pytest.FixtureRequest) -> ParseGame:
    """`parsed(game, edition)`: source and records of a game's only document, parsed once a session."""

    def parse(game: str, edition: str) -> tuple[Source, Parsed]:
        if edition == "official":
            request.getfixturevalue("sources")
        return _parsed(game, edition)

    return parse
