"""What checks did for a thread: how long they computed, so that a server can charge it to whoever it answers in that
thread, and how many were stopped at their time limit, so that what rests on them is not taken for the last word."""

from __future__ import annotations

import threading

_of_thread = threading.local()


def spend(seconds: float) -> None:
    """Count seconds of computing for this thread."""
    _of_thread.seconds = spent() + seconds


def spent() -> float:
    """The seconds that checks have computed for this thread so far."""
    return float(getattr(_of_thread, "seconds", 0.0))


def stop() -> None:
    """Count a check for this thread that was stopped at its time limit."""
    _of_thread.stops = stopped() + 1


def stopped() -> int:
    """How many results of stopped checks this thread was given so far, kept ones among them."""
    return int(getattr(_of_thread, "stops", 0))
