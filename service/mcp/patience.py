"""How long the tools wait for a library that is still being warmed: what it says before that is said by words alone."""

from __future__ import annotations

import threading
import time

from service.server.snapshots.library import Library

PATIENCE_S = 60.0
"""Over standard input: the server is started for one conversation, and its first question counts like any other."""
SHORT_PATIENCE_S = 5.0
"""Over HTTP: whoever waits there keeps a thread from the pages."""
LOOK_EVERY_S = 0.02


class Patience:
    """Waits for a library until it is warm: together at most `most_s` seconds from the first call on, so that one which
    never gets warm is waited for once."""

    def __init__(self, library: Library, most_s: float = PATIENCE_S) -> None:
        self.library, self.most_s = library, most_s
        self._until: float | None = None
        self._beginning = threading.Lock()

    def wait(self) -> None:
        """Until the library is warm, cannot get warm, or patience ends; it is warmed behind where nobody has begun."""
        if self.library.warm or self.library.cannot_warm:
            return
        until = self._end()
        self.library.warm_up_behind()
        while not self.library.warm and not self.library.cannot_warm and time.monotonic() < until:
            time.sleep(LOOK_EVERY_S)

    def _end(self) -> float:
        with self._beginning:
            if self._until is None:
                self._until = time.monotonic() + self.most_s
            return self._until
