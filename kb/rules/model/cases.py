"""Read `cases/*.toml`: scenarios with the verdict that is expected of a check, each one a test."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from kb.errors import Place, Problem, SourceError
from kb.gamefolder import case_files, file_name
from kb.records.checks import CheckResult, Json
from kb.rules.model.rulemodel import full_clause
from kb.rules.model.schema import Strict, finding_places, place_of, toml_table


class Expect(Strict):
    """What a case expects: a status, a verdict where it is answered, the first facts asked where it depends."""

    status: str
    verdict: bool | int | str | list[str] | None = None
    ask: list[str] = Field(default_factory=list)


class CaseSpec(Strict):
    """One `[[case]]` table."""

    id: str
    title: str
    check: str = ""
    facts: dict[str, Any] = Field(default_factory=dict)
    unset: list[str] = Field(default_factory=list)
    expect: Expect
    cites: list[str] = Field(default_factory=list)
    source: str = ""
    variant_of: str = ""


class CaseFile(Strict):
    """The whole of a cases file."""

    case: list[CaseSpec] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Case:
    """A scenario, its base's facts filled in where it is a variant; `cites` are full clause ids."""

    id: str
    game: str
    title: str
    check: str
    facts: Json
    expect: Expect
    cites: tuple[str, ...]
    source: str
    variant_of: str
    place: Place


def load_cases(folder: Path, documents: Iterable[str]) -> tuple[Case, ...]:
    """The cases of a game's folder; SourceError with every problem. `documents` are the game's, by full id."""
    cases, problems = read_cases(folder, tuple(documents))
    if problems:
        raise SourceError(problems)
    return cases


def read_cases(folder: Path, documents: tuple[str, ...]) -> tuple[tuple[Case, ...], list[Problem]]:
    """The cases of a game's folder in the order of their files, and what is wrong with them."""
    problems: list[Problem] = []
    found: dict[str, Case] = {}
    for path in case_files(folder):
        name = file_name(folder, path)
        text = path.read_text("utf-8")
        table = toml_table(name, text, problems)
        if table is None:
            continue
        try:
            specs = CaseFile.model_validate(table).case
        except ValidationError as error:
            problems += finding_places(name, text, error, "bad-case")
            continue
        for spec in specs:
            place = place_of(name, text, "id", spec.id)
            if spec.id in found:
                problems.append(Problem("duplicate-case", f"the id {spec.id} is taken", place, "ids that stand once"))
            found[spec.id] = _case(spec, folder.name, documents, place)
    return tuple(_inherited(each, found, problems) for each in found.values()), problems


def _case(spec: CaseSpec, game: str, documents: tuple[str, ...], place: Place) -> Case:
    facts: Json = {**spec.facts, **dict.fromkeys(spec.unset, _Unset)}
    return Case(
        id=spec.id, game=game, title=spec.title, check=spec.check, facts=facts, expect=spec.expect,
        cites=tuple(full_clause(each, game, documents) for each in spec.cites),
        source=full_clause(spec.source, game, documents) if spec.source else "",
        variant_of=spec.variant_of, place=place,
    )  # fmt: skip


class _Unset:
    """Marks a fact of the base that a variant takes away."""


def _inherited(case: Case, cases: dict[str, Case], problems: list[Problem], depth: int = 0) -> Case:
    """A variant with its base's check, source and facts; a base may be a variant itself."""
    if not case.variant_of:
        return replace(case, facts={name: value for name, value in case.facts.items() if value is not _Unset})
    base = cases.get(case.variant_of)
    if base is None or depth > len(cases):
        message = f"{case.id}: {case.variant_of!r} is no case that it can vary"
        problems.append(Problem("bad-case", message, case.place, "the id of another case of this game"))
        return case
    base = _inherited(base, cases, problems, depth + 1)
    facts = {name: value for name, value in {**base.facts, **case.facts}.items() if value is not _Unset}
    return replace(case, check=case.check or base.check, source=case.source or base.source, facts=facts)


def outcome_of(expect: Expect) -> tuple[str, object]:
    """What two cases are compared by: status and verdict."""
    value = expect.verdict
    return expect.status, tuple(sorted(value)) if isinstance(value, list) else value


def mismatches(case: Case, result: CheckResult) -> list[str]:
    """How a result differs from what its case expects; none where it is as expected."""
    wrong = []
    value: object = result.verdict.value if result.verdict else None
    got = (str(result.status), tuple(sorted(value)) if isinstance(value, tuple) else value)
    wanted = outcome_of(case.expect)
    if got != wanted or type(got[1]) is not type(wanted[1]):
        wrong.append(f"expected {wanted[0]} {wanted[1]}, got {got[0]} {got[1]}: {result.summary}")
    asked = [each.fact for each in result.ask][: len(case.expect.ask)]
    if sorted(asked) != sorted(case.expect.ask):
        wrong.append(f"expected to be asked {case.expect.ask}, was asked {[each.fact for each in result.ask]}")
    missing = [clause for clause in case.cites if clause not in result.citations]
    if missing:
        wrong.append(f"the proof does not cite {', '.join(missing)}; it cites {', '.join(result.citations)}")
    return wrong


__all__ = ["Case", "Expect", "load_cases", "mismatches", "outcome_of", "read_cases"]
