"""`make bench`: Headjudge beside its peers, its service, its commands, and itself on more clauses; docs/bench.md.

Each part is measured by itself and kept as soon as it is there. `python -m tests.bench peers scale` measures only
those parts and writes the page with what the others gave last.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kb.evaluation.questions import load_questions
from kb.home import home_dir
from kb.knowledge import KnowledgeBase
from kb.paths import corpus_dir
from tests.bench import commands, serving
from tests.bench.compare import PEERS, ROUNDS, clause_passages, measure, peer_versions
from tests.bench.report import report
from tests.bench.scale import SIZES
from tests.bench.stores.postgres import SIZES as SHARED_SIZES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "bench.md"
Found = dict[str, Any]


def main() -> None:
    """Measure what is named, else everything; print and write the page."""
    kept = home_dir() / "bench.json"
    found: Found = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    parts: dict[str, Callable[[Found], None]] = {
        "peers": peers,
        "service": service,
        "commands": cold,
        "scale": scale,
        "postgres": postgres,
    }
    chosen = sys.argv[1:] or list(parts)
    if unknown := [name for name in chosen if name not in parts]:
        sys.exit(f"{', '.join(unknown)}: no part of the bench; python -m tests.bench [{' | '.join(parts)}] ...")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed keeps what was compiled of it
    for name in chosen:
        print(f"measuring: {name}", file=sys.stderr)
        parts[name](found)
        found.setdefault("load", {})[name] = os.getloadavg()[1]
        keep(found)
        PAGE.write_text(report(found, PAGE.read_text("utf-8")), "utf-8")
    print(PAGE.read_text("utf-8"))


def peers(found: Found) -> None:
    """Every peer, on the test third; Headjudge is built from nothing, as they are."""
    found["rounds"] = ROUNDS
    questions = [each for each in load_questions(corpus_dir()) if each.split == "test"]
    with KnowledgeBase.open() as base:
        passages = clause_passages(base)
    found["versions"] = peer_versions()
    found["questions"], found["clauses"] = len(questions), len(passages)
    found["answerable"] = sum(each.answerable for each in questions)
    found["peers"] = []
    with TemporaryDirectory() as name:
        folders = {peer: Path(name) / (peer.name if peer.package else "headjudge") for peer in PEERS}
        for row in measure(passages, questions, folders):
            print(f"  {row}", file=sys.stderr)
            found["peers"].append(asdict(row))


def service(found: Found) -> None:
    """The service, asked the test third."""
    asked = [each.question for each in load_questions(corpus_dir()) if each.split == "test"]
    found["service"] = serving.measure(asked)


def cold(found: Found) -> None:
    """The commands."""
    found["commands"] = commands.measure()


def scale(found: Found) -> None:
    """Each size in a process of its own; HEADJUDGE_BENCH_SIZES chooses others than SIZES."""
    chosen = os.environ.get("HEADJUDGE_BENCH_SIZES")
    found["scale"] = []
    for size in map(int, chosen.split(",")) if chosen else SIZES:
        ran = subprocess.run(
            [sys.executable, "-m", "tests.bench.scale", str(size)], check=True, stdout=subprocess.PIPE, text=True
        )
        found["scale"].append(json.loads(ran.stdout))


def postgres(found: Found) -> None:
    """Each size in a process of its own, kept as soon as it is there; sizes that are not chosen stay as they were."""
    chosen = os.environ.get("HEADJUDGE_BENCH_SIZES")
    rows = {each["clauses"]: each for each in found.get("postgres", [])}
    for size in map(int, chosen.split(",")) if chosen else SHARED_SIZES:
        code = f"import json; from tests.bench.stores.postgres import measure; print(json.dumps(measure({size})))"
        ran = subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, text=True)
        rows[size] = json.loads(ran.stdout)
        found["postgres"] = [rows[each] for each in sorted(rows)]
        keep(found)


def keep(found: Found) -> None:
    """Keep what was measured so far."""
    (home_dir() / "bench.json").write_text(json.dumps(found, indent=1), "utf-8")


if __name__ == "__main__":
    main()
