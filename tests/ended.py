"""Ending a waitress server that runs in a thread of the tests."""

from __future__ import annotations

from typing import Any


def end(server: Any) -> None:
    """End a server's tasks, then close it.

    A task that ends wakes the server by a byte "x" through a descriptor. Of a server that is closed already that number
    may be another file's, which then begins with x.
    """
    server.task_dispatcher.shutdown()
    server.close()
