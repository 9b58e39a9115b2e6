"""What is written for games of text alone: which passages are theirs, and the directions tokens are kept in."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ingest.encoding.second import directions, opened, text_alone
from kb.records import Passage
from tests.kb.samples import CLAUSES

OWN = Passage(0, "tea/rules#1", "tea", "tea/rules", "clause", "a cup", "a cup", "")


@pytest.mark.parametrize(
    ("kinds", "alone"),
    [
        (["clause", "sentence"], ["clause", "sentence"]),
        (["clause", "wording"], []),
        (["clause", "clause", "wording", "gap"], ["clause", "clause"]),
    ],
    ids=["no questions", "one for each clause", "fewer questions than clauses"],
)
def test_the_own_passages_of_a_game_without_questions(kinds: list[str], alone: list[str]) -> None:
    clauses = iter(range(9))
    passages = [
        replace(OWN, number=at, kind=kind, clause=f"tea/rules#{next(clauses) if kind == 'clause' else 0}")
        for at, kind in enumerate(kinds)
    ]
    assert [each.kind for each in text_alone(passages)] == alone


def test_a_clause_is_opened_by_its_own_heading() -> None:
    clause = replace(CLAUSES[0], headings=("Rules", "Tea"), subject="")
    assert opened(clause) == f"Tea: {clause.plain}"
    assert opened(replace(clause, subject="Kettle")) == f"Kettle: {clause.plain}"
    assert opened(replace(clause, headings=())) == clause.plain


def test_the_directions_hold_what_vectors_differ_in() -> None:
    vectors = np.array([[3, 0, 0], [0, 2, 0], [0, 0, 0.01]], dtype=np.float32)
    basis = directions(vectors, 2)
    assert basis.shape == (3, 2)
    assert np.allclose((vectors @ basis) @ (vectors @ basis).T, vectors @ vectors.T, atol=0.001)
