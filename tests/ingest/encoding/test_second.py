"""What is written for games of text alone: which passages are theirs, and what of a clause is looked at."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ingest.encoding.second import by_clause, embedded_text, text_alone
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


def test_a_clause_is_looked_at_by_its_passage_and_its_parts() -> None:
    clause = replace(CLAUSES[0], headings=("Rules", "Tea"), subject="", text="Boil it. Pour it.")
    whole = replace(OWN, text="Tea time > Rules > Tea: Boil it. Pour it.", lexical="Rules > Tea: Boil it. Pour it.")
    parts = [
        replace(OWN, number=at, kind="sentence", text=f"Tea time > Rules > Tea: {words}", lexical="")
        for at, words in enumerate(["Boil it.", "Pour it."], 1)
    ]
    told = embedded_text(by_clause([parts[0], whole, parts[1]])[whole.clause], clause)
    assert (told.text[told.headings :], told.text[told.words :]) == (whole.lexical, clause.plain)
    assert told.parts == tuple(each.text for each in parts)
