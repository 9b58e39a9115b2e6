"""Threads of one process share one interpreter, and answer one after the other rather than all at once.

Where several compute at a time, each loses the interpreter whenever a library gives it up for a moment and has to wait
to get it back: four at once spend a third more of the processor on each answer (docs/bench.md). So who computes
an answer holds the `INTERPRETER`, and lets it go while it waits for another process, a database or a model.

That saves time and keeps nothing safe: who has waited PATIENCE_S goes on without, so that a long question does not hold
up short ones, and no lock that a thread waits for while it holds this one can stop both.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE_S = 0.1


class Interpreter:
    """What one thread holds at a time, unless it takes too long.

    >>> interpreter = Interpreter()
    >>> with interpreter.held():
    ...     with interpreter.let_go():
    ...         wait_for_the_solver()
    """

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self.patience_s = patience_s
        self._free = threading.Lock()
        self._mine = threading.local()

    @property
    def mine(self) -> bool:
        """Whether this thread holds it."""
        return bool(getattr(self._mine, "held", False))

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold it for a block, within a block that holds it too."""
        if self.mine:
            yield
            return
        self._take()
        try:
            yield
        finally:
            self._give()

    @contextmanager
    def let_go(self) -> Iterator[None]:
        """Have others hold it for a block, where this thread does."""
        if not self.mine:
            yield
            return
        self._give()
        try:
            yield
        finally:
            self._take()

    def _take(self) -> None:
        self._mine.held = self._free.acquire(timeout=self.patience_s)

    def _give(self) -> None:
        if self.mine:
            self._mine.held = False
            self._free.release()


INTERPRETER = Interpreter()
"""Of this process."""
