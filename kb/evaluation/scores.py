"""The evaluation's figures as one structure, as a table, and the list of misses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kb.evaluation.calibration import Given, calibration
from kb.evaluation.evaluate import (
    MEASURES,
    RUNS,
    Interval,
    Judged,
    auroc,
    declining,
    groups,
    interval,
    per_question,
    rescored,
)

VERDICTS = ("right", "wrong", "depends", "cited")
STAGES = {
    "wrong": "verdict",
    "asserted": "verdict",
    "depends": "slots",
    "cited": "check",
    "ambiguous": "game",
    "not_found": "declined",
}


def scores(judged: Sequence[Judged]) -> dict[str, Any]:
    """Every figure of `headjudge eval`: measures by group, runs compared, declining, games detected."""
    values = per_question(judged)
    found: dict[str, Any] = {"groups": {}, "runs": {}, "questions": len(judged)}
    for name, members in groups(judged).items():
        ids = [each.question.id for each in members if each.question.answerable]
        row = {
            measure: _interval([values[measure][each] for each in ids if each in values[measure]])
            for measure in MEASURES
        }
        row |= {f"declined {key}": _interval_of(share) for key, share in declining(members).items()}
        found["groups"][name] = row
    for name, weight in RUNS.items():
        run = per_question(judged, weight)
        found["runs"][name] = {measure: _interval(list(run[measure].values())) for measure in MEASURES}
    found["auroc"] = {nature: round(auroc(judged, nature), 3) for nature in ("near-miss", "off-topic")}
    found["game"] = games_found(judged)
    found["calibration"] = calibration(
        [
            Given(each.question.game, each.probability, each.verdict_is == "right")
            for each in judged
            if each.probability > 0 and _held(each)
        ]
    )
    found["verdicts"] = {name: verdicts(members) for name, members in groups(judged).items()}
    return found


def _held(judged: Judged) -> bool:
    """Whether a verdict was asserted that is right or wrong: not one on an answerable question without a key."""
    return judged.verdict is not None and (judged.verdict_is != "asserted" or not judged.question.answerable)


def verdicts(judged: Sequence[Judged]) -> dict[str, Any]:
    """Where a verdict is expected: shares right, wrong, and by outcome where none was given; else how many asserted."""
    computable = [each.verdict_is for each in judged if each.question.expect.get("verdict")]
    others = [each for each in judged if not each.question.expect.get("verdict")]
    total = len(computable) or 1
    row: dict[str, Any] = {name: round(computable.count(name) / total, 3) for name in VERDICTS}
    row["other"] = round(sum(each not in VERDICTS for each in computable) / total, 3)
    return {
        **row,
        "computable": len(computable),
        "asserted on unanswerable": sum(each.verdict is not None for each in others if not each.question.answerable),
        "asserted on others": sum(each.verdict is not None for each in others if each.question.answerable),
    }


def games_found(judged: Sequence[Judged]) -> dict[str, float]:
    """Over answerable questions: settled on the right game, on a wrong one, or asked back."""
    answerable = [each for each in judged if each.question.answerable]
    total = len(answerable) or 1
    return {
        "right": round(sum(each.sure and each.game == each.question.game for each in answerable) / total, 3),
        "wrong": round(sum(each.sure and each.game != each.question.game for each in answerable) / total, 3),
        "asked": round(sum(not each.sure for each in answerable) / total, 3),
    }


def _interval(values: list[float]) -> dict[str, float]:
    return _interval_of(interval(values))


def _interval_of(found: Interval) -> dict[str, float]:
    return {
        "mean": round(found.mean, 3),
        "low": round(found.low, 3),
        "high": round(found.high, 3),
        "count": found.count,
    }


def score_table(found: dict[str, Any], markdown: bool = False) -> str:
    """The figures as text, 95 % intervals in brackets; `markdown` prints tables for the README."""
    columns = [*MEASURES, "declined near-miss", "declined off-topic", "declined falsely"]
    rows = [["group", *columns]]
    rows += [[name, *(_shown(row[column]) for column in columns)] for name, row in found["groups"].items()]
    runs = [["run", *MEASURES]]
    runs += [[name, *(_shown(row[measure]) for measure in MEASURES)] for name, row in found["runs"].items()]
    tail = [
        f"{found['questions']} questions; AUROC of support: "
        + ", ".join(f"{name} {value:.2f}" for name, value in found["auroc"].items()),
        "game settled: " + ", ".join(f"{name} {value:.2f}" for name, value in found["game"].items()),
    ]
    columns = list(next(iter(found["verdicts"].values()), {}))
    ruled = [["verdicts", *columns]]
    ruled += [[name, *(str(row[column]) for column in columns)] for name, row in found["verdicts"].items()]
    tables = [rows, runs, ruled, found["calibration"]]
    return "\n\n".join([*(_table(each, markdown) for each in tables), "\n".join(tail)])


def _shown(cell: dict[str, float]) -> str:
    if not cell["count"]:
        return "-"
    return f"{cell['mean']:.2f} [{cell['low']:.2f}, {cell['high']:.2f}] ({cell['count']})"


def _table(rows: list[list[str]], markdown: bool) -> str:
    if markdown:
        lines = ["| " + " | ".join(row) + " |" for row in rows]
        return "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]])
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def listed_misses(judged: Sequence[Judged]) -> str:
    """Every wrong or missing answer with the stage that failed: game, hits, rank, declined or answered."""
    lines = []
    for each in judged:
        stage = _stage(each)
        if stage:
            question = each.question
            first = each.hits[0].clause.id if each.hits else "-"
            came = each.verdict.value if each.verdict else each.outcome
            given = f"; check {each.check} gave {came}" if each.check else ""
            wanted = ", ".join(sorted(question.relevant)) or "nothing"
            lines.append(f"{stage:9} {question.id} [{question.persona}] {question.question}")
            lines.append(f"          wanted {wanted}; first {first}; support {each.support.probability:.2f}{given}")
    return "\n".join(lines) or "no misses"


def _stage(each: Judged) -> str:
    question = each.question
    if not question.answerable:
        return "asserted" if each.verdict else "" if each.declined else "answered"
    places = [place for place, (clause, _) in enumerate(rescored(each.hits, None), 1) if clause in question.relevant]
    if each.sure and each.game != question.game:
        return "game"
    if not places or places[0] > 20:
        return "hits"
    if places[0] > 1:
        return f"rank {places[0]}"
    if each.declined:
        return "declined"
    return STAGES.get(each.verdict_is, "")
