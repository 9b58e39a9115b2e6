"""The service over HTTP: first answer after a start, warm questions one by one, eight clients at once, memory."""

from __future__ import annotations

import json
import os
import re
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import urlopen

STARTS = 5
CLIENTS = 8
AGAIN = 4
"""How often each question is asked on a line of its own: one of two processes misses it once in 2⁵ times."""
SECONDS = 10
PATIENCE_S = 60
ROOT = Path(__file__).resolve().parents[2]
SERVE = "from service.commands.cli import main; main()"
WAITRESS = [sys.executable, "-c", SERVE, "serve", "--port"]
GUNICORN = [sys.executable, "-c", SERVE, "serve", "--workers", "2", "--port"]


def measure(questions: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Figures by server: waitress, one process; gunicorn, two."""
    return {
        "waitress, one process": served(questions, WAITRESS),
        "gunicorn, two processes": served(questions, GUNICORN),
    }


def served(questions: Sequence[str], command: list[str]) -> dict[str, Any]:
    """What one server does."""
    firsts = [start(questions[0], command) for _ in range(STARTS)]
    port = free_port()
    with running([*command, str(port)]) as process:
        asked(port, questions[0], patience=PATIENCE_S)
        wait_until_warm(port)
        new, new_without = one_by_one(port, questions)
        for question in list(questions) * AGAIN:  # on lines of their own, so that every process is asked
            asked(port, question)
        with_check, without = one_by_one(port, questions)
        rate, errors = crowd(port, questions)
        return {
            f"first answer, median of {STARTS} starts, s": statistics.median(firsts),
            f"first answer, latest of {STARTS} starts, s": max(firsts),
            **spread("without check", without),
            **spread("with check", with_check),
            **spread("without check, never asked before", new_without),
            **spread("with check, never asked before", new),
            f"answers a second, {CLIENTS} clients": rate,
            "errors": errors,
            **memory(process.pid),
        }


def start(question: str, command: list[str]) -> float:
    """The seconds from the start of a server's process to its first answer, over HTTP."""
    port = free_port()
    started = time.perf_counter()
    with running([*command, str(port)]):
        asked(port, question, patience=PATIENCE_S)
        return time.perf_counter() - started


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def one_by_one(port: int, questions: Sequence[str]) -> tuple[list[float], list[float]]:
    """The milliseconds of each answer with a check, and of each without, on one line."""
    with_check: list[float] = []
    without: list[float] = []
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for question in questions:
            found, took = waited(line, question)
            (with_check if found.get("check") else without).append(took)
    return with_check, without


def spread(name: str, times: list[float]) -> dict[str, float]:
    """p50 and p95 in milliseconds, and of how many."""
    if len(times) < 2:
        return {f"{name}, questions": len(times)}
    late = statistics.quantiles(times, n=20)[-1]
    return {
        f"{name}, questions": len(times),
        f"{name}, p50 ms": statistics.median(times),
        f"{name}, p95 ms": late,
    }


@contextmanager
def running(command: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    """A server without rate limit, ended with the block."""
    env = {**os.environ, "HEADJUDGE_RATE_LIMIT": "off", "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(10)


def asked(port: int, question: str, patience: float = 0.0, line: HTTPConnection | None = None) -> dict[str, Any]:
    """The answer's JSON; tried again for `patience` seconds while nobody listens."""
    until = time.perf_counter() + patience
    while True:
        connection = line or HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            connection.request("GET", "/api/v1/ask?q=" + quote(question))
            response = connection.getresponse()
            content = response.read()
            if response.status != 200:
                raise HTTPException(str(response.status))
            return dict(json.loads(content))
        except (OSError, HTTPException):
            if time.perf_counter() > until:
                raise
            time.sleep(0.01)
        finally:
            if line is None:
                connection.close()


def waited(line: socket.socket, question: str) -> tuple[dict[str, Any], float]:
    """The answer's JSON, and the milliseconds from the request's first byte to the answer's last, on a line that stays
    open: what Python's own client spends on headers and JSON is not the service's."""
    request = f"GET /api/v1/ask?q={quote(question)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    begun, got, length = time.perf_counter(), b"", 0
    line.sendall(request)
    while not length or len(got) < length:
        part = line.recv(65_536)
        if not part:
            raise HTTPException("the server closed the line")
        got += part
        head = got.partition(b"\r\n\r\n")[0]
        said = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
        length = len(head) + 4 + int(said[1]) if said and len(head) < len(got) else 0
    took = (time.perf_counter() - begun) * 1000
    if not got.startswith(b"HTTP/1.1 200"):
        raise HTTPException(got[:40].decode("latin-1"))
    return dict(json.loads(got[len(head) + 4 :])), took


def wait_until_warm(port: int) -> None:
    """Until several answers in a row, from whichever process, say that all is loaded; else TimeoutError."""
    row, until = 0, time.perf_counter() + PATIENCE_S
    while row < 8:
        if time.perf_counter() > until:
            raise TimeoutError(f"{PATIENCE_S} s after its first answer the server is not warm")
        with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=30) as ready:
            row = row + 1 if json.load(ready)["warm"] else 0
        time.sleep(0.05)


def crowd(port: int, questions: Sequence[str]) -> tuple[float, int]:
    """Answers a second and errors, of clients that ask without a pause; they share the machine with the server."""
    counts, errors = [0] * CLIENTS, [0] * CLIENTS
    until = time.perf_counter() + SECONDS

    def client(number: int) -> None:
        line, at = HTTPConnection("127.0.0.1", port, timeout=30), number
        while time.perf_counter() < until:
            at += 1
            try:
                asked(port, questions[at % len(questions)], line=line)
                counts[number] += 1
            except (OSError, HTTPException, ValueError):
                errors[number] += 1
                line.close()

    threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / SECONDS, sum(errors)


def memory(parent: int) -> dict[str, float]:
    """MB at most of the largest process that serves, and of the solvers beside it (Linux)."""
    serving, solving = [], []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = (folder / "status").read_text()
            command = (folder / "cmdline").read_bytes().decode().replace("\0", " ")
            ancestors = lineage(int(folder.name))
        except (OSError, StopIteration, ValueError):
            continue
        peak = re.search(r"VmHWM:\s+(\d+) kB", status)
        if parent in ancestors and peak:
            (solving if "kb.rules" in command else serving).append(int(peak[1]) / 1024)
    return {"memory a worker, MB": max(serving, default=0.0), "memory of its solver, MB": max(solving, default=0.0)}


def lineage(process: int) -> list[int]:
    """A process, its parent, and so on."""
    found = [process]
    while found[-1] > 1:
        stat = Path(f"/proc/{found[-1]}/stat").read_text().rpartition(")")[2].split()
        found.append(int(stat[1]))
    return found
