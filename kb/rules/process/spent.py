"""How long checks have computed for a thread, so that a server can charge it to whoever it answers in that thread."""

from __future__ import annotations

import threading

_of_thread = threading.local()


def spend(seconds: float) -> None:
    """Count seconds of computing for this thread."""
    _of_thread.seconds = spent() + seconds


def spent() -> float:
    """The seconds that checks have computed for this thread so far."""
    return float(getattr(_of_thread, "seconds", 0.0))
