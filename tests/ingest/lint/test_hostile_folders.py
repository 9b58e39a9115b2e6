"""Two hundred hostile game folders: each an error with its file, within five seconds and one gigabyte; nothing outside
of the folder is read, and nothing is published."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.building import pipeline
from ingest.encoding.encoders import HashingBuild
from ingest.lint import validate
from kb.errors import SourceError, UsageError
from tests.ingest.lint.hostile_folders import MARK, changes, hostile_folder

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is counted as Linux counts it"),
]

LIMIT_S = 5
MEMORY = 2**30
BUSIER = 4
"""So many times as long it may take where the machine is busy; the processor's seconds count as they are."""
HARM = dict(changes())


def test_there_are_two_hundred() -> None:
    assert len(HARM) >= 200


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    shutil.rmtree(tmp_path)


@pytest.mark.parametrize("name", HARM)
def test_a_hostile_folder_is_an_error_with_its_place(place: Path, name: str) -> None:
    folder = hostile_folder(place, HARM[name])
    said = linted(folder)
    assert "error [" in said, said[-2_000:]
    assert any(line.startswith("tiny-game/") for line in said.splitlines() if "error [" in line), said[-2_000:]
    assert MARK not in said
    assert "root:" not in said


def test_a_sound_folder_is_none(place: Path) -> None:
    assert "error [" not in linted(hostile_folder(place, lambda folder: None))


@pytest.mark.parametrize(
    "name", [each for each in HARM if "link" in each or "'/etc" in each or "../secret" in each][:12]
)
def test_nothing_of_it_is_published(place: Path, name: str) -> None:
    folder = hostile_folder(place, HARM[name])
    shutil.rmtree(place / "chess")
    with pytest.raises((SourceError, UsageError)):  # a game.toml that is none is no game
        pipeline.build(folder.parent, home=place / "home", encoder=HashingBuild())
    assert not (place / "home" / "current").exists()
    assert not list((place / "home").glob("snapshots/*"))


def linted(folder: Path) -> str:
    """What lint says, by a process of its own with a gigabyte and a few seconds."""
    read, write = os.pipe()
    began = time.monotonic()
    child = os.fork()
    if child == 0:
        os.close(read)
        _lint(folder, write)
    os.close(write)
    with open(read, encoding="utf-8", errors="replace") as stream:
        said = stream.read()
    _, status, used = os.wait4(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0, (os.waitstatus_to_exitcode(status), said[-3_000:])
    assert used.ru_utime + used.ru_stime <= LIMIT_S
    assert time.monotonic() - began <= LIMIT_S * BUSIER
    return said


def _lint(folder: Path, write: int) -> None:
    """In the child: bounds, lint, what it said, end."""
    code = 1
    try:
        held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (held + MEMORY, held + MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT_S + 1, LIMIT_S + 2))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.alarm(LIMIT_S * BUSIER)
        report = validate.lint_game(folder)
        said = "\n".join(map(str, report.problems))
        code = 0
    except BaseException as error:
        import traceback

        said = f"{type(error).__name__}: {str(error)[:500]}\n" + "".join(traceback.format_tb(error.__traceback__)[-6:])
    with open(write, "w", encoding="utf-8", errors="replace") as stream:
        stream.write(said)
    os._exit(code)
