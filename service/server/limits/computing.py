"""How many seconds one address may have checks computed: one that takes a second counts as much as fifty quick ones.

A bucket by address that fills up again within a minute; it may be overdrawn by the request that empties it.
"""

from __future__ import annotations

import math
import threading
import time

from flask import Flask

from kb.rules.process.spent import new_meter

SECONDS = 30.0
MINUTE_S = 60.0
MOST_ADDRESSES = 10_000


def meter_requests(app: Flask) -> None:
    """Count anew for each request of an app what checks do for it."""

    def begin() -> None:
        new_meter()

    app.before_request(begin)


class Computing:
    """What is charged to each address, in this process; an address whose bucket is full again is forgotten."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._full_at: dict[str, float] = {}
        self._lock = threading.Lock()

    def wait(self, address: str) -> int:
        """In how many seconds an address may ask again; 0 where it may now."""
        missing = self._full_at.get(address, 0.0) - time.monotonic()
        return max(0, math.ceil(missing - MINUTE_S))

    def charge(self, address: str, seconds: float) -> None:
        """Count seconds of computing for an address."""
        if seconds <= 0:
            return
        now = time.monotonic()
        with self._lock:
            before = max(now, self._full_at.pop(address, now))
            self._full_at[address] = before + seconds * MINUTE_S / self.seconds
            if len(self._full_at) > MOST_ADDRESSES:
                self._full_at = {each: at for each, at in self._full_at.items() if at > now}
            while len(self._full_at) > MOST_ADDRESSES:
                del self._full_at[next(iter(self._full_at))]
