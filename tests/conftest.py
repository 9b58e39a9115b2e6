"""Fixtures that every test may use: the corpus, the publishers' files, and a game parsed once."""

from __future__ import annotations

import gc
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import pytest
from filelock import FileLock

from ingest.games import parse_game
from ingest.source import Source
from kb.records import Parsed
from tests.support.postgres import Server, server

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT / "corpus"
SOURCES = Path(os.environ.get("HEADJUDGE_SOURCES", ROOT.parent / "shared" / "sources"))

ParseGame = Callable[[str, str], tuple[Source, Parsed]]
SHARED = "HEADJUDGE_TESTS_SHARED"
MEMORY = Path("/dev/shm")
ROOM = 4 << 30
"""Bytes that must be free there: the tests leave a few hundred megabytes until they end."""
LEFT_OUT = re.compile(r"not \w+( and not \w+)*")
OF_A_FILE = re.compile(r"^pytestmark = (\[\n.*?^\]|[^\n]*)", re.MULTILINE | re.DOTALL)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files whose tests are all left out by `-m` are not imported: that of some takes seconds, that of all half a
    minute. It is seen in their text: in `pytestmark`, or nowhere where one mark is asked for. Nor is a folder entered
    that has no others, for its conftest.py imports as much."""
    asked = config.getoption("markexpr")
    if asked and collection_path.is_dir():
        files = sorted(collection_path.rglob("test_*.py"))
        return True if files and all(pytest_ignore_collect(each, config) for each in files) else None
    if not asked or not collection_path.match("test_*.py"):
        return None
    text = collection_path.read_text("utf-8")
    if LEFT_OUT.fullmatch(asked):
        of_all = OF_A_FILE.search(text)
        marks = set(re.findall(r"mark\.(\w+)", of_all[1])) if of_all else set()
        return True if marks.intersection(re.findall(r"not (\w+)", asked)) else None
    return True if asked.isidentifier() and f"mark.{asked}" not in text else None


def in_memory() -> str | None:
    """A folder in memory where there is one with room: snapshots are synchronised, and hundreds of tests publish one
    that nobody needs after a crash; they waited for the disk longer than they computed."""
    if not os.access(MEMORY, os.W_OK):
        return None
    held = os.statvfs(MEMORY)
    return str(MEMORY) if held.f_bavail * held.f_frsize >= ROOM else None


def pytest_configure(config: pytest.Config) -> None:
    """Where tests write (PYTEST_DEBUG_TEMPROOT is a setting of pytest's), and a folder for what is made once a run,
    whichever of its processes needs it first; it goes with the run. Where there are several, each computes in one
    thread: threads of libraries that wait for each other took half of the time in which the sample is built."""
    if config.getoption("numprocesses", None):
        os.environ.setdefault("OMP_NUM_THREADS", "1")
    if place := in_memory():
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", place)
    if SHARED not in os.environ:
        os.environ[SHARED] = tempfile.mkdtemp(prefix="headjudge-tests-")
        config.add_cleanup(lambda: shutil.rmtree(os.environ.pop(SHARED), ignore_errors=True))
    gc.disable()  # until all is collected


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests come first, so that no process begins one when the others are done; what needs the sample
    of tests/service/conftest.py is marked `base`."""
    for item in items:
        if "home" in getattr(item, "fixturenames", ()):
            item.add_marker("base")
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What was imported and collected stays: nobody looks through it for garbage while it is made, nor later."""
    gc.collect()
    gc.freeze()
    gc.enable()


def shared() -> Path:
    """The folder of what the processes of this run share."""
    return Path(os.environ[SHARED])


def once(name: str, make: Callable[[Path], object]) -> Path:
    """The folder of this name in `shared()`, filled by `make` in whichever process of this run needs it first."""
    place = shared() / name
    place.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{place}.lock"):
        if not place.exists():
            making = place.with_name(f"{place.name}.making")
            shutil.rmtree(making, ignore_errors=True)  # of a process that ended before its end
            making.mkdir()
            make(making)
            making.rename(place)
    return place


def copied(games: Sequence[str], corpus: Path, most: int = 0) -> Path:
    """A corpus of these games with at most so many questions to learn from each: they are what a build takes longest
    over, and tests of anything else do without."""
    for game in games:
        shutil.copytree(CORPUS / game, corpus / game)
        learned = corpus / game / "questions" / "train.jsonl"
        lines = learned.read_text("utf-8").splitlines(keepends=True)
        learned.write_text("".join(lines[:most]), "utf-8")
    return corpus


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A real PostgreSQL of this process; tests that need it are skipped, with the reason, where it cannot start."""
    with server() as started:
        yield started


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
