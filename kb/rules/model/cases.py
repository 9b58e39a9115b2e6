"""Read a game's cases: scenarios with the verdict that is expected of a check, each one a test.

They stand in blocks `case` of the section whose check they try, or in `<section>.cases.toml` beside it:

["5.e1-exhausted"]                      # the case's id
title = "… once he is exhausted he can"
variant_of = "5.e1-human-torch"         # check, facts and source are the base's where they are not given here
facts = { exhausted = true }
verdict = false                         # or status = "depends", ask = ["row"]
cites = ["5.p1"]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import Field, TypeAdapter, ValidationError

from kb.errors import Place, Problem, SourceError
from kb.gamefolder import case_files, file_name, rule_texts
from kb.records.results import CheckResult, Status
from kb.records.types import Json
from kb.rules.model.rulemodel import full_clause
from kb.rules.model.ruletexts.literate import CASE, read_sections
from kb.rules.model.ruletexts.tables import Strict, finding_places, places_of, toml_table

Verdict = bool | int | str | list[str] | None


@dataclass(frozen=True, slots=True)
class Expect:
    """What a case expects: a status, a verdict where it is answered, the first facts asked where it depends."""

    status: str
    verdict: Verdict = None
    ask: tuple[str, ...] = ()


class CaseSpec(Strict):
    """One case, under its id."""

    title: str
    check: str = ""
    variant_of: str = ""
    facts: dict[str, Any] = Field(default_factory=dict)
    unset: list[str] = Field(default_factory=list)
    status: Status = Field(default=Status.ANSWERED, strict=False)
    verdict: Verdict = None
    ask: list[str] = Field(default_factory=list)
    cites: list[str] = Field(default_factory=list)
    source: str = ""


CASES = TypeAdapter(dict[str, CaseSpec])


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
    """The cases of a game's folder in the order of its sections, and what is wrong with them."""
    problems: list[Problem] = []
    found: dict[str, Case] = {}
    for name, text in _texts(folder):
        for case in _read(name, text, folder.name, documents, problems):
            if case.id in found:
                message = f"the id {case.id} is taken at {found[case.id].place}"
                problems.append(Problem("duplicate-case", message, case.place, "ids that stand once in a game"))
            found.setdefault(case.id, case)
    return tuple(_inherited(each, found, problems) for each in found.values()), problems


def _texts(folder: Path) -> Iterator[tuple[str, str]]:
    """Every text that holds cases, with the name of its file: blocks of sections, then the files of cases."""
    for path in rule_texts(folder):
        name = file_name(folder, path)
        for section in read_sections(name, path.read_text("utf-8"))[0]:
            yield from ((name, text) for text in section.tables[CASE])
    for path in case_files(folder):
        yield file_name(folder, path), path.read_text("utf-8")


def _read(file: str, text: str, game: str, documents: tuple[str, ...], problems: list[Problem]) -> Iterator[Case]:
    table = toml_table(file, text, problems)
    if table is None:
        return
    try:
        specs = CASES.validate_python(table)
    except ValidationError as error:
        problems += finding_places(file, text, error, "bad-case")
        return
    places = places_of(file, text)
    for identifier, spec in specs.items():
        place = places.get(identifier) or Place(file, 1)
        if (spec.verdict is None) is (spec.status is Status.ANSWERED):
            expected = 'a verdict, or a status without one: status = "undetermined"'
            problems.append(Problem("bad-case", f"{identifier}: what does it come to?", place, expected))
        yield _case(identifier, spec, game, documents, place)


def _case(identifier: str, spec: CaseSpec, game: str, documents: tuple[str, ...], place: Place) -> Case:
    facts: Json = {**spec.facts, **dict.fromkeys(spec.unset, _Unset)}
    return Case(
        id=identifier, game=game, title=spec.title, check=spec.check, facts=facts,
        expect=Expect(spec.status.value, spec.verdict, tuple(spec.ask)),
        cites=tuple(full_clause(each, game, documents) for each in spec.cites),
        source=full_clause(spec.source, game, documents) if spec.source else "",
        variant_of=spec.variant_of, place=place,
    )  # fmt: skip


class _Unset:
    """Marks a fact of the base that a variant takes away."""


def _inherited(case: Case, cases: dict[str, Case], problems: list[Problem]) -> Case:
    """A variant with its base's check, source and facts; a base may be a variant itself."""
    line = {case.id: case}
    while (last := next(reversed(line.values()))).variant_of:
        base = cases.get(last.variant_of)
        if base is None or base.id in line:
            message = f"{case.id}: {last.variant_of!r} is no case that it can vary"
            problems.append(Problem("bad-case", message, case.place, "the id of another case of this game"))
            return case
        line[base.id] = base
    facts: Json = {}
    for each in reversed(line.values()):
        facts |= each.facts
    return replace(
        case,
        check=next((each.check for each in line.values() if each.check), ""),
        source=next((each.source for each in line.values() if each.source), ""),
        facts={name: value for name, value in facts.items() if value is not _Unset},
    )


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
