"""Told to end, a server answers what was asked already and leaves with 0; so does the first process of a container."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="signals are POSIX'")]

ROOT = Path(__file__).resolve().parents[3]
SERVE = [sys.executable, "-c", "from service.commands.cli import main; main()", "serve", "--port", "0"]
FIRST = ["unshare", "--user", "--map-root-user", "--pid", "--fork"]
PATIENCE_S = 30
FACTS = json.dumps({"oil": 2, "top_floor": True}).encode()
CHECK = (
    b"POST /api/v1/checks/tiny-game/light-lamp HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
    b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(FACTS), FACTS)
)
Start = Callable[..., tuple["subprocess.Popen[str]", int]]


@contextmanager
def started(home: Path, command: list[str]) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server over the small knowledge base, and its port."""
    environment = {**os.environ, "HEADJUDGE_HOME": str(home), "HEADJUDGE_RATE_LIMIT": "off"}
    with subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = re.search(r" at http://[^/]*:(\d+)/ ", process.stdout.readline())
            assert said, "the first line names the address"
            yield process, int(said[1])
        finally:
            process.kill()


def ended_halfway(process: subprocess.Popen[str], port: int, told: int) -> bytes:
    """The answer to a request of which half was sent when the process was told to end."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE_S) as line:
        line.sendall(CHECK[:-5])
        time.sleep(0.5)
        os.kill(told, signal.SIGTERM)
        time.sleep(0.5)
        line.sendall(CHECK[-5:])
        got = b""
        while part := line.recv(65_536):
            got += part
    return got


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_was_asked_is_answered_before_the_end(home: Path, workers: str) -> None:
    with started(home, [*SERVE, "--workers", workers]) as (process, port):
        got = ended_halfway(process, port, process.pid)
        assert got.startswith(b"HTTP/1.1 200")
        assert b'"verdict"' in got
        assert process.wait(PATIENCE_S) == 0


def test_nobody_is_taken_after_it(home: Path) -> None:
    with started(home, SERVE) as (process, port):
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), 5)


def test_the_first_process_of_a_container_ends_too(home: Path) -> None:
    """The system does not end the first process by a signal that it does not take."""
    if shutil.which(FIRST[0]) is None or subprocess.run([*FIRST, "true"], capture_output=True).returncode:
        pytest.skip("this system gives no namespace of processes")
    with started(home, [*FIRST, *SERVE]) as (process, port):
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        assert ended_halfway(process, port, int(children.read_text().split()[0])).startswith(b"HTTP/1.1 200")
        assert process.wait(PATIENCE_S) == 0
