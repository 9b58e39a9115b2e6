"""The snapshot that a build would make again: the current one, where it is whole and nothing has changed since.

Only what the commands build is found so. A program that calls `ingest.building.pipeline.build` itself, with an
encoder of its own or parts replaced, gets a new snapshot each time.
"""

from __future__ import annotations

from pathlib import Path

from kb.errors import SnapshotError
from kb.home import current_version, snapshots_dir
from kb.snapshots.snapshot import Snapshot


def unchanged(made_from: str, home: Path | None = None) -> Snapshot | None:
    """The current snapshot, opened, where it was made from what this digest stands for and is whole."""
    version = current_version(home)
    if not made_from or version is None:
        return None
    try:
        found = Snapshot.open(snapshots_dir(home) / version)
    except SnapshotError:
        return None
    if found.manifest.made_from == made_from:
        return found
    found.close()
    return None
