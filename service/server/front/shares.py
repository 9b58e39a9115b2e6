"""How many of a client's requests may be answered at once: half of the threads, and one where it takes so much that
others would feel it.

Threads share one interpreter, so each request that computes slows down the others. What counts is the time that a
client's requests computed, the last seconds most; who is alone is never held back.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

MEMORY_S = 10.0
"""After so many seconds what was used counts for a third, and who asked nothing since is gone."""
MUCH_S = 3.0
CLIENTS = 4_096


@dataclass
class Use:
    """The seconds that a client used up to a time, older ones counted less."""

    seconds: float
    at: float

    def now(self, time_: float) -> float:
        """What is left of them."""
        return self.seconds * math.exp((self.at - time_) / MEMORY_S)


class Shares:
    """The latest clients with what they used, the last one that asked at the end."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.most, self.clock = most, clock
        self._uses: OrderedDict[str, Use] = OrderedDict()

    def of(self, client: str) -> int:
        """How many of a client's requests may be answered at once."""
        now = self.clock()
        use = self._uses.get(client)
        return 1 if use and use.now(now) > MUCH_S and self._others(client, now) else self.most

    def _others(self, client: str, now: float) -> bool:
        """Whether somebody else is here: the latest of all others asked a short while ago."""
        latest = next((name for name in reversed(self._uses) if name != client), None)
        return latest is not None and now - self._uses[latest].at < MEMORY_S

    def add(self, client: str, seconds: float = 0.0) -> None:
        """A client asks, or a request of it took so many seconds."""
        now = self.clock()
        use = self._uses.pop(client, Use(0.0, now))
        self._uses[client] = Use(use.now(now) + seconds, now)
        while len(self._uses) > CLIENTS:
            self._uses.popitem(last=False)
