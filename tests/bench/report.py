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

OWN = ("onnxruntime", "faiss-cpu", "torch", "sentence-transformers", "spacy", "clingo", "waitress", "numpy")


def report(found: Mapping[str, Any]) -> str:
    """The whole page; a part that was not measured is said to be missing."""
    parts = [
        "# Bench",
        "Written by `make bench`. Times on a shared machine are noisy: compare what stands in one table, and where the "
        "load was high believe the processor time and the ratios before the clock.",
        machine(found),
    ]
    parts += [peers(found), service(found), commands(found), scale(found)]
    return "\n\n".join(parts) + "\n"


def machine(found: Mapping[str, Any]) -> str:
    """Processor, memory, versions; no names and no paths."""
    memory = re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text())
    gigabytes = int(memory[1]) / 1024**2 if memory else 0
    versions = {name: version(name) for name in OWN} | dict(found.get("versions", {}))
    listed = ", ".join(f"{name} {number or 'not installed'}" for name, number in versions.items())
    return (
        f"Machine: {os.cpu_count()} cores, {gigabytes:.0f} GB, {platform.system()}, "
        f"Python {platform.python_version()}. "
        f"Versions: {listed}. Load average by part (more than the cores means that others were at work): "
        + ", ".join(f"{name} {load:.1f}" for name, load in found.get("load", {}).items())
        + "."
    )


def peers(found: Mapping[str, Any]) -> str:
    """The comparison, with ratios to Headjudge's first row."""
    head = "## Headjudge and what one would take instead"
    rows = found.get("peers")
    if not rows:
        return f"{head}\n\nNot measured."
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
        f"{reading(found)}"
    )


def reading(found: Mapping[str, Any]) -> str:
    """What to know when reading the comparison."""
    built = (
        "Both builds of Headjudge are unchanged rebuilds, with what an earlier build worked out; a first build takes "
        "minutes and was not timed in this run."
        if found.get("rebuilt")
        else "Headjudge's first row is a first build, its second an unchanged rebuild."
    )
    return (
        f"What to know when reading it: {built} A build makes more than an index: sentences, players' wordings, rule "
        "models, the exported model. The corpus holds players' wordings of many clauses, which the peers do not get; "
        "no question of the test third is among them. `whole answer` cites or declines, so that a question declined "
        "is a miss. bm25s embeds nothing, which is why no other is as fast. boardgame-rules-mcp reads a PDF made from "
        "the same clauses as one rulebook, and a quote counts for every clause in it; it declines too."
    )


def service(found: Mapping[str, Any]) -> str:
    """The service over HTTP."""
    head = "## The service, `/api/v1/ask` over HTTP"
    if not found.get("service"):
        return f"{head}\n\nNot measured."
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
    return "## Commands, cold\n\n" + (columns(found["commands"]) if found.get("commands") else "Not measured.")


def scale(found: Mapping[str, Any]) -> str:
    """Stages by size, with the growth as a power of the size."""
    head = "## Headjudge on more clauses"
    runs: Sequence[dict[str, Any]] = sorted(found.get("scale", []), key=lambda run: float(run["clauses"]))
    if not runs:
        return f"{head}\n\nNot measured."
    lines = [["stage", *(f"{run['clauses']:,} clauses" for run in runs), "growth"]]
    for stage in [name for name in runs[-1] if name != "clauses"]:
        lines.append([stage, *(number(run[stage]) for run in runs), growth(runs, stage)])
    return (
        f"{head}\n\nThe clauses are synthetic, drawn from pairs of words of the corpus, without cards, "
        f"wordings and rules; 500 are "
        "embedded and the other vectors mixed from those, so embedding is given by the thousand. Growth "
        "is the power of "
        f"the size between the smallest and the largest run: 1 is in step with the size, 0 is none.\n\n{table(lines)}"
    )


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
