"""Turns at the one solver: a few callers wait, and not for long, so that a slow check does not hold up a whole server.

A server answers with a handful of threads. Were each to wait for the solver until its turn comes, nothing else would be
answered meanwhile, not even whether the process is alive. Only while checks are quick, as most are, may more than a few
wait for a moment.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from kb.errors import UnavailableError

MOST_WAITING = 4
LONGEST_WAIT_S = 2.0
QUICK_S = 0.05
MOMENT_S = 0.25
WEIGHT = 0.2
BUSY = "other checks are being computed: try again in a few seconds"


class Turns:
    """One caller at a time; at most `most_waiting` others wait, each `longest_s` seconds, more of them MOMENT_S where
    checks usually take less than QUICK_S, the one at its turn too."""

    def __init__(self, most_waiting: int = MOST_WAITING, longest_s: float = LONGEST_WAIT_S) -> None:
        self.most_waiting, self.longest_s = most_waiting, longest_s
        self.waiting = 0
        self.usual_s = 0.0
        self._began = 0.0
        self._counting, self._turn = threading.Lock(), threading.Lock()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """A turn, once it comes; UnavailableError where too many wait already, or it does not come in time."""
        if not self._turn.acquire(blocking=False):
            self._wait()
        self._began = time.monotonic()
        try:
            yield
        finally:
            self.usual_s += WEIGHT * (time.monotonic() - self._began - self.usual_s)
            self._turn.release()

    def _wait(self) -> None:
        with self._counting:
            seconds = self.longest_s if self.waiting < self.most_waiting else self._moment()
            self.waiting += 1
        try:
            came = seconds > 0 and self._turn.acquire(timeout=seconds)
        finally:
            with self._counting:
                self.waiting -= 1
        if not came:
            raise UnavailableError(BUSY)

    def _moment(self) -> float:
        """How long one waits of whom there are too many."""
        quick = self.usual_s < QUICK_S and time.monotonic() - self._began < QUICK_S
        return MOMENT_S if quick else 0.0
