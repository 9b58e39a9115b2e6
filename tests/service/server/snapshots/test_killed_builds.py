"""A build that is killed at any moment leaves a snapshot that verifies, and the next build is none the worse."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kb.home import current_version, snapshots_dir
from kb.knowledge import KnowledgeBase
from kb.snapshots.snapshot import Snapshot, versions
from tests.kb.samples import publish_sample

KILLS = int(os.environ.get("KILLS", "8"))
ROOT = Path(__file__).resolve().parents[4]
BUILD = """
import sys
from pathlib import Path
from tests.kb.samples import publish_sample
for number in range(1000):
    publish_sample(Path(sys.argv[1]), f"{sys.argv[2]}-{number:03}").close()
    print("published", flush=True)
"""


def build_and_kill(home: Path, name: str, chance: random.Random) -> None:
    """Build one snapshot after the other in a process of its own, and kill it somewhere in the second or third."""
    command = [sys.executable, "-c", BUILD, str(home), name]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, start_new_session=True) as process:
        assert process.stdout is not None
        started = time.monotonic()
        assert process.stdout.readline() == b"published\n"
        first = min(2.0, time.monotonic() - started)
        time.sleep(chance.random() * first)
        os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.slow
def test_a_build_killed_at_any_moment_leaves_a_snapshot_that_verifies(tmp_path: Path) -> None:
    chance = random.Random(5)
    publish_sample(tmp_path, "0").close()
    for number in range(1, KILLS + 1):
        build_and_kill(tmp_path, f"{number:03}", chance)
        current = current_version(tmp_path)
        assert current is not None
        Snapshot.open(snapshots_dir(tmp_path) / current).close()
        with KnowledgeBase.open(tmp_path) as base:
            assert base.version == current
            assert len(base.store.clauses()) == base.snapshot.counts["clauses"]
    publish_sample(tmp_path, "999").close()
    assert current_version(tmp_path) == "999"
    assert len(versions(tmp_path)) <= 3
    assert [each.name for each in (tmp_path / "snapshots").iterdir() if each.name.startswith(".")] == []
    assert list(tmp_path.glob(".current-*")) == []
