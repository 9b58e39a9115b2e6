"""A reported ruling as a case of its check, or as a question to measure by: lines in its game's folder."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from itertools import chain, count
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from kb.errors import UsageError
from kb.evaluation.labelled import Line
from kb.files.jsonlines import json_line
from kb.files.toml import toml_value
from kb.files.whole import write_whole
from kb.gamefolder import CASE_FILE, DEV, case_files, file_name, question_file, rule_texts
from kb.misfits import misfits
from kb.rules.model.ruletexts.literate import CHECK, read_sections
from service.reports.store import Report

Expected = bool | int | str | list[str]
ROUND = "reported"
NUMBER = re.compile(r"-?\d{1,20}")


def answer_of(report: Report, part: int) -> dict[str, Any]:
    """The answer that a report is about, of several the one of that number; UsageError where there is none, and
    where it is about a day of the past."""
    if day := report.get("as_of"):
        raise UsageError(f"report {report['number']} is about {day}: cases and questions are about the rules of now")
    found: list[dict[str, Any]] = report["answers"]
    if not 1 <= part <= len(found):
        raise UsageError(f"report {report['number']} has {len(found)} answers: --part is 1 to {len(found)}")
    return found[part - 1]


def expected(text: str, kind: str = "") -> Expected:
    """A verdict as it is typed: yes, no, a number, a text; several with commas where the check gives `options`."""
    typed = text.strip()
    if typed.lower() in ("yes", "no", "true", "false"):
        return typed.lower() in ("yes", "true")
    if NUMBER.fullmatch(typed):
        return int(typed)
    return [part.strip() for part in typed.split(",")] if kind == "options" else typed


def add_case(folder: Path, report: Report, part: int, facts: Mapping[str, Any], outcome: Mapping[str, Any]) -> Path:
    """Append a case to those of the section in which the check of a report stands; the file that it stands in.

    `outcome` is `{"verdict": …}` or `{"status": …}`.
    """
    said = answer_of(report, part)
    check = str(said["check"]).partition("/")[2]
    if not check:
        raise UsageError(f"report {report['number']} is about no check: make a question of it")
    path = beside(folder, check)
    kept = path.read_text("utf-8") if path.exists() else ""
    identifier = _free(f"{ROUND}-{report['number']}", "\n".join(each.read_text("utf-8") for each in case_files(folder)))
    title = " ".join((report["question"] or said["asked"]).split())[:200]
    lines = [f'["{identifier}"]', f"title = {toml_value(title)}", f"check = {toml_value(check)}"]
    lines += [f"{name} = {toml_value(value)}" for name, value in [("facts", dict(facts)), *outcome.items()]]
    write_whole(path, "\n".join([*([kept.rstrip(), ""] if kept else []), *lines, ""]).encode())
    return path


def beside(folder: Path, check: str) -> Path:
    """The file of cases beside the section in which a check stands; UsageError where no section has it."""
    for path in rule_texts(folder):
        for section in read_sections(file_name(folder, path), path.read_text("utf-8"))[0]:
            if any(check in tomllib.loads(text) for text in section.tables[CHECK]):
                return path.with_name(f"{path.stem}{CASE_FILE}")
    raise UsageError(f"no section of {folder.name} has a check {check}")


def add_question(folder: Path, report: Report, part: int, known: Mapping[str, Any]) -> Path:
    """Append the question of a report to those that its game is measured by, with what is `known` of its answer: a
    verdict, clauses, an outcome. The file that it stands in."""
    said = answer_of(report, part)
    path = question_file(folder, DEV)
    kept = path.read_text("utf-8") if path.exists() else ""
    line = {
        "id": _free(f"{ROUND}-{report['number']}", kept),
        "ask": said["asked"] if len(report["answers"]) > 1 else report["question"] or said["asked"],
        **{name: value for name, value in known.items() if value not in (None, "", ())},
        "round": ROUND,
    }
    try:
        Line.model_validate_json(json_line(line))
    except ValidationError as error:
        raise UsageError(f"the question is not kept: {misfits(error)[0].said('it')}") from error
    write_whole(path, f"{kept.rstrip()}\n{json_line(line)}".lstrip().encode())
    return path


def _free(identifier: str, texts: str) -> str:
    """The id, or the first of `id-2`, `id-3`, … that is not taken."""
    ways = chain([identifier], (f"{identifier}-{number}" for number in count(2)))
    return next(each for each in ways if f'"{each}"' not in texts)
