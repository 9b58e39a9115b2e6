"""Headjudge and its peers on the same clauses, the same model and the same questions, each in a process of its own."""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ingest.encoding.embed import chosen_encoder, load_model
from kb.evaluation.questions import LabelledQuestion
from kb.knowledge import KnowledgeBase

HERE = Path(__file__).parent
RUN = HERE / "peers" / "run.py"
LIMIT = 5
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Peer:
    """One row: its name, its adapter in peers/, the package that it needs (empty for Headjudge), its options."""

    name: str
    adapter: str
    package: str
    options: tuple[tuple[str, bool], ...] = ()


PEERS = (
    Peer("Headjudge", "headjudge", ""),
    Peer("Headjudge, whole answer", "headjudge", "", (("whole", True),)),
    Peer("bm25s", "bm25s", "bm25s"),
    Peer("chromadb", "chromadb", "chromadb"),
    Peer("txtai", "txtai", "txtai"),
    Peer("txtai, hybrid", "txtai", "txtai", (("hybrid", True),)),
    Peer("haystack-ai, in memory", "haystack", "haystack-ai"),
    Peer("haystack-ai, hybrid", "haystack", "haystack-ai", (("hybrid", True),)),
    Peer("boardgame-rules-mcp", "bgrules", "boardgame-rules-mcp"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured of one peer: seconds, MB, milliseconds, shares of questions; `error` where it did not run."""

    name: str
    build_s: float = 0.0
    cold_s: float = 0.0
    p50: float = 0.0
    p95: float = 0.0
    cpu: float = 0.0
    peak_mb: float = 0.0
    hit1: float = 0.0
    hit5: float = 0.0
    error: str = ""


def clause_passages(base: KnowledgeBase) -> list[dict[str, str]]:
    """Every clause with the text that Headjudge embeds for it, which opens with game, document and headings."""
    clauses = {clause.id: clause for clause in base.store.clauses()}
    found = []
    for number in range(base.store.counts()["passages"]):
        passage = base.store.passage(number)
        if passage.kind == "clause":
            clause = clauses[passage.clause]
            heading = clause.subject or " > ".join(clause.headings) or base.document(clause.document).title
            found.append({"id": clause.id, "text": passage.text, "words": clause.plain, "heading": heading})
    return found


def measure(
    passages: Sequence[dict[str, str]], questions: Sequence[LabelledQuestion], folders: Mapping[Peer, Path]
) -> Iterator[Row]:
    """Build each peer in its empty folder, then ask them in turn, ROUNDS times over, so that other work on the machine
    meets them alike. Two rows of one folder ask what was built once.

    Times are those of each peer's fastest round. A peer that fails is a row with the end of what it said.
    """
    built: dict[Path, float] = {}
    failed: dict[str, str] = {}
    rounds: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for at, peer in enumerate(peer for _ in range(ROUNDS + 1) for peer in folders):
        folder = folders[peer]
        folder.mkdir(parents=True, exist_ok=True)
        if peer.name in failed:
            continue
        try:
            if at < len(folders):
                if folder not in built:
                    built[folder] = run("build", peer, task_of(peer, passages, questions, folder), folder)["seconds"]
            else:
                rounds[peer.name].append(run("ask", peer, task_of(peer, (), questions, folder), folder))
        except (OSError, subprocess.CalledProcessError) as error:
            said = (getattr(error, "stderr", "") or str(error)).strip().splitlines()
            failed[peer.name] = re.sub(r"/\S*/", "", said[-1])[:200] if said else "no word"
    for peer in folders:
        if peer.name in failed:
            yield Row(peer.name, error=failed[peer.name])
        else:
            yield row_of(peer.name, built[folders[peer]], rounds[peer.name], questions)


def row_of(name: str, build_s: float, rounds: Sequence[dict[str, Any]], questions: Sequence[LabelledQuestion]) -> Row:
    """One peer's row from its rounds."""
    best = min(rounds, key=lambda each: statistics.median(each["ms"]))
    hits = [places(ranked, each) for ranked, each in zip(best["ranked"], questions, strict=True) if each.answerable]
    return Row(
        name=name,
        build_s=build_s,
        cold_s=min(each["cold_s"] for each in rounds),
        p50=statistics.median(best["ms"]),
        p95=statistics.quantiles(best["ms"], n=20)[-1],
        cpu=min(each["cpu_ms"] for each in rounds),
        peak_mb=max(each["peak_mb"] for each in rounds),
        hit1=sum(place <= 1 for place in hits) / len(hits),
        hit5=sum(place <= LIMIT for place in hits) / len(hits),
    )


def task_of(
    peer: Peer, passages: Sequence[dict[str, str]], questions: Sequence[LabelledQuestion], folder: Path
) -> dict[str, Any]:
    """What run.py is told."""
    return {
        "adapter": peer.adapter,
        "options": dict(peer.options),
        "folder": str(folder),
        "model": str(model_folder(folder.parent)) if peer.package else "",
        "passages": list(passages),
        "questions": [each.question for each in questions],
        "limit": LIMIT,
    }


def model_folder(folder: Path) -> Path:
    """Headjudge's model, its weights corrected, as a folder that every peer can load."""
    target = folder / "model"
    if not target.exists():
        load_model(chosen_encoder()).save(str(target))
    return target


def run(action: str, peer: Peer, task: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The result of one process; `cold_s` is from its start to its first answer."""
    told, result = folder / "task.json", folder / "result.json"
    told.write_text(json.dumps({**task, "result": str(result)}), "utf-8")
    python = peers_python() if peer.package else sys.executable
    quiet = {"HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false", "HAYSTACK_TELEMETRY_ENABLED": "False"}
    home = {} if peer.package else {"PYTHONPATH": str(HERE.parent.parent)}
    started = time.time()
    subprocess.run(
        [python, "-P", str(RUN), action, str(told)],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **quiet, **home},
    )
    found = dict(json.loads(result.read_text("utf-8")))
    return found | {"cold_s": found["first_at"] - started} if "first_at" in found else found


def peers_python() -> str:
    """The interpreter of the peers' virtual environment."""
    return os.environ.get("HEADJUDGE_PEERS", ".venv-peers") + "/bin/python"


def places(ranked: Sequence[str | Sequence[str]], question: LabelledQuestion) -> float:
    """The place of the first result that answers, from 1; results of the same clause count once."""
    seen: list[tuple[str, ...]] = []
    for result in ranked:
        named = [result] if isinstance(result, str) else result
        clauses = tuple(each.partition("|")[0] for each in named)
        if clauses not in seen:
            seen.append(clauses)
        if any(clause in question.relevant for clause in clauses):
            return seen.index(clauses) + 1
    return float("inf")


def peer_versions() -> dict[str, str]:
    """Package -> the version installed for it, empty where there is none."""
    packages = sorted({peer.package for peer in PEERS if peer.package})
    code = (
        "import sys, json; from importlib import metadata\nfound = {}\n"
        "for each in sys.argv[1:]:\n"
        "    try: found[each] = metadata.version(each)\n"
        "    except metadata.PackageNotFoundError: found[each] = ''\n"
        "print(json.dumps(found))"
    )
    try:
        ran = subprocess.run([peers_python(), "-c", code, *packages], check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        return dict.fromkeys(packages, "")
    return dict(json.loads(ran.stdout))
