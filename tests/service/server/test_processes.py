"""`headjudge serve --workers 2`: two processes answer on one address, count together, and leave nothing behind."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import urlopen

import pytest

pytest.importorskip("gunicorn.app.base", reason="gunicorn does not run on this system")
pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
COMMAND = [sys.executable, "-c", "from service.commands.cli import main; main()"]
SERVE = [*COMMAND, "serve", "--workers", "2", "--port", "0"]
PATIENCE_S = 30


@pytest.fixture
def server(home: Path, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Two processes that serve the small knowledge base, without an encoder, and their address."""
    environment = {**os.environ, "HEADJUDGE_HOME": str(home), "HEADJUDGE_RATE_LIMIT": "off", "TMPDIR": str(tmp_path)}
    environment["HEADJUDGE_IDLE_LIMIT"] = "5"
    with subprocess.Popen(SERVE, env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = re.search(r" at (http://\S+)/ ", process.stdout.readline())
            assert said, "the first line names the address"
            yield process, said[1]
        finally:
            process.kill()


def get(address: str) -> bytes:
    with urlopen(address, timeout=PATIENCE_S) as response:
        return bytes(response.read())


def serving(parent: int) -> set[int]:
    """The processes that a process has forked (Linux)."""
    return {int(each) for each in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()}


def test_two_processes_answer_and_count_together(server: tuple[subprocess.Popen[str], str]) -> None:
    _, address = server
    with ThreadPoolExecutor(8) as clients:
        found = list(clients.map(get, [f"{address}/api/v1/ask?q=press"] * 40))
    assert len({json.loads(each)["kb"]["version"] for each in found}) == 1
    assert 'route="/api/v1/ask",status="200"} 40.0' in get(f"{address}/metrics").decode()


def test_half_sent_bodies_hold_up_nobody_and_are_cut(server: tuple[subprocess.Popen[str], str]) -> None:
    """Two processes of eight threads; more clients than that stop half-way."""
    _, address = server
    host, _, port = address.removeprefix("http://").partition(":")
    begun = b"POST /api/v1/checks/tiny-game/climb HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"
    slow = [socket.create_connection((host, int(port))) for _ in range(40)]
    for each in slow:
        each.sendall(begun)
    with ThreadPoolExecutor(4) as clients:
        assert all(b"ok" in each for each in clients.map(get, [f"{address}/healthz"] * 20))
    for each in slow:
        each.settimeout(PATIENCE_S)
        assert each.recv(100) in (b"", b"HTTP/1.0 408 Request Timeout\r\n")
        each.close()


def test_an_end_by_the_system_leaves_nothing_behind(server: tuple[subprocess.Popen[str], str], tmp_path: Path) -> None:
    process, address = server
    get(f"{address}/healthz")
    workers = serving(process.pid)
    assert len(list(tmp_path.glob("headjudge-metrics-*"))) == 1
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE_S) == 0
    assert not list(tmp_path.glob("headjudge-metrics-*"))
    assert len(workers) >= 2
    assert not [each for each in workers if Path(f"/proc/{each}").exists()]
