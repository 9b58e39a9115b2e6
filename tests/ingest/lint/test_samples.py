"""Samples: questions of a check with the facts that they state, and what lint says of them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from ingest.lint.samples import load_samples, sample_problems
from kb.errors import Problem, SourceError
from kb.rules.model.loader import load_rules
from tests.kb.rules.conftest import EMBER, read_clauses

GAME = Path(__file__).resolve().parents[2] / "fixtures" / "rules" / "tiny-duel"
TRAIN = "tiny-duel/questions/train.jsonl"


def ask(folder: Path, *lines: dict[str, Any] | str) -> Path:
    """Write the lines as a game's questions to learn from; those without an id get one."""
    path = folder / "questions" / "train.jsonl"
    path.parent.mkdir(exist_ok=True)
    written = [
        each if isinstance(each, str) else json.dumps({"id": f"q{at}", **each}, ensure_ascii=False)
        for at, each in enumerate(lines)
    ]
    path.write_text("\n".join([*written, ""]), "utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the tiny game, to write samples into."""
    return Path(shutil.copytree(GAME, tmp_path / "tiny-duel"))


def problems(folder: Path) -> list[Problem]:
    return sample_problems(folder, load_rules(folder, read_clauses(folder), texts=[EMBER]))


def test_a_sample_keeps_its_question_facts_and_line(folder: Path) -> None:
    ask(
        folder,
        {"ask": 'he is "out"', "check": "damage", "facts": {"stunned": True}},
        "",
        {"ask": "who answers this", "clauses": ["rulebook#1.p1"]},
        {"ask": "how hard", "check": "damage"},
        {"ask": "barred?", "check": "can-strike", "opposite": True, "verdict": True, "round": "practice"},
    )
    samples = {each.ask: each for each in load_samples(folder)}
    assert list(samples) == ['he is "out"', "how hard", "barred?"]
    assert samples['he is "out"'].facts == {"stunned": True}
    assert (samples["how hard"].place.file, samples["how hard"].place.line) == (TRAIN, 4)
    assert json.loads(samples["how hard"].states) == {"facts": {}, "opposite": False}
    assert samples["barred?"].opposite
    assert problems(folder) == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"ask": "x", "check": "strike"}, "there is no check 'strike'"),
        ({"ask": "x", "check": "damage", "facts": {"strength": "much"}}, "strength"),
        ({"ask": "x", "check": "damage", "opposite": True}, "no yes_no check"),
        ({"ask": "Good?", "check": "damage"}, "asked twice"),
        ({"question": "x", "check": "damage"}, "ask is missing"),
        ({"ask": "x", "chekc": "damage"}, "chekc is no name that is known here"),
        ({"ask": "x"}, "what is known of this question"),
        ("{", "the line is no JSON"),
    ],
)
def test_lint_names_what_is_wrong(folder: Path, line: dict[str, Any] | str, said: str) -> None:
    ask(folder, {"ask": "good?", "check": "damage"}, line)
    found = [each for each in problems(folder) if each.place.line == 2]
    assert found
    assert all(each.place.file == TRAIN for each in found)
    assert any(said in each.message for each in found)


def test_an_unreadable_line_stops_the_build_with_its_place(folder: Path) -> None:
    ask(folder, {"ask": "good?", "check": "damage"}, "{")
    with pytest.raises(SourceError, match=r"train\.jsonl:2"):
        load_samples(folder)
