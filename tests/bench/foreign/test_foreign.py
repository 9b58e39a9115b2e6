"""The parts of the bench on other publishers' rulebooks, which is run by hand: `python -m tests.bench.foreign`."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from ingest.adding.folder import read_document
from kb.records import Outcome
from tests.bench.foreign.documents import DOCUMENTS, FOREIGN, PRACTICE, SEALED, Asked, questions
from tests.bench.foreign.ranked import fused
from tests.bench.foreign.scored import Replied, hits, shares

SMALL = [name for name in DOCUMENTS if name != "magic"]


def clause(path: str, section: str, *headings: str) -> Any:
    """What is looked at of a clause."""
    return SimpleNamespace(path=path, section=section, headings=headings)


def asked(*clauses: str, kind: str = "settled") -> Asked:
    """A question that these clauses settle."""
    return Asked("f-x-01", "x", "may i", kind, frozenset(clauses))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_forty_questions_that_are_settled_and_fifteen_that_are_not(document: str) -> None:
    found = questions(document)
    first = Counter(each.kind for each in found[:55])
    assert first == {"settled": 40, "near": 8, "outside": 7}
    assert all(each.settled == (each.kind == "settled") for each in found)
    assert len({each.text for each in found}) == len(found)
    assert {each.half for each in found if each.settled} == {PRACTICE, SEALED}


@pytest.mark.slow
@pytest.mark.parametrize("document", SMALL)
def test_the_clauses_that_settle_a_question_are_in_the_document(document: str) -> None:
    path = FOREIGN / DOCUMENTS[document]
    if not path.is_file():
        pytest.skip(f"the publisher's document {path.name} is not here: set HEADJUDGE_FOREIGN to its folder")
    clauses = read_document(path, document).parsed.clauses
    lost = [each.id for each in questions(document) if each.settled and not any(map(each.settled_by, clauses))]
    assert lost == []


def test_a_clause_settles_by_its_id_its_section_or_its_heading() -> None:
    short = clause("short-rest.p2", "short-rest", "Resting", "Short Rest")
    assert asked("short-rest.p2").settled_by(short)
    assert asked("short-rest").settled_by(short)
    assert asked("Short Rest").settled_by(short)
    assert not asked("Resting").settled_by(short)


def test_ranks_are_fused() -> None:
    assert fused([["a", "b", "c"], ["b", "d"]]) == ["b", "a", "d", "c"]


def test_hits_count_the_first_clause_that_settles() -> None:
    clauses = {name: clause(name, "") for name in "abcdefg"}
    found = hits({"row": [["a", "b"], ["b", "a"], list("bcdefga"), []]}, [asked("a")] * 3 + [asked()], clauses)
    assert [(each.of, each.count) for each in found["row"]] == [(1, 3), (2, 3)]


def test_what_is_declined_is_not_cited() -> None:
    told = [
        Replied(asked("a"), Outcome.CITED, True),
        Replied(asked("a"), Outcome.NOT_FOUND, True),
        Replied(asked(kind="near"), Outcome.NOT_FOUND, False),
        Replied(asked(kind="outside"), Outcome.CITED, False),
    ]
    found = {name: (each.of, each.count) for name, each in shares(told).items()}
    assert found == {
        "cited": (1, 2), "declined, settled": (1, 2), "declined, near": (1, 1), "declined, outside": (0, 1),
        "declined, not settled": (1, 2),
    }  # fmt: skip
