"""At most so many at once of what takes long or much: others wait a little, or are told when to come back."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from werkzeug.exceptions import ServiceUnavailable

RETRY_S = 5


class Slots:
    """`most` at once, of them `most_each` of one client; `waiting` others wait for `patience_s` seconds at most."""

    def __init__(
        self, what: str, most: int, most_each: int | None = None, waiting: int = 0, patience_s: float = 0.0
    ) -> None:
        self.what, self.most, self.most_each = what, most, most if most_each is None else most_each
        self.waiting, self.patience_s = waiting, patience_s
        self._taken: Counter[str] = Counter()
        self._free = threading.Condition()
        self._waits = 0

    def take(self, client: str) -> Callable[[], None]:
        """Take one for a client; what gives it back, once however often it is called. 503 where none comes free."""
        with self._free:
            if not self._fits(client):
                self._wait(client)
            self._taken[client] += 1
        return _once(lambda: self._give(client))

    @contextmanager
    def held(self, client: str) -> Iterator[None]:
        """One for the length of a block."""
        give = self.take(client)
        try:
            yield
        finally:
            give()

    def _fits(self, client: str) -> bool:
        return self._taken.total() < self.most and self._taken[client] < self.most_each

    def _wait(self, client: str) -> None:
        until = time.monotonic() + self.patience_s
        if self._waits >= self.waiting:
            raise self._busy()
        self._waits += 1
        try:
            while not self._fits(client):
                if not self._free.wait(until - time.monotonic()) and not self._fits(client):
                    raise self._busy()
        finally:
            self._waits -= 1

    def _give(self, client: str) -> None:
        with self._free:
            self._taken[client] -= 1
            self._taken += Counter()  # forgets whom nothing is taken for
            self._free.notify_all()

    def _busy(self) -> ServiceUnavailable:
        return ServiceUnavailable(f"too many {self.what} at once; try again in {RETRY_S} seconds", retry_after=RETRY_S)


def _once(give: Callable[[], None]) -> Callable[[], None]:
    """A function that calls `give` the first time only."""
    left = [give]

    def first() -> None:
        if left:
            left.pop()()

    return first
