"""Scoring: the development questions are whole, the split is fixed, and the measures are those of the field."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb.errors import SourceError
from kb.evaluation.evaluate import judge
from kb.evaluation.questions import LabelledQuestion, load_questions
from kb.evaluation.scores import listed_misses, score_table, scores
from kb.knowledge import KnowledgeBase

ROOT = Path(__file__).resolve().parents[3]
LEAST = {"agemonia": 30, "duel-of-ages": 30, "heroes-wanted": 60, "legendary": 30, "vs-system": 60}
WRITTEN = {"id": "a", "question": "?", "persona": "bot", "names_game": False, "nature": "off-topic"}
PRESS = "vs-system/heralds-faq#3.b3"


def question(number: int, text: str, relevant: dict[str, int], nature: str = "answerable") -> LabelledQuestion:
    return LabelledQuestion(f"t-{number}", "vs-system", text, "judge", False, nature, relevant)


def test_there_are_enough_questions_of_every_kind() -> None:
    asked = load_questions(ROOT / "corpus")
    for game, least in LEAST.items():
        here = [each for each in asked if each.game == game]
        assert len(here) >= least
        assert 0.4 <= sum(each.names_game for each in here) / len(here) <= 0.6
        assert 0.15 <= sum(not each.answerable for each in here) / len(here) <= 0.3
        assert {each.persona for each in here} == {"judge", "player", "bot"}
    assert {each.nature for each in asked} == {"answerable", "near-miss", "off-topic"}
    assert len({each.id for each in asked}) == len(asked)
    assert len({each.question.casefold() for each in asked}) == len(asked)


def test_a_third_is_kept_from_tuning_and_stays_the_same() -> None:
    asked = load_questions(ROOT / "corpus")
    share = sum(each.split == "test" for each in asked) / len(asked)
    assert 0.27 <= share <= 0.40
    assert (question(1, "", {}).split, question(2, "", {}).split, question(7, "", {}).split) == (
        question(1, "other words", {PRESS: 2}).split,
        question(2, "other words", {PRESS: 2}).split,
        question(7, "other words", {PRESS: 2}).split,
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "the line is no JSON"),
        (json.dumps({"id": "a", "ask": "?", "verdict": True}), "names the clauses that answer it"),
        (json.dumps({"id": "a", "ask": "?", "nature": "near-miss", "clauses": ["a#1"], "verdict": 1}), "names none"),
        (json.dumps({"id": "a", "ask": "?", "nature": "near-miss"}), "what must an answer be?"),
    ],
)
def test_a_bad_line_is_named_with_its_place(tmp_path: Path, line: str, said: str) -> None:
    folder = tmp_path / "chess"
    (folder / "questions").mkdir(parents=True)
    (folder / "questions" / "dev.jsonl").write_text(f"\n{line}\n")
    with pytest.raises(SourceError) as failed:
        load_questions(tmp_path)
    [problem] = failed.value.problems
    assert (problem.place.file, problem.place.line) == ("chess/questions/dev.jsonl", 2)
    assert said in problem.message


def test_a_right_first_clause_scores_one_and_a_wrong_one_its_share(base: KnowledgeBase) -> None:
    right = question(
        1,
        "reductions subtracted first, additions such as boost afterwards, boost cost not reduced by press",
        {PRESS: 2},
    )
    wrong = question(
        2,
        "reductions subtracted first, additions such as boost afterwards, boost cost not reduced by press",
        {"vs-system/heralds-faq#1.p1": 2},
    )
    whole = scores(judge(base, [right]))["groups"]["all"]
    assert (whole["hit@1"]["mean"], whole["MRR"]["mean"]) == (1.0, 1.0)
    judged = judge(base, [right, wrong])
    assert scores(judged)["groups"]["all"]["hit@1"]["mean"] == 0.5
    assert "t-2" in listed_misses(judged)
    assert "| hit@1 |" in score_table(scores(judged), markdown=True)
