"""Holds: a snapshot that a server reads is not pruned under it, however many are published meanwhile.

A hold is a shared lock on the snapshot's manifest (kb/files/locks.py). Where there are no locks (Windows), open files
cannot be removed anyway, and holds do nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import IO

from kb.files.locks import lock

MANIFEST = "manifest.json"


def hold(folder: Path) -> IO[bytes] | None:
    """Hold the snapshot in a folder until the returned file is closed; None where it is no longer there."""
    try:
        stream = (folder / MANIFEST).open("rb")
    except OSError:
        return None
    lock(stream, shared=True)
    if (folder / MANIFEST).exists():
        return stream
    stream.close()
    return None


def held(folder: Path) -> bool:
    """Whether any process holds the snapshot in a folder."""
    try:
        with (folder / MANIFEST).open("rb") as stream:
            return not lock(stream, wait=False)
    except OSError:
        return False
