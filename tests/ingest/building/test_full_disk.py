"""A disk that is full at any moment of a build: one sentence says so, no traceback; the snapshot before stays."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
OWN = ["unshare", "--user", "--map-root-user", "--mount"]
BUILD = """
import sys
from pathlib import Path
from ingest.building import pipeline
from ingest.encoding.encoders import HashingBuild
from kb.errors import SnapshotError
from kb.snapshots.snapshot import open_current
from tests.service.conftest import split_at_stops
pipeline.read_language = split_at_stops
corpus, home = map(Path, sys.argv[1:3])
for free in map(int, sys.argv[3:]):
    filler = home / "filler"
    filler.unlink(missing_ok=True)
    left = __import__("shutil").disk_usage(home).free
    filler.write_bytes(bytes(max(0, left - free * 1024)))
    try:
        pipeline.build(corpus, home=home, encoder=HashingBuild()).close()
        print(free, "built")
    except SnapshotError as error:
        print(free, "refused:", error)
    with open_current(home) as served:
        print("serves", served.version)
    print("left", sorted(each.name for each in (home / "snapshots").iterdir() if each.name.startswith(".")))
"""
FREE_KB = (0, 4, 40, 100, 200, 300, 400, 500)
pytestmark = pytest.mark.slow


def test_a_full_disk_is_said_in_one_sentence(tmp_path: Path) -> None:
    probe = [*OWN, "sh", "-c", f"mount -t tmpfs -o size=8m none {tmp_path}"]
    if shutil.which(OWN[0]) is None or subprocess.run(probe, capture_output=True).returncode:
        pytest.skip("this system lets nobody make a small disk")
    corpus, home = tmp_path / "corpus", tmp_path / "disk" / "home"
    home.mkdir(parents=True)
    shutil.copytree(ROOT / "tests" / "fixtures" / "tiny-game", corpus / "tiny-game")
    sizes = " ".join(map(str, (100_000, *FREE_KB)))
    disk = f"mount -t tmpfs -o size=8m none {home.parent} && mkdir {home}"
    script = f"{disk} && exec {sys.executable} -c '{BUILD}' {corpus} {home} {sizes}"
    ran = subprocess.run([*OWN, "sh", "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr[-3_000:]
    lines = ran.stdout.splitlines()
    assert lines[0] == "100000 built"
    refused = [line for line in lines if "refused:" in line]
    assert len(refused) >= 4, lines
    assert all("cannot be written" in line for line in refused), refused
    assert {line for line in lines if line.startswith("left")} == {"left []"}
    assert sum(line.startswith("serves") for line in lines) == len(FREE_KB) + 1
