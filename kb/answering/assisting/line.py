"""At most so many questions at a language model at once, and so many that wait: the others are told that it is busy."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from kb.errors import ReaderError
from kb.records.reading import Failure


class Line:
    """`most` at once, `waiting` others wait for their turn."""

    def __init__(self, most: int, waiting: int) -> None:
        self.most, self.waiting = most, waiting
        self._taken = self._waits = 0
        self._free = threading.Condition()

    @contextmanager
    def turn(self, until: float) -> Iterator[None]:
        """A turn for the length of a block; ReaderError where the line is full, or no turn comes by `until`, a time of
        time.monotonic()."""
        with self._free:
            self._take(until)
        try:
            yield
        finally:
            with self._free:
                self._taken -= 1
                self._free.notify()

    def _take(self, until: float) -> None:
        if self._taken >= self.most and self._waits >= self.waiting:
            raise ReaderError(Failure.BUSY, "too many ask at once")
        self._waits += 1
        try:
            while self._taken >= self.most:
                left = until - time.monotonic()
                if left <= 0:
                    raise ReaderError(Failure.BUSY, "too many ask at once")
                self._free.wait(left)
        finally:
            self._waits -= 1
        self._taken += 1
