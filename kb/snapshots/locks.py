"""Holds: a snapshot that a server reads is not pruned under it, however many are published meanwhile.

A hold is a shared lock on the snapshot's manifest. It dies with its process, so that nothing is left to clear up.
Where there is no fcntl (Windows), open files cannot be removed anyway, and holds do nothing.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import IO, Any

MANIFEST = "manifest.json"


def _fcntl() -> Any:
    try:
        return importlib.import_module("fcntl")
    except ImportError:
        return None


def hold(folder: Path) -> IO[bytes] | None:
    """Hold the snapshot in a folder until the returned file is closed; None where it is no longer there."""
    try:
        stream = (folder / MANIFEST).open("rb")
    except OSError:
        return None
    if fcntl := _fcntl():
        fcntl.flock(stream, fcntl.LOCK_SH)
    if (folder / MANIFEST).exists():
        return stream
    stream.close()
    return None


def held(folder: Path) -> bool:
    """Whether any process holds the snapshot in a folder."""
    fcntl = _fcntl()
    if fcntl is None:
        return False
    try:
        with (folder / MANIFEST).open("rb") as stream:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
