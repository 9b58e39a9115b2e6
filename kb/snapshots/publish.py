"""Make a new snapshot current: built in a folder of its own, moved into place, then named by `current`.

Each step is one atomic rename on the same file system. Whatever is killed in between leaves the
current snapshot as it was; the next build clears away what is left over.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kb.errors import SnapshotError
from kb.files.whole import flush, write_whole
from kb.home import CURRENT, current_version, home_dir, snapshots_dir
from kb.snapshots.locks import held
from kb.snapshots.snapshot import Snapshot, versions

LEFT_OVER = ".building"
KEPT = 3
TURN_S = 10.0
"""How long others who change what is current are waited for; each takes as long as the disk needs for a few bytes."""
LEFT = 1024 * 1024
"""Bytes: a disk with no more free is full."""


@contextmanager
def building(home: Path | None = None) -> Iterator[Path]:
    """An empty folder to build a snapshot in, removed at the end if it was not published.

    Only one build runs at a time: SnapshotError where another holds the lock, which dies with its process.
    """
    from filelock import FileLock, Timeout

    folder = snapshots_dir(home)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(home_dir(home) / "build.lock", timeout=0):
            clear_left_over(home)
            aside = folder / f"{LEFT_OVER}-{os.getpid()}"
            aside.mkdir()
            try:
                yield aside
            except (sqlite3.OperationalError, RuntimeError) as error:  # what SQLite and faiss make of a full disk
                if shutil.disk_usage(aside).free > LEFT:
                    raise
                raise SnapshotError(f"{home_dir(home)} cannot be written: the disk is full") from error
            finally:
                shutil.rmtree(aside, ignore_errors=True)
    except Timeout as error:
        raise SnapshotError(f"another build is running in {home_dir(home)}: wait for it to end") from error
    except OSError as error:
        raise SnapshotError(f"{home_dir(home)} cannot be written: {error}") from error


def clear_left_over(home: Path | None = None) -> None:
    """Remove what killed builds left behind; call it under the build's lock."""
    for folder in snapshots_dir(home).glob(f"{LEFT_OVER}*"):
        shutil.rmtree(folder, ignore_errors=True)


def publish(folder: Path, home: Path | None = None) -> Snapshot:
    """Move a finished, verified build into place, make it current, and remove all but the last KEPT snapshots.

    SnapshotError where a snapshot of the same version is there already.
    """
    version = Snapshot.open(folder).version
    target = snapshots_dir(home) / version
    if target.exists():
        raise SnapshotError(f"there is a snapshot {version} already")
    for path in (*folder.rglob("*"), folder):
        flush(path)
    folder.rename(target)
    flush(target.parent)
    make_current(version, home)
    prune(home)
    return Snapshot.open(target)


def make_current(version: str, home: Path | None = None) -> None:
    """Point `current` at a version, by one atomic rename; of those that do so at once, one after the other.
    SnapshotError where the home folder cannot be written."""
    from filelock import FileLock, Timeout

    pointer = home_dir(home) / CURRENT
    try:
        with FileLock(pointer.with_suffix(".lock"), timeout=TURN_S):
            for killed in pointer.parent.glob(f".{CURRENT}-*"):
                killed.unlink(missing_ok=True)
            write_whole(pointer, f"{version}\n".encode())
    except Timeout as error:
        raise SnapshotError(f"others are changing {pointer}: try again") from error
    except OSError as error:
        raise SnapshotError(f"{home_dir(home)} cannot be written: {error}") from error


def prune(home: Path | None = None, kept: int = KEPT) -> None:
    """Remove all snapshots but the current one and the newest others, `kept` in all, and those that a server reads."""
    current = current_version(home)
    others = [version for version in versions(home) if version != current]
    for version in others[kept - 1 :]:
        if held(snapshots_dir(home) / version):
            continue
        hidden = snapshots_dir(home) / f"{LEFT_OVER}-old-{version}"
        (snapshots_dir(home) / version).rename(hidden)
        shutil.rmtree(hidden, ignore_errors=True)
