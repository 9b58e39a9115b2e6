"""A file that harms a reader is an error that names it, in bounded time and memory, and nothing is written."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ingest.adding.folder import read_document
from ingest.formats.guarded import convert_guarded
from kb.errors import SourceError
from tests.ingest.formats.hostile import BOMBS, HOSTILE

pytestmark = pytest.mark.slow  # each file is read by a process of its own

SECONDS = 60
BUSIER = 4
"""So many times as long it may take where the machine is busy; the processor's seconds count as they are."""
MEGABYTES = 1_500


@contextmanager
def bounded() -> Iterator[None]:
    """What is done within takes no longer than it may."""
    begun, used = time.monotonic(), processor_seconds()
    yield
    assert processor_seconds() - used < SECONDS
    assert time.monotonic() - begun < SECONDS * BUSIER


def processor_seconds() -> float:
    """Of this process and of those it began that have ended."""
    return sum(
        each.ru_utime + each.ru_stime
        for each in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_a_hostile_file_is_an_error_with_its_place(name: str, tmp_path: Path) -> None:
    path = HOSTILE[name](tmp_path)
    before = sorted(tmp_path.rglob("*"))
    with bounded(), pytest.raises(SourceError) as refused:
        read_document(path, "tiny-game")
    [problem] = refused.value.problems
    assert (problem.place.file == path.name, problem.severity) == (True, "error")
    assert len(problem.message) < 300
    assert problem.code != "unreadable", "it was refused before it could crash its reader"
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", sorted(BOMBS))
def test_a_bomb_takes_no_more_than_its_share(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"rules.{name.partition('-')[0]}"
    path.write_bytes(BOMBS[name]())
    with bounded():
        assert megabytes_to_read(path) < MEGABYTES


MEASURED = """
import resource, sys
from pathlib import Path
from ingest.adding.folder import read_document
from kb.errors import SourceError
try:
    read_document(Path(sys.argv[1]), "tiny-game")
except SourceError:
    pass
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)
"""


def megabytes_to_read(path: Path) -> float:
    """What the reader of a document takes at most. A small process begins it: a child counts what its parent held."""
    done = subprocess.run([sys.executable, "-c", MEASURED, str(path)], capture_output=True, text=True, check=True)
    return float(done.stdout)


def test_a_reader_that_does_not_end_is_ended(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text("1.1 A boat carries three crates.\n", "utf-8")
    with pytest.raises(SourceError, match="could not be read in 0 seconds"):
        convert_guarded(path, seconds=0)
