"""Read corpus/<game>/*samples.toml: for each check, questions as players ask them, with the facts that each states.

attack-can = [
  { ask = "my guy is stunned, can he still swing", facts = { stunned = true } },
  { ask = "is it illegal to attack from the support row", facts = { row = "support" }, opposite = true },
]

`facts` are what the question states, in the check's own terms; `opposite` marks a question whose "yes" is the
check's "no". Questions are matched with samples by meaning, so that a check is found in words that its title
does not have; reading is measured by them (`headjudge eval --samples`).

The samples of `turns.checks.toml` stand in `turns.samples.toml` beside it, and where they are many in
`turns-2.samples.toml` and so on; those of a plain `checks.toml` in `samples.toml` or `checks.samples.toml`.
`headjudge lint` warns of others.

A line of practice.jsonl is a sample too where it says which check answers it:
`{"question", "verdict", "check", "facts", "opposite"}`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field, TypeAdapter, ValidationError

from ingest.games import schema_problems, toml_problem
from ingest.source import Source, read_source
from ingest.spec import Strict
from kb.errors import FactsError, Place, Problem, SourceError
from kb.gamefolder import file_name, game_files
from kb.records.checks import Check
from kb.rules.model.facts import read_facts
from kb.rules.model.rulemodel import RuleModel
from kb.rules.model.values import shown

PATTERN, PRACTICE = "*samples.toml", "practice.jsonl"


class SampleTable(Strict):
    """One question of a check."""

    ask: str
    facts: dict[str, Any] = Field(default_factory=dict)
    opposite: bool = False


class PracticeLine(Strict):
    """One question of practice.jsonl."""

    question: str
    verdict: Any
    check: str = ""
    facts: dict[str, Any] = Field(default_factory=dict)
    opposite: bool = False


FILE = TypeAdapter(dict[str, tuple[SampleTable, ...]])


@dataclass(frozen=True, slots=True)
class Sample:
    """A question of a check with what it states; `check` is the check's id within its game."""

    check: str
    ask: str
    facts: dict[str, Any]
    opposite: bool
    place: Place

    @property
    def states(self) -> str:
        """What the question states, as JSON with sorted keys."""
        return json.dumps({"facts": self.facts, "opposite": self.opposite}, sort_keys=True, ensure_ascii=False)


def load_samples(folder: Path) -> tuple[Sample, ...]:
    """The samples of a game's folder in the files' order, then those of its practice questions; SourceError with the
    place where a file is unreadable."""
    written = (sample for path in game_files(folder, PATTERN) for sample in _read(path, folder))
    return (*written, *_practised(folder / PRACTICE, folder))


def _practised(path: Path, folder: Path) -> Iterator[Sample]:
    if not path.exists():
        return
    source = read_source(path, file_name(folder, path))
    problems = []
    for line in source.lines:
        if not line.text.strip():
            continue
        place = Place(source.file, line.number, 1, line.text)
        try:
            told = PracticeLine.model_validate_json(line.text)
        except ValidationError as error:
            first = error.errors()[0]
            said = ".".join(map(str, first["loc"])) or "the line"
            expected = '{"question", "verdict"}, and "check", "facts", "opposite" where a check answers it'
            problems.append(Problem("bad-sample", f"{said}: {first['msg']}", place, expected))
            continue
        if told.check:
            yield Sample(told.check, told.question, told.facts, told.opposite, place)
    if problems:
        raise SourceError(problems)


def _read(path: Path, folder: Path) -> Iterator[Sample]:
    source = read_source(path, file_name(folder, path))
    try:
        tables = FILE.validate_python(tomllib.loads(source.text))
    except tomllib.TOMLDecodeError as error:
        raise SourceError([toml_problem(source, error)]) from error
    except ValidationError as error:
        raise SourceError(list(schema_problems(source, error))) from error
    places = _places(source)
    for check, samples in tables.items():
        for sample in samples:
            place = places.get(json.dumps(sample.ask, ensure_ascii=False), Place(source.file, 1))
            yield Sample(check, sample.ask, sample.facts, sample.opposite, place)


def _places(source: Source) -> dict[str, Place]:
    """The line of each question, by the question as it is quoted."""
    found = {}
    for line in source.lines:
        _, key, rest = line.text.partition("ask = ")
        if key:
            quoted = rest[: rest.index('"', 1) + 1] if rest.count('"') > 1 else rest
            found[quoted] = Place(source.file, line.number, 1, line.text)
    return found


def _words_of_one_edition(sample: Sample, model: RuleModel) -> list[Problem]:
    """Facts that quote a card's text: samples are read with every edition, and another edition words it differently."""
    check = model.checks[sample.check]
    quoting = {slot.name for slot in check.slots if slot.fact and model.schema.facts[slot.fact].among}
    return [
        Problem(
            "bad-sample",
            f"{shown(key)} quotes a card's text, and each edition has its own words for it",
            sample.place,
            "facts that hold with every edition, or the question and its verdict alone in practice.jsonl",
        )
        for key in sample.facts
        if key.partition(".")[0] in quoting
    ]


def _astray(sample: Sample, check: Check) -> Iterator[Problem]:
    """A sample that stands elsewhere than beside the file of its check."""
    checks, samples = Path(check.place.file), Path(sample.place.file)
    stem = checks.name.removesuffix("checks.toml").rstrip(".")
    own = rf"{re.escape(stem or 'checks')}(-\d+)?\.samples\.toml" + ("" if stem else r"|samples\.toml")
    if samples.name != PRACTICE and (samples.parent != checks.parent or not re.fullmatch(own, samples.name)):
        expected = f"{checks.parent}/{stem or 'checks'}.samples.toml, beside its check"
        yield Problem("stray-sample", f"{sample.check} is a check of {checks}", sample.place, expected, "warning")


def sample_problems(folder: Path, model: RuleModel) -> list[Problem]:
    """Samples of checks that are not there, with facts that their check does not take, astray, or written twice."""
    try:
        samples = load_samples(folder)
    except SourceError as error:
        return list(error.problems)
    found = []
    times = Counter(sample.ask.casefold() for sample in samples)
    for sample in samples:
        check = model.checks.get(sample.check)
        if check is None:
            expected = "an id of checks.toml"
            found.append(Problem("bad-sample", f"there is no check {sample.check!r}", sample.place, expected))
            continue
        if sample.opposite and check.kind != "yes_no":
            message = f"{sample.check} is no yes_no check: its question has no opposite"
            found.append(Problem("bad-sample", message, sample.place, "no `opposite`"))
        try:
            read_facts(model, check, sample.facts)
        except FactsError as error:
            found.append(Problem("bad-sample", str(error), sample.place, "facts as the check takes them"))
        found += _words_of_one_edition(sample, model)
        found += _astray(sample, check)
        if times[sample.ask.casefold()] > 1:
            message = f"{sample.ask!r} is asked twice"
            found.append(Problem("double-sample", message, sample.place, "each question once", "warning"))
    return found
