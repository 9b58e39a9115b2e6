"""Ending a waitress server that runs in a thread of the tests."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from waitress import wasyncore

SOON_S = 5.0


def end(server: Any) -> None:
    """End a server's tasks, then have its own thread close what it listens to.

    A task that ends wakes the server by a byte "x" through a descriptor. Of a server that is closed already that number
    may be another file's, which then begins with x; and a thread that waits for a descriptor closed by another fails.
    """
    server.task_dispatcher.shutdown()
    if server._map:
        with suppress(OSError):  # its own thread closed it meanwhile
            server.trigger.pull_trigger(lambda: wasyncore.close_all(server._map))
    until = time.monotonic() + SOON_S
    while server._map and time.monotonic() < until:
        time.sleep(0.01)
    server.close()
