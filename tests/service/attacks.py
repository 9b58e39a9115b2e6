"""What others notice while one client attacks: `python -m tests.service.attacks [--workers 2] [part of a name …]`.

A server with its default settings is started over HEADJUDGE_HOME; from one address come attacks, from another
questions, from a third `/healthz`, each on a new connection. The same is measured before the attack, for comparison.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote
from urllib.request import urlopen

from tests.service.attackers import ATTACKS, get

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = (ROOT / "tests" / "fixtures" / "questions.txt").read_text("utf-8").splitlines()
SERVE = [sys.executable, "-c", "from service.commands.cli import main; main()", "serve", "--port"]
PATIENCE_S = 180.0
PAUSE_S = 0.1
ASKER, PROBER = "127.0.0.2", "127.0.0.3"


@dataclass
class Noticed:
    """Milliseconds of each request that was answered with 200, and how many were not."""

    times: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    @property
    def worst(self) -> float:
        """The longest."""
        return max(self.times, default=float("inf"))

    @property
    def p95(self) -> float:
        """The 95th percentile."""
        return statistics.quantiles(self.times, n=20)[-1] if len(self.times) > 1 else self.worst

    @property
    def p50(self) -> float:
        """The median."""
        return statistics.median(self.times) if self.times else float("inf")

    def __str__(self) -> str:
        failed = f", {len(self.failed)} failed" if self.failed else ""
        return f"{self.p50:.0f} / {self.p95:.0f} / {self.worst:.0f} ({len(self.times)}{failed})"


@contextmanager
def serving(
    workers: int = 1,
    home: Path | None = None,
    warm: bool = True,
    log: Path | None = None,
    settings: Mapping[str, str] | None = None,
) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A server with default settings but for `settings`, its process and port; it has 1,024 open files unless it asks
    for more. What it says on standard error is written to `log`.

    A knowledge base without an encoder never says that it is warm: then `warm` is false, and that it answers is enough.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    env = {name: each for name, each in os.environ.items() if not name.startswith("HEADJUDGE_")}
    env["HEADJUDGE_HOME"] = str(home or os.environ["HEADJUDGE_HOME"])
    env["PYTHONPATH"] = str(ROOT)
    command = [*SERVE, str(port), "--workers", str(workers)]
    env |= {f"HEADJUDGE_{name.upper()}": each for name, each in (settings or {}).items()}
    with open(log or os.devnull, "wb") as said:
        process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=said, preexec_fn=_usual_files)
    try:
        _wait_until_ready(port, 4 * workers, b'"warm":true' if warm else b'"status":"ready"')
        yield process, port
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def _usual_files() -> None:
    """The limit of open files that a shell usually has."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (1_024, hard))


def _wait_until_ready(port: int, times: int, said: bytes) -> None:
    row, until = 0, time.monotonic() + PATIENCE_S
    while row < times:
        if time.monotonic() > until:
            raise TimeoutError(f"{PATIENCE_S} s after its start the server does not say {said.decode()}")
        try:
            with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as ready:
                row = row + 1 if said in ready.read().replace(b" ", b"") else 0
        except OSError:
            row = 0
        time.sleep(0.05)


def once(port: int, path: str, source: str, patience: float = 10.0) -> tuple[str, float]:
    """The status of a request on a new connection from an address, and its milliseconds."""
    began = time.perf_counter()
    try:
        with socket.create_connection(("127.0.0.1", port), patience, (source, 0)) as line:
            line.sendall(get(path))
            got = line.recv(65_536)
            while part := line.recv(65_536):
                got += part
        status = got[9:12].decode("latin-1") or "closed"
    except OSError as error:
        status = type(error).__name__
    return status, (time.perf_counter() - began) * 1000


def noticed(port: int, seconds: float) -> tuple[Noticed, Noticed]:
    """What who probes and who asks notice for so many seconds."""
    probed, asked = Noticed(), Noticed()
    until = time.monotonic() + seconds

    def run(into: Noticed, source: str, paths: list[str]) -> None:
        at = 0
        while time.monotonic() < until:
            status, took = once(port, paths[at % len(paths)], source)
            if status == "200":
                into.times.append(took)
            else:
                into.failed.append(status)
            at += 1
            time.sleep(PAUSE_S)

    questions = [f"/api/v1/ask?q={quote(each)}" for each in QUESTIONS]
    threads = [
        threading.Thread(target=run, args=(probed, PROBER, ["/healthz"])),
        threading.Thread(target=run, args=(asked, ASKER, questions)),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return probed, asked


def attacked(port: int, name: str, seconds: float) -> tuple[Noticed, Noticed]:
    """What others notice during an attack, once it has begun."""
    command = [sys.executable, "-m", "tests.service.attackers", name, str(port), str(seconds + 2)]
    with subprocess.Popen(command, cwd=ROOT, preexec_fn=_many_files) as attacker:
        time.sleep(1.0)
        try:
            return noticed(port, seconds)
        finally:
            attacker.wait(seconds + 10)


def _many_files() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def memory(process: int) -> int:
    """MB that a process and those below it hold now (Linux)."""
    found, left = 0, [process]
    while left:
        each = left.pop()
        try:
            status = Path(f"/proc/{each}/status").read_text()
            for thread in Path(f"/proc/{each}/task").iterdir():  # a child belongs to the thread that started it
                left += map(int, (thread / "children").read_text().split())
        except OSError:
            continue
        held = re.search(r"VmRSS:\s+(\d+) kB", status)
        found += int(held[1]) if held else 0
    return found // 1024


def main() -> None:
    """Print a table: each attack beside the seconds before it; milliseconds p50 / p95 / longest (count)."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=8)
    given = parser.parse_args()
    names = [name for name in ATTACKS if not given.names or any(each in name for each in given.names)]
    print("| attack | /healthz before | during | /ask before | during | MB before | after |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name in names:
        with serving(given.workers) as (process, port):
            noticed(port, 12)
            before, held = noticed(port, given.seconds / 2), memory(process.pid)
            during = attacked(port, name, given.seconds)
            after = memory(process.pid)
        row = [name, before[0], during[0], before[1], during[1], held, after]
        print("| " + " | ".join(map(str, row)) + " |", flush=True)
        if failed := during[0].failed + during[1].failed:
            print({each: failed.count(each) for each in failed}, file=sys.stderr)


if __name__ == "__main__":
    main()
