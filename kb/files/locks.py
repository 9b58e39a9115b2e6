"""Locks of open files, among threads and processes. A lock dies with its file or its process, so that nothing is left
to clear up. Where there is no fcntl (Windows) nothing is locked."""

from __future__ import annotations

import importlib
from typing import IO, Any


def _fcntl() -> Any:
    try:
        return importlib.import_module("fcntl")
    except ImportError:
        return None


def lock(stream: IO[bytes], shared: bool = False, wait: bool = True) -> bool:
    """Lock an open file until it is closed; False where another has it and `wait` is False. OSError where its folder
    knows no locks."""
    fcntl = _fcntl()
    if fcntl is None:
        return True
    try:
        fcntl.flock(stream, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True
