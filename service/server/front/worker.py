"""A process of gunicorn's that serves as `headjudge serve` does alone: requests and answers take no thread while they
are on their way, so that slow clients hold up nobody.

gunicorn's own threads read and send by themselves, and are all taken by as many clients that stop half-way.
"""

from __future__ import annotations

import os
import time
from typing import Any, cast

from gunicorn.workers.base import Worker
from waitress import wasyncore

from kb.errors import UsageError
from service.server.front.gate import gates
from service.server.settings import Settings

GRACE_S = 5.0


class Waker(wasyncore.file_dispatcher):  # type: ignore[misc]
    """What a signal writes to: a loop that waits for connections goes on."""

    def writable(self) -> bool:
        """Nothing is written here."""
        return False

    def handle_read(self) -> None:
        """Take what was written."""
        self.recv(4_096)


class FrontWorker(Worker):  # type: ignore[misc]
    """`worker_class = "service.server.front.worker.FrontWorker"`."""

    def init_process(self) -> None:
        """Begin; UsageError where gunicorn is told to encrypt, which is left to a proxy here."""
        if self.cfg.is_ssl:
            raise UsageError("these processes speak no TLS: put a proxy in front (deploy/nginx.conf)")
        super().init_process()

    def run(self) -> None:
        """Serve until told to end; then answer what was asked, for GRACE_S seconds at most."""
        settings = cast(Settings, self.wsgi.extensions["headjudge.settings"])
        servers = gates(self.wsgi, settings, [each.sock for each in self.sockets], self.cfg.threads)
        first = servers[0]
        Waker(self.PIPE[0], map=first._map)
        while self.alive and self.ppid == os.getppid():
            self.turn(first)
        for each in servers:
            each.accepting = False
        until = time.monotonic() + GRACE_S
        while time.monotonic() < until and any(map(busy, servers)):
            self.turn(first)
        first.task_dispatcher.shutdown(timeout=1)
        wasyncore.close_all(first._map, ignore_all=True)

    def turn(self, server: Any) -> None:
        """One round of reading and sending; gunicorn is told that this process lives."""
        self.notify()
        wasyncore.loop(timeout=1.0, use_poll=True, map=server._map, count=1)


def busy(server: Any) -> bool:
    """Whether somebody waits for an answer."""
    return any(each.requests or each.total_outbufs_len for each in server.active_channels.values())
