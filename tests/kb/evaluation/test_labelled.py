"""One schema for every labelled question: what it holds, and which lines are none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kb.errors import SourceError
from kb.evaluation.labelled import full_ids, labelled, read_labelled

CORPUS = Path(__file__).resolve().parents[3] / "corpus"
GOOD = {"id": "a", "ask": "who begins?", "clauses": ["rules#1.p1"]}


def write(folder: Path, *lines: dict[str, Any]) -> Path:
    path = folder / "questions" / "train.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in lines), "utf-8")
    return folder


@pytest.mark.parametrize("verdict", [True, False, 0, 1, "gold", ["b", "a"], [0, 1]])
def test_a_verdict_keeps_its_type(tmp_path: Path, verdict: object) -> None:
    [read] = labelled(write(tmp_path / "chess", {**GOOD, "verdict": verdict}), "train")
    kept = list(read.line.verdict) if isinstance(read.line.verdict, tuple) else read.line.verdict
    assert (kept, type(kept)) == (verdict, type(verdict))


def test_a_line_separator_in_a_question_ends_no_line(tmp_path: Path) -> None:
    folder = write(tmp_path / "chess", {**GOOD, "ask": "who\u2028begins?"}, {**GOOD, "id": "b"})
    [one, other] = labelled(folder, "train")
    assert (one.line.ask, other.place.line) == ("who\u2028begins?", 2)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"ask": "?"}, "id"),
        ({**GOOD, "id": ""}, "id"),
        ({**GOOD, "clause": "rules#1.p1"}, "clause"),
        ({**GOOD, "voice": "cat"}, "judge"),
        ({**GOOD, "nature": "odd"}, "off-topic"),
        ({**GOOD, "outcome": "right"}, "cited"),
        ({**GOOD, "facts": {"oil": 1}}, "in the terms of a `check`"),
        ({"id": "b", "ask": "?", "lacks": "prices"}, "comes nearest"),
        ({"id": "b", "ask": "?", "writer": "w1"}, "what is known of this question"),
        (GOOD, "taken in line 1"),
    ],
)
def test_a_line_that_says_too_little_or_too_much_is_named(tmp_path: Path, line: dict[str, Any], said: str) -> None:
    folder = write(tmp_path / "chess", GOOD, line)
    _, [problem] = read_labelled(folder, "train")
    assert (problem.place.file, problem.place.line) == ("chess/questions/train.jsonl", 2)
    assert said in problem.message
    with pytest.raises(SourceError):
        labelled(folder, "train")


def test_a_game_without_questions_has_none(tmp_path: Path) -> None:
    assert labelled(tmp_path, "train") == ()


def test_a_clause_is_named_with_its_document_and_the_game_is_added() -> None:
    assert full_ids(["rules#1.p1", "chess/rules#2.p2"], "chess") == ("chess/rules#1.p1", "chess/rules#2.p2")


@pytest.mark.parametrize("split", ["train", "dev"])
@pytest.mark.slow
def test_every_line_of_the_corpus_can_be_read(split: str) -> None:
    for folder in sorted(path.parent for path in CORPUS.glob("*/game.toml")):
        assert labelled(folder, split), folder.name
