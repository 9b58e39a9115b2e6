"""Turns at the one solver: a few callers wait, and not for long, so that a slow check does not hold up a whole server.

A server answers with a handful of threads. Were each to wait for the solver until its turn comes, nothing else would be
answered meanwhile, not even whether the process is alive.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from kb.errors import UnavailableError

MOST_WAITING = 4
LONGEST_WAIT_S = 2.0
BUSY = "other checks are being computed: try again in a few seconds"


class Turns:
    """One caller at a time; at most `most_waiting` others wait, each `longest_s` seconds."""

    def __init__(self, most_waiting: int = MOST_WAITING, longest_s: float = LONGEST_WAIT_S) -> None:
        self.most_waiting, self.longest_s = most_waiting, longest_s
        self.waiting = 0
        self._counting, self._turn = threading.Lock(), threading.Lock()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """A turn, once it comes; UnavailableError where too many wait already, or it does not come in time."""
        if not self._turn.acquire(blocking=False):
            self._wait()
        try:
            yield
        finally:
            self._turn.release()

    def _wait(self) -> None:
        with self._counting:
            if self.waiting >= self.most_waiting:
                raise UnavailableError(BUSY)
            self.waiting += 1
        try:
            came = self._turn.acquire(timeout=self.longest_s)
        finally:
            with self._counting:
                self.waiting -= 1
        if not came:
            raise UnavailableError(BUSY)
