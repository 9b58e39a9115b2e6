"""No process that the program starts imports from the folder that somebody stands in.

In ~/Downloads, beside the rulebook, anything may lie: a `json.py` there is no part of the program.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from ingest.building.ahead import reading_ahead
from ingest.encoding.embed import EncoderSource
from ingest.encoding.export import _run
from ingest.formats.guarded import convert_guarded
from kb.children import spawning, surroundings
from kb.errors import UsageError
from kb.rules.process.worker import Worker
from service.server.snapshots.rebuild import Rebuild

FOUND_EARLY = ("json", "pickle", "struct", "random", "tempfile", "gc")
"""Modules of Python's own that every one of the processes imports."""
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that is there once a module of the folder we stand in was run."""
    folder, written = tmp_path / "downloads", tmp_path / "ran"
    folder.mkdir()
    for name in FOUND_EARLY:
        (folder / f"{name}.py").write_text(f"open({str(written)!r}, 'a').write(__name__)\nraise SystemExit\n", "utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    return written


def a_document_is_read(aside: Path) -> None:
    (aside / "rules.md").write_text("# Turns\n\nA turn has two phases.\n", "utf-8")
    assert convert_guarded(aside / "rules.md").blocks


def a_solver_is_started(_: Path) -> None:
    worker = Worker()
    worker.start()
    worker.close()


def games_are_read_ahead(aside: Path) -> None:
    with reading_ahead(aside, "restated", None, aside, begin=True) as wait:
        wait()


def an_encoder_is_exported(aside: Path) -> None:
    with suppress(UsageError):  # there is no such step, which the process says once it has imported all
        _run(EncoderSource(aside, "none", "", ""), ["no-step", "{}", str(aside)])


def a_server_builds(aside: Path) -> None:
    rebuild = Rebuild(aside, (sys.executable, "-c", "import json; print(json.__name__)"))
    assert rebuild.start()
    while rebuild.status()["state"] == "running":
        time.sleep(0.05)
    assert rebuild.status()["said"] == "json"


def several_read_a_large_rulebook(_: Path) -> None:
    with ProcessPoolExecutor(1, mp_context=spawning()) as pool:
        assert list(pool.map(abs, [-1])) == [1]


@pytest.mark.parametrize(
    "start",
    [
        a_document_is_read,
        a_solver_is_started,
        games_are_read_ahead,
        an_encoder_is_exported,
        a_server_builds,
        several_read_a_large_rulebook,
    ],
)
def test_what_stands_in_the_current_folder_is_not_run(
    start: Callable[[Path], None], ran: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    (tmp_path / "aside").mkdir()
    start(tmp_path / "aside")
    assert not ran.exists()


def test_an_empty_part_of_pythonpath_is_not_the_current_folder(ran: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`export PYTHONPATH=$PYTHONPATH:/opt/tools` leaves one, where nothing was set before."""
    monkeypatch.setenv("PYTHONPATH", f"{os.pathsep}/opt/tools")
    subprocess.run([sys.executable, "-c", "import json"], env=surroundings(), check=True)
    assert not ran.exists()
    assert surroundings()["PYTHONPATH"].split(os.pathsep) == [str(ROOT), "/opt/tools"]


def test_every_module_that_starts_python_does_it_so() -> None:
    sources = [path for each in ("kb", "ingest", "service") for path in (ROOT / each).rglob("*.py")]
    texts = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in sources}
    starting = {name for name, text in texts.items() if "sys.executable" in text}
    assert "ingest/formats/guarded.py" in starting
    assert {name for name in starting if "surroundings()" not in texts[name]} == set()
    assert {name for name, text in texts.items() if "get_context(" in text} == {"kb/children.py"}
