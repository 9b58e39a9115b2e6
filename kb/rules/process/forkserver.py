"""A process that holds the solver and the rule models and forks workers from itself: each is there in milliseconds
instead of a third of a second, and all share the memory of what was read.

A server that forks (gunicorn) starts one before it imports its own libraries, so that its workers' solvers are ready
when they are. Where the system cannot fork, a worker starts as any other process (kb/rules/process/worker.py).
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

from kb.children import surroundings
from kb.home import RULES, current_version, snapshots_dir

GONE_S = 1.0


def started(module: str, descriptor: int, *arguments: str) -> subprocess.Popen[bytes]:
    """A process that runs a module's `serve_on` over an inherited descriptor.

    By its own command line, not by multiprocessing, which would run the caller's main module again.
    """
    code = f"from {module} import serve_on; serve_on({descriptor}, *{list(arguments)!r})"
    return subprocess.Popen(
        [sys.executable, "-c", code],
        pass_fds=[descriptor],
        stdin=subprocess.DEVNULL,
        env=surroundings(),
    )


class Forked:
    """A worker that a nursery forked: what of subprocess.Popen a Worker uses. The nursery waits for its end."""

    def __init__(self) -> None:
        self.pid: int | None = None

    def poll(self) -> int | None:
        """None while it runs, as far as it is known."""
        if self.pid is None:
            return None
        try:
            os.kill(self.pid, 0)
        except OSError:
            return 0
        return None

    def kill(self) -> None:
        """End it; one that has not told its number yet ends with its pipe."""
        if self.pid is not None:
            with suppress(OSError):
                os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """Until it is gone, GONE_S at most."""
        until = time.monotonic() + GONE_S
        while self.pid is not None and self.poll() is None and time.monotonic() < until:
            time.sleep(0.001)
        return 0


class Nursery:
    """The client's end: `fork` may be called from every process that was forked after the nursery was started."""

    def __init__(self, rules: Path) -> None:
        """Start the process; it reads the compiled models of the games in the folder `rules`. OSError where the
        system has no such sockets."""
        self._here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with there:
            self._process = started("kb.rules.process.forkserver", there.fileno(), str(rules))

    @classmethod
    def ahead(cls, home: Path | None = None) -> Nursery | None:
        """A nursery for the snapshot in use; None where nothing was published or the system cannot fork."""
        version = current_version(home)
        if version is None or not hasattr(os, "fork"):
            return None
        try:
            return cls(snapshots_dir(home) / version / RULES)
        except (OSError, AttributeError):
            return None

    def fork(self) -> tuple[Connection, Forked]:
        """The pipe to a new worker, and its process; OSError where the nursery has ended."""
        here, there = Pipe()
        with there:
            socket.send_fds(self._here, [b"fork"], [there.fileno()])
        return here, Forked()

    def close(self) -> None:
        """End the nursery; the workers that it forked live on."""
        self._here.close()
        self._process.wait()


def serve_on(descriptor: int, rules: str) -> None:
    """The nursery's loop: each message brings the pipe of a worker to fork. Ends when every client has gone."""
    from kb.rules.process.loop import read_models, serve

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server; its end closes the socket
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system forgets workers that have ended
    models = read_models(str(path) for path in sorted(Path(rules).glob("*/")))
    with socket.socket(fileno=descriptor) as clients:
        while True:
            message, descriptors, *_ = socket.recv_fds(clients, 16, 1)
            if not message:
                return
            for pipe in descriptors:
                if os.fork() == 0:
                    clients.close()
                    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                    serve(Connection(pipe), models)
                    os._exit(0)
                os.close(pipe)
