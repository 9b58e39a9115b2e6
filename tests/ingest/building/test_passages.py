"""What search looks through: clauses, their parts, players' questions, each opening with where it stands."""

from __future__ import annotations

from ingest.building.passages import Place, Wording, passages
from kb.records import digest
from tests.kb import samples

RULE = f"{samples.DOCUMENT}#moves.p1"
SENTENCES = {RULE: ("A knight may jump,", "unless it is pinned."), f"{samples.DOCUMENT}#dr-pawn.r1": ("Dr. Pawn …",)}


def test_a_passage_opens_with_where_it_stands() -> None:
    place = Place("Chess", "The Rules", "Rules > moves")
    assert place.text("A knight may jump.") == "Chess > The Rules > Rules > moves: A knight may jump."
    assert place.lexical("A knight may jump.") == "Rules > moves: A knight may jump."
    assert place.question("can it jump") == "can it jump"
    assert Place("Chess", "The Rules", "").text("Text") == "Chess > The Rules: Text"


def test_clauses_come_first_then_parts_then_questions() -> None:
    found = passages({"chess": "Chess"}, [samples.PARSED], SENTENCES, [Wording(RULE, "can my horse jump")])
    assert [passage.number for passage in found] == list(range(9))
    assert [passage.kind for passage in found] == ["clause"] * 5 + ["power", "sentence", "sentence", "wording"]
    assert found[0].text == "Chess > The Rules > Rules > moves: A knight may jump, unless it is pinned."
    assert found[3].text == "Chess > The Rules > Dr. Pawn <> The Pawn, of e4: Dr. Pawn, cost 0"
    assert found[5].text.endswith(f"of e4: {samples.POWER.text}")
    assert found[8].text == "can my horse jump"
    assert found[8].lexical == "Rules > moves: can my horse jump"
    assert all(passage.digest == digest(passage.text) for passage in found)


def test_only_whole_clauses_and_questions_are_searched_by_words() -> None:
    found = passages({"chess": "Chess"}, [samples.PARSED], SENTENCES, [])
    assert {passage.kind for passage in found if passage.lexical} == {"clause"}


def test_a_part_that_is_the_whole_clause_or_too_short_is_left_out() -> None:
    whole = {RULE: (samples.CLAUSES[0].plain, "Yes.", "unless it is pinned.", "unless it is pinned.")}
    found = passages({"chess": "Chess"}, [samples.PARSED], whole, [])
    assert [passage.text.rpartition(": ")[2] for passage in found if passage.kind == "sentence"] == [
        "unless it is pinned."
    ]
