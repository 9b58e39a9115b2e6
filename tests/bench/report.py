"""docs/bench.md from what was measured."""

from __future__ import annotations

import math
import os
import platform
import re
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from kb.store.postgres.connections import SEARCHED

OWN = ("onnxruntime", "faiss-cpu", "torch", "sentence-transformers", "spacy", "clingo", "waitress", "numpy")
MISSING = "Not measured."


def report(found: Mapping[str, Any], before: str = "") -> str:
    """The whole page. A part that was not measured here stands as it does in the page of `before`; where it has none,
    it is said to be missing."""
    parts = [
        "# Bench",
        "Written by `make bench`. Times on a shared machine are noisy: compare what stands in one table, and where the "
        "load was high believe the processor time and the ratios before the clock.",
        machine(found, before),
    ]
    kept = sections(before)
    for section in (peers(found), service(found), commands(found), scale(found), postgres(found)):
        head, _, text = section.partition("\n\n")
        parts.append(kept.get(head, section) if text == MISSING else section)
    return "\n\n".join(parts) + "\n"


def sections(page: str) -> dict[str, str]:
    """The sections of a page, by their headings."""
    found = re.split(r"^(?=## )", page, flags=re.MULTILINE)[1:]
    return {each.partition("\n")[0]: each.rstrip("\n") for each in found}


def machine(found: Mapping[str, Any], before: str = "") -> str:
    """Processor, memory, versions; no names and no paths. What the page of `before` says of other parts stays."""
    memory = re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text())
    gigabytes = int(memory[1]) / 1024**2 if memory else 0
    told = re.search(r"^Machine: .*? Versions: (.*?)\. Load average by part .*?: (.*)\.$", before, re.MULTILINE)
    known, loads = (
        (dict(each.rsplit(" ", 1) for each in part.split(", ")) for part in told.groups()) if told else ({}, {})
    )
    versions = known | {name: version(name) for name in OWN} | dict(found.get("versions", {}))
    loads |= {name: f"{load:.1f}" for name, load in found.get("load", {}).items()}
    listed = ", ".join(f"{name} {number or 'not installed'}" for name, number in versions.items())
    return (
        f"Machine: {os.cpu_count()} cores, {gigabytes:.0f} GB, {platform.system()}, "
        f"Python {platform.python_version()}. "
        f"Versions: {listed}. Load average by part (more than the cores means that others were at work): "
        + ", ".join(f"{name} {load}" for name, load in loads.items())
        + "."
    )


def peers(found: Mapping[str, Any]) -> str:
    """The comparison, with ratios to Headjudge's first row."""
    head = "## Headjudge and what one would take instead"
    rows = found.get("peers")
    if not rows:
        return f"{head}\n\n{MISSING}"
    columns = {
        "build, s": "build_s",
        "cold start, s": "cold_s",
        "p50, ms": "p50",
        "p95, ms": "p95",
        "processor, ms": "cpu",
        "memory, MB": "peak_mb",
    }
    lines = [["", *columns, "hit@1", "hit@5"]]
    for row in rows:
        if row["error"]:
            lines.append([row["name"], f"did not run: {row['error']}", *[""] * (len(columns) + 1)])
            continue
        cells = [ratio(row[key], rows[0].get(key, 0.0)) for key in columns.values()]
        lines.append([row["name"], *cells, f"{row['hit1']:.2f}", f"{row['hit5']:.2f}"])
    rounds = (
        f"Peers are asked in turn, {found['rounds']} times over, and the fastest round of each counts."
        if found.get("rounds")
        else "Each was built and asked once, one after the other."
    )
    return (
        f"{head}\n\n{found['questions']} questions of the untuned third, {found['answerable']} "
        f"answerable; {found['clauses']} "
        "clauses as passages, each opening with its game, document and headings; model all-MiniLM-L6-v2, "
        "its weights corrected as Headjudge's are, for all; the game "
        f"never given. In brackets: times Headjudge's figure. {rounds} Cold start is from the start of the process to "
        "the first answer; memory is the most that the asking process held; processor time counts all threads.\n\n"
        f"{table(lines)}\n\n"
        f"{reading()}"
    )


def reading() -> str:
    """What to know when reading the comparison."""
    return (
        "What to know when reading it: Headjudge's build is a first one, from nothing and without a cache, which both "
        "its rows ask. A build makes more than an index: sentences, players' wordings, rule models, "
        "the exported model. The corpus holds players' wordings of many clauses, which the peers do not get; "
        "no question of the test third is among them. `whole answer` cites or declines, so that a question declined "
        "is a miss. bm25s embeds nothing, which is why no other is as fast. boardgame-rules-mcp reads a PDF made from "
        "the same clauses as one rulebook, and a quote counts for every clause in it; it declines too."
    )


def service(found: Mapping[str, Any]) -> str:
    """The service over HTTP."""
    head = "## The service, `/api/v1/ask` over HTTP"
    if not found.get("service"):
        return f"{head}\n\n{MISSING}"
    text = columns(found["service"])
    return (
        f"{head}\n\nEvery question of the test third, asked before of whichever process (so that its vector and what "
        "its check says are known; `never asked before` is of that first time), one client over a line that stays "
        "open, by its clock from the first byte asked to the last one answered; then eight clients for ten seconds, "
        "which share the cores with the server. Aims: without check p50 8 ms and p95 20 ms at most, with check p95 "
        f"40 ms, 150 answers a second without error, 450 MB a worker, first answer within 1 s of the start.\n\n{text}"
    )


def commands(found: Mapping[str, Any]) -> str:
    """Cold commands."""
    return "## Commands, cold\n\n" + (columns(found["commands"]) if found.get("commands") else MISSING)


def scale(found: Mapping[str, Any]) -> str:
    """Stages by size, with the growth as a power of the size."""
    head = "## Headjudge on more clauses"
    runs: Sequence[dict[str, Any]] = sorted(found.get("scale", []), key=lambda run: float(run["clauses"]))
    if not runs:
        return f"{head}\n\n{MISSING}"
    return (
        f"{head}\n\nThe clauses are synthetic, drawn from pairs of words of the corpus, without cards, "
        f"wordings and rules; 500 are "
        "embedded and the other vectors mixed from those, so embedding is given by the thousand. Growth "
        "is the power of "
        f"the size between the smallest and the largest run: 1 is in step with the size, 0 is none.\n\n{by_size(runs)}"
    )


def postgres(found: Mapping[str, Any]) -> str:
    """PostgreSQL by size, what was asked and how near the graph comes."""
    head = "## PostgreSQL with a synthetic game beside the five"
    runs: Sequence[dict[str, Any]] = sorted(found.get("postgres", []), key=lambda run: float(run["clauses"]))
    if not runs:
        return f"{head}\n\n{MISSING}"
    return (
        f"{head}\n\nThe clauses are synthetic, one game of them beside the real five, without cards, wordings and "
        "rules: words drawn from pairs of the corpus, one name of its own in twenty clauses, one example in ten. "
        "Embedding so many texts takes hours: their vectors are two real passages' vectors added by random shares, and "
        "noise. Every size goes the way of very many clauses: a graph of vectors, no list read whole. Loading is by "
        "COPY, the graph is made afterwards. Each question was never asked before: drawn from synthetic clauses, their "
        "game given or not, and 200 of the development questions, of which those count that no check decides. "
        "`no rules read` is the memory before the five games' rules are read, which the others need. `worker` and "
        "`PostgreSQL` are processor times of the asking process and of the database: an idle machine takes at least "
        "their sum. Recall is against every vector compared, for the 200 development questions; served is ef_search "
        f"{SEARCHED}. The database has served for a while: its pages are in its memory. Aims for 1,000,000: p50 25 ms "
        "and p95 60 ms at most, open within 1 s, 300 MB a worker, recall@10 .97. SQLite and FAISS stand in the section "
        "before, to 500,000."
        f"\n\n{by_size(runs)}"
    )


def by_size(runs: Sequence[dict[str, Any]]) -> str:
    """A table of stages by size, with their growth."""
    lines = [["stage", *(f"{run['clauses']:,} clauses" for run in runs), "growth"]]
    for stage in [name for name in runs[-1] if name != "clauses"]:
        cells = [figure(stage, run[stage]) if stage in run else "-" for run in runs]
        lines.append([stage, *cells, growth([run for run in runs if stage in run], stage)])
    return table(lines)


def figure(stage: str, value: float) -> str:
    """A stage's figure; of a recall, three digits."""
    return f"{value:.3f}" if stage.startswith("recall") else number(value)


def growth(runs: Sequence[dict[str, Any]], stage: str) -> str:
    """The power of the size that a stage grows with."""
    first, last = runs[0], runs[-1]
    if first is last or first[stage] <= 0 or last[stage] <= 0:
        return "-"
    return f"{math.log(last[stage] / first[stage]) / math.log(last['clauses'] / first['clauses']):.2f}"


def ratio(value: float, of: float) -> str:
    """A figure and how many times another it is."""
    return f"{number(value)} ({number(value / of)}×)" if of else number(value)


def number(value: float) -> str:
    """Two digits that count, at least; whole above ten."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def columns(found: Mapping[str, Mapping[str, float]]) -> str:
    """A table with one column for each thing measured."""
    names = list(dict.fromkeys(stage for each in found.values() for stage in each))
    rows = [[name, *(number(each[name]) if name in each else "-" for each in found.values())] for name in names]
    return table([["", *found], *rows])


def table(rows: Sequence[Sequence[str]]) -> str:
    """In Markdown."""
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]])
