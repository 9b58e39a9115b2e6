"""How often an address asked in the time of each limit: counted by each process, or by all servers of one database.

A limit's time is a window that begins when an address first asks; shared ones begin by the clock, alike for all.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kb.errors import SnapshotError
from kb.home import store_address

if TYPE_CHECKING:
    from limits import RateLimitItem

logger = logging.getLogger("headjudge")


@dataclass(frozen=True, slots=True)
class Window:
    """How an address stands to a limit: whether it may go on, how often yet, until when (seconds since 1970)."""

    allowed: bool
    remaining: int
    reset_time: float
    limit: RateLimitItem


class OwnWindows:
    """Counted in the memory of this process."""

    def __init__(self) -> None:
        from limits.storage import MemoryStorage
        from limits.strategies import FixedWindowRateLimiter

        self._limiter = FixedWindowRateLimiter(MemoryStorage())

    def hit(self, limits: Sequence[RateLimitItem], address: str) -> list[Window]:
        """Count a request of an address in the window of each limit."""
        found = []
        for limit in limits:
            allowed = self._limiter.hit(limit, address)
            stats = self._limiter.get_window_stats(limit, address)
            found.append(Window(allowed, stats.remaining, stats.reset_time, limit))
        return found


class SharedWindows:
    """Counted in the database that servers share, by one statement a request; in this process' memory while that cannot
    be written, which is said once."""

    def __init__(self, address: str) -> None:
        from kb.store.postgres.together import Together

        self._together = Together(address)  # a connection of its own: a count waits for no report
        self._own, self._said = OwnWindows(), False

    def hit(self, limits: Sequence[RateLimitItem], address: str) -> list[Window]:
        """Count a request of an address in the window of each limit. The address itself is not kept."""
        now = time.time()
        ends = [(now // limit.get_expiry() + 1) * limit.get_expiry() for limit in limits]
        keys = [
            hashlib.sha256(f"{address} {limit.amount} {limit.get_expiry()} {end:.0f}".encode()).hexdigest()
            for limit, end in zip(limits, ends, strict=True)
        ]
        try:
            counts = self._together.count(dict(zip(keys, ends, strict=True)))
        except SnapshotError as error:
            if not self._said:
                self._said = True
                logger.warning("requests are counted by each server alone: %s", error)
            return self._own.hit(limits, address)
        return [
            Window(counts[key] <= limit.amount, max(0, limit.amount - counts[key]), end, limit)
            for key, end, limit in zip(keys, ends, limits, strict=True)
        ]


def windows() -> OwnWindows | SharedWindows:
    """Where requests are counted."""
    address = store_address()
    return SharedWindows(address) if address else OwnWindows()
