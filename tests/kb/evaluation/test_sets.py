"""Sets of questions with a key: a sealed one measures and lists no misses."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from kb.errors import SourceError, UsageError
from kb.evaluation import sets
from kb.evaluation.sets import Keyed, digest, listed_set, load_set, score_set, sealed, set_table
from kb.knowledge import KnowledgeBase
from kb.records import Outcome, Verdict

ROOT = Path(__file__).resolve().parents[3] / "tests" / "questions"
OPERATORS = "always at-least at-most claim either-or exactly fewer-than may more-than must never not only".split()


def write(folder: Path, *lines: dict[str, object]) -> Path:
    (folder / "only.jsonl").write_text("".join(json.dumps(each) + "\n" for each in lines), "utf-8")
    return folder


def test_a_line_that_is_no_question_is_named_with_its_place(tmp_path: Path) -> None:
    write(tmp_path, {"id": "a", "game": "tiny", "ask": "?", "verdict": True}, {"id": "b"})
    with pytest.raises(SourceError, match=r"only\.jsonl:2"):
        load_set(tmp_path)


def test_a_question_with_a_line_separator_is_one_question(tmp_path: Path) -> None:
    line = json.dumps({"id": "a", "game": "tiny", "ask": "may\u2028he?", "verdict": True}, ensure_ascii=False)
    (tmp_path / "only.jsonl").write_text(f"{line}\n", "utf-8")
    assert [each.ask for each in load_set(tmp_path)] == ["may\u2028he?"]


def test_a_folder_without_questions_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no questions"):
        load_set(tmp_path)


def test_a_sealed_set_that_was_changed_measures_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"id": "a", "game": "tiny", "ask": "?", "verdict": True})
    assert not sealed(tmp_path)
    (tmp_path / "SEALED").write_text(digest(tmp_path), "utf-8")
    assert sealed(tmp_path)
    write(tmp_path, {"id": "a", "game": "tiny", "ask": "?", "verdict": False})
    with pytest.raises(UsageError, match="was changed after it was sealed"):
        sealed(tmp_path)


def test_a_set_is_scored_by_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {
        "may he attack?": (Outcome.ANSWERED, Verdict("yes_no", False)),
        "must he?": (Outcome.ANSWERED, Verdict("yes_no", True)),
        "front or support row?": (Outcome.ANSWERED, Verdict("text", "the support row")),
        "is it so?": (Outcome.CITED, None),
    }
    monkeypatch.setattr(sets, "answer", lambda base, ask, assistant=None: SimpleNamespace(
        outcome=told[ask][0], verdict=told[ask][1], summary="so it is"))  # fmt: skip
    keys = (False, False, "support row", True)
    asked = [Keyed(str(at), "may", "tiny", ask, key) for at, (ask, key) in enumerate(zip(told, keys, strict=True))]
    scored = list(score_set(cast(KnowledgeBase, None), asked))
    assert [each.ending for each in scored] == ["right", "wrong", "right", "cited"]
    assert set_table(scored).splitlines()[1].split() == ["may", "4", "2", "1", "0.75", "0.67", "0"]
    assert listed_set(scored).startswith("1 wrong, wanted False: must he?")


@pytest.mark.parametrize("operator", OPERATORS)
def test_every_operator_has_forty_sealed_questions_half_of_which_the_plain_reading_answers_wrongly(
    operator: str,
) -> None:
    lines = (ROOT / "operators" / "sealed" / f"{operator}.jsonl").read_text("utf-8").splitlines()
    told = [json.loads(line) for line in lines]
    turned = [each for each in told if each["plain_verdict"] != each["verdict"]]
    assert len(told) >= 40
    assert len(turned) >= len(told) / 2
    assert len({each["game"] for each in told}) == 5


def test_the_sealed_questions_are_those_that_were_written() -> None:
    assert sealed(ROOT / "operators" / "sealed")


def test_each_part_of_a_post_is_scored_by_the_answer_that_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part that no answer names is not answered, however right the verdict on another part would be for it."""
    keys = {"Does he pay?": True, "Who goes first?": None, "And how much?": 4}
    parts = [{"ask": ask, "verdict": verdict} for ask, verdict in keys.items()]
    write(tmp_path, {"id": "p", "game": "tiny", "post": f"He has 4. {' '.join(keys)}", "parts": parts})
    answers = [
        SimpleNamespace(asked=asked, outcome=outcome, verdict=verdict, summary="so it is")
        for asked, outcome, verdict in (
            ("Does he pay?", Outcome.ANSWERED, Verdict("yes_no", True)),
            ("Who goes first?", Outcome.CITED, None),
        )
    ]
    monkeypatch.setattr(
        sets, "answer", lambda base, text, assistant=None: SimpleNamespace(parts=answers, summary="so it is")
    )
    scored = list(score_set(cast(KnowledgeBase, None), load_set(tmp_path)))
    assert [each.ending for each in scored] == ["right", "declined", "not answered"]
