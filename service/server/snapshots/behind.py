"""What is done behind the requests, in threads that their owner waits for when it closes."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable


class Behind:
    """Threads of one owner. `closing` is set once it closes: whoever works for long looks at it."""

    def __init__(self) -> None:
        self.closing = threading.Event()
        self._starting = threading.Lock()
        self._threads = weakref.WeakSet[threading.Thread]()

    def start(self, work: Callable[[], object]) -> None:
        """In a thread of its own, unless the owner is closing: `close` waits for every one that has started."""
        thread = threading.Thread(target=work, name="headjudge-library", daemon=True)
        with self._starting:
            if self.closing.is_set():
                return
            self._threads.add(thread)
            thread.start()

    def close(self, most_s: float) -> None:
        """Start nothing more, and wait until all has ended, `most_s` seconds at most."""
        with self._starting:
            self.closing.set()
        until = time.monotonic() + most_s
        for thread in tuple(self._threads):
            thread.join(max(0.0, until - time.monotonic()))
