"""Cold starts of the commands: seconds and memory of one process from its start to its end."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Sequence

RUNS = 5
QUESTION = "can i pull a large enemy"
COLD = {
    "search, cold": ["search", QUESTION],
    "search by words alone, cold": ["search", QUESTION, "--lexical"],
    "ask, cold": ["ask", QUESTION],
}


def measure() -> dict[str, dict[str, float]]:
    """Command -> least and median seconds, MB at most."""
    found = {}
    for name, arguments in COLD.items():
        times, megabytes = zip(*(cold(arguments) for _ in range(RUNS)), strict=True)
        found[name] = {
            "least, s": min(times),
            "median, s": statistics.median(times),
            "memory, MB": max(megabytes),
        }
    return found


def cold(arguments: Sequence[str]) -> tuple[float, float]:
    """Seconds and megabytes at most of one command in a process of its own, whose memory is its own, too: what
    getrusage tells of a process begins with that of its parent."""
    code = (
        "import sys; from service.commands.cli import main; main(); "
        "from tests.bench.peers.run import peak_mb; print(peak_mb(), file=sys.stderr)"
    )
    started = time.perf_counter()
    ran = subprocess.run([sys.executable, "-c", code, *arguments], check=True, capture_output=True, text=True)
    return time.perf_counter() - started, float(ran.stderr.split()[-1])
