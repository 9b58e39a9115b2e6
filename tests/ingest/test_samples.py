"""Samples: questions of a check with the facts that they state, and what lint says of them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from ingest.samples import load_samples, sample_problems
from kb.errors import SourceError
from kb.rules.model.loader import load_rules
from tests.kb.rules.conftest import EMBER, read_clauses

GAME = Path(__file__).resolve().parents[1] / "fixtures" / "rules" / "tiny-duel"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the tiny game, to write samples into."""
    return Path(shutil.copytree(GAME, tmp_path / "tiny-duel"))


def test_a_sample_keeps_its_question_facts_and_line(folder: Path) -> None:
    (folder / "samples.toml").write_text(
        '# first a remark\ndamage = [\n  { ask = "he is \\"out\\"", facts = { stunned = true } },\n'
        '  { ask = "strength 4?", facts = { strength = 4 } },\n]\n'
    )
    (folder / "more.samples.toml").write_text('damage = [{ ask = "how hard" }]\n')
    samples = {each.ask: each for each in load_samples(folder)}
    assert samples['he is "out"'].facts == {"stunned": True}
    assert samples["strength 4?"].place.line == 4
    assert json.loads(samples["how hard"].states) == {"facts": {}, "opposite": False}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('strike = [{ ask = "x" }]', "there is no check 'strike'"),
        ('damage = [{ ask = "x", facts = { strength = "much" } }]', "strength"),
        ('damage = [{ ask = "x", opposite = true }]', "no yes_no check"),
        ('damage = [{ ask = "x" }, { ask = "X" }]', "asked twice"),
        ('damage = [{ question = "x" }]', "ask"),
        ("damage = [", "Invalid value"),
    ],
)
def test_lint_names_what_is_wrong(folder: Path, text: str, said: str) -> None:
    (folder / "samples.toml").write_text(text + "\n")
    model = load_rules(folder, read_clauses(folder), texts=[EMBER])
    problems = sample_problems(folder, model)
    assert problems
    assert any(said in problem.message for problem in problems)
    assert all(problem.place.file == "tiny-duel/samples.toml" for problem in problems)


def test_a_sample_far_from_its_check_is_warned_of(folder: Path) -> None:
    (folder / "turns").mkdir()
    (folder / "checks.toml").rename(folder / "turns" / "turns.checks.toml")
    places = ["turns/turns.samples.toml", "turns/turns-2.samples.toml", "samples.toml", "turns/evening.samples.toml"]
    for at, name in enumerate(places):
        (folder / name).write_text(f'damage = [{{ ask = "how hard {at}" }}]\n')
    problems = sample_problems(folder, load_rules(folder, read_clauses(folder), texts=[EMBER]))
    assert [(each.code, each.severity, each.place.file.partition("/")[2]) for each in problems] == [
        ("stray-sample", "warning", "turns/evening.samples.toml"),
        ("stray-sample", "warning", "samples.toml"),
    ]


def test_an_unreadable_file_stops_the_build_with_its_place(folder: Path) -> None:
    (folder / "samples.toml").write_text("damage = [\n")
    with pytest.raises(SourceError, match=r"samples\.toml:"):
        load_samples(folder)


def test_a_practice_question_that_names_its_check_is_a_sample(folder: Path) -> None:
    (folder / "practice.jsonl").write_text(
        '{"question": "how hard?", "verdict": 4}\n'
        '{"question": "he is down?", "verdict": false, "check": "can-strike", "facts": {"stunned": true}}\n'
        '{"question": "barred?", "verdict": true, "check": "can-strike", "opposite": true}\n'
    )
    found = load_samples(folder)
    assert [(each.check, each.facts, each.opposite, each.place.line) for each in found] == [
        ("can-strike", {"stunned": True}, False, 2),
        ("can-strike", {}, True, 3),
    ]
    assert sample_problems(folder, load_rules(folder, read_clauses(folder), texts=[EMBER])) == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"question": "x"}', "verdict: Field required"),
        ('{"question": "x", "verdict": 1, "chekc": "damage"}', "chekc: Extra inputs"),
        ("{", "Invalid JSON"),
        ('{"question": "x", "verdict": 1, "check": "strike"}', "there is no check 'strike'"),
        ('{"question": "x", "verdict": 1, "check": "damage", "facts": {"strength": "much"}}', "strength"),
    ],
)
def test_lint_names_a_bad_practice_question(folder: Path, line: str, said: str) -> None:
    (folder / "practice.jsonl").write_text(f'{{"question": "how hard?", "verdict": 4}}\n{line}\n')
    problems = sample_problems(folder, load_rules(folder, read_clauses(folder), texts=[EMBER]))
    assert [(each.place.file, each.place.line) for each in problems] == [("tiny-duel/practice.jsonl", 2)]
    assert said in problems[0].message
