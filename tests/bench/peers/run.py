"""Runs one adapter of this folder in a process of its own: `python -P run.py build|ask TASK`, TASK a JSON file.

An adapter has `build(passages, folder, model, **options)`, which leaves an index in `folder`, and
`load(folder, model, **options)`, which gives a function from (question, limit) to passage ids, best first.
One whose results are no passages has `clauses(result, folder)`, which names the passages that a result stands for.
Nothing of Headjudge is imported here: the peers live in a virtual environment of their own.
"""

from __future__ import annotations

import importlib.util
import json
import re
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

WARM = 20


def main(action: str, task: dict[str, Any]) -> dict[str, Any]:
    """What was measured, ready for JSON."""
    folder, model = Path(task["folder"]), task["model"]
    peer = adapter(task["adapter"])
    started = time.perf_counter()
    if action == "build":
        peer.build(task["passages"], folder, model, **task["options"])
        return {"seconds": time.perf_counter() - started, "peak_mb": peak_mb()}
    ask = peer.load(folder, model, **task["options"])
    questions, limit = task["questions"], task["limit"]
    ask(questions[0], limit)
    first = time.time()
    for question in questions[:WARM]:
        ask(question, limit)
    times, ranked, worked = [], [], time.process_time()
    for question in questions:
        started = time.perf_counter()
        ranked.append(list(ask(question, limit)))
        times.append((time.perf_counter() - started) * 1000)
    peak, worked = peak_mb(), time.process_time() - worked
    if hasattr(peer, "clauses"):
        ranked = [[peer.clauses(each, folder) for each in found] for found in ranked]
    return {"first_at": first, "ms": times, "cpu_ms": worked * 1000 / len(questions), "ranked": ranked, "peak_mb": peak}


def adapter(name: str) -> ModuleType:
    """The module in this folder; by its path, because it is called as the library that it adapts."""
    spec = importlib.util.spec_from_file_location(f"peer_{name}", Path(__file__).parent / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def peak_mb() -> float:
    """The most memory that this process held, in MB (Linux)."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(found[1]) / 1024 if found else float("nan")


if __name__ == "__main__":
    told = json.loads(Path(sys.argv[2]).read_text("utf-8"))
    Path(told["result"]).write_text(json.dumps(main(sys.argv[1], told)), "utf-8")
