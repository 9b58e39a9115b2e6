"""Which clause of a proof is cited first."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kb.answering.answer import LEAD, asked_about_first, of_the_game


def hits(**scores: float) -> Any:
    """Clauses that a search found, with how near they come to the question."""
    return [SimpleNamespace(clause=SimpleNamespace(id=name), score=score) for name, score in scores.items()]


def clauses(**texts: str) -> Any:
    """Clauses of a proof, in its order."""
    return [SimpleNamespace(id=name, text=text) for name, text in texts.items()]


@pytest.mark.parametrize(
    ("found", "cited"),
    [
        (hits(example=1.5, rule=1.5 - LEAD - 0.1), ("example", "rule", "term")),
        (hits(example=1.5, rule=1.5 - LEAD + 0.1), ("rule", "term", "example")),
        (hits(elsewhere=3.0, rule=1.0), ("rule", "term", "example")),
        (hits(term=1.0), ("term", "rule", "example")),
        ((), ("rule", "term", "example")),
    ],
    ids=[
        "the example of the very case",
        "nearly as near",
        "no clause of the proof",
        "only one was found",
        "none found",
    ],
)
def test_the_clause_that_a_question_is_about_is_cited_first(found: Any, cited: tuple[str, ...]) -> None:
    proven = clauses(rule="he rests", term="a rest", example="he sits")
    assert tuple(each.id for each in asked_about_first(proven, found, "")) == cited


def test_what_a_clause_says_of_the_reason_counts() -> None:
    proven = clauses(rule="a figure is pulled towards its source", huge="huge figures are not pulled")
    found = hits(rule=0.9, huge=0.9 + LEAD - 0.05)
    assert [asked_about_first(proven, found, reason)[0].id for reason in ("", "no huge figure is pulled")] == [
        "rule",
        "huge",
    ]


def test_a_proof_without_clauses_cites_none() -> None:
    assert asked_about_first((), hits(rule=1.0), "") == ()


def test_clauses_of_other_games_are_cited_only_where_no_game_is_known() -> None:
    found: Any = [SimpleNamespace(clause=SimpleNamespace(game=name)) for name in ("chess", "go", "chess")]
    assert [each.clause.game for each in of_the_game(found, "chess")] == ["chess", "chess"]
    assert of_the_game(found, "") == found
