"""Serve until told to end; then answer what was asked, and be gone."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from waitress import wasyncore

GRACE_S = 5.0


def serve_until(servers: list[Any], ended: Callable[[], bool], turn: Callable[[], None] = lambda: None) -> None:
    """Read and send for servers of one map until `ended`, and for GRACE_S seconds at most until nobody waits for an
    answer; `turn` is called once a round."""
    first = servers[0]

    def round_() -> None:
        turn()
        wasyncore.loop(timeout=1.0, use_poll=True, map=first._map, count=1)

    while not ended():
        round_()
    for each in servers:
        each.handle_accept()  # who is connected already is heard
        each.accepting = False
    until = time.monotonic() + GRACE_S
    while time.monotonic() < until and any(map(busy, servers)):
        round_()
    first.task_dispatcher.shutdown(timeout=1)
    wasyncore.close_all(first._map, ignore_all=True)


def busy(server: Any) -> bool:
    """Whether somebody waits for an answer, or is still asking."""
    return any(each.requests or each.total_outbufs_len or each.begun for each in server.active_channels.values())
