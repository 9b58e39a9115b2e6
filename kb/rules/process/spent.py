"""What checks did for whoever is answered: how long they computed, how many were stopped at their time limit.

It is counted in a meter that goes along wherever a request's work is handed on to another thread with its context. So a
server charges the seconds to who asked, takes nothing that rests on a stopped check for the last word, and has no
further check computed for somebody who does not wait any more.
"""

from __future__ import annotations

import threading
from contextvars import ContextVar
from dataclasses import dataclass, field

from kb.errors import UnavailableError


@dataclass(slots=True)
class Meter:
    """One request's: seconds that checks computed, results of stopped checks (kept ones among them), and whether
    nobody waits for it any more."""

    seconds: float = 0.0
    stops: int = 0
    given_up: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def count(self, seconds: float = 0.0, stops: int = 0) -> None:
        """Count more of both."""
        with self._lock:
            self.seconds += seconds
            self.stops += stops


_current: ContextVar[Meter] = ContextVar("headjudge.meter")


def new_meter() -> Meter:
    """A meter for what follows in this context."""
    made = Meter()
    _current.set(made)
    return made


def meter() -> Meter:
    """The meter of this context."""
    return _current.get(None) or new_meter()


def spend(seconds: float) -> None:
    """Count seconds of computing."""
    meter().count(seconds=seconds)


def spent() -> float:
    """The seconds that checks have computed so far."""
    return meter().seconds


def stop() -> None:
    """Count a check that was stopped at its time limit."""
    meter().count(stops=1)


def stopped() -> int:
    """How many results of stopped checks were given so far."""
    return meter().stops


def require_awaited() -> None:
    """UnavailableError where nobody waits any more for what would be computed."""
    if meter().given_up:
        raise UnavailableError("whoever asked for this does not wait for it any more")
