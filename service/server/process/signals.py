"""What the system tells a server that is to end: SIGTERM, or SIGINT from a keyboard.

Where nothing takes it a process ends in the middle of its answers, and one that is the first of its container does not
end at all.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from types import FrameType


class ShutdownFlag:
    """Whether this process was told to end; told again it ends at once."""

    def __init__(self) -> None:
        self.ended = False
        self.wake: Callable[[], None] | None = None
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, self._take)

    def _take(self, number: int, frame: FrameType | None) -> None:
        if self.ended or self.wake is None:  # nobody is served yet, or no longer
            raise SystemExit(0)
        self.ended = True
        self.wake()
