"""A process of gunicorn's that serves as `headjudge serve` does alone: requests and answers take no thread while they
are on their way, so that slow clients hold up nobody.

gunicorn's own threads read and send by themselves, and are all taken by as many clients that stop half-way.
"""

from __future__ import annotations

import os
from typing import Any, cast

from gunicorn.workers.base import Worker
from waitress import wasyncore

from kb.errors import UsageError
from service.server.front.ending import serve_until
from service.server.front.gate import gates
from service.server.settings import Settings


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

    def handle_quit(self, sig: int, frame: Any) -> None:
        """Ctrl-C ends as the system does: gunicorn would leave in the middle of an answer."""
        self.handle_exit(sig, frame)

    def run(self) -> None:
        """Serve until told to end; gunicorn is told once a round that this process lives."""
        settings = cast(Settings, self.wsgi.extensions["headjudge.settings"])
        servers = gates(self.wsgi, settings, [each.sock for each in self.sockets], self.cfg.threads)
        Waker(self.PIPE[0], map=servers[0]._map)
        serve_until(servers, lambda: not self.alive or self.ppid != os.getppid(), self.notify)
        self.wsgi.extensions["headjudge"].close()
