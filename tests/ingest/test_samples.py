"""Samples: questions of a check with the facts that they state, and what lint says of them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from ingest.samples import load_samples, sample_problems
from kb.errors import SourceError
from kb.rules.loader import load_rules
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


def test_an_unreadable_file_stops_the_build_with_its_place(folder: Path) -> None:
    (folder / "samples.toml").write_text("damage = [\n")
    with pytest.raises(SourceError, match=r"samples\.toml:"):
        load_samples(folder)
