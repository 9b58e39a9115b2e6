"""How many things a build does at a time."""

from __future__ import annotations

import os

MOST = 8


def processors() -> int:
    """How many processors this process may use, MOST at most."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(MOST, allowed)
