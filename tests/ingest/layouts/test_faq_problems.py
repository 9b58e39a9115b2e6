"""A small FAQ of the same shape, whole and damaged: every damage is told with its line, nothing raises."""

from __future__ import annotations

from typing import Any

import pytest

from ingest.layouts import parse
from ingest.source import Source
from kb.errors import Problem
from kb.records import Document, Parsed

OPTIONS: dict[str, Any] = {
    "titles": ["Cats FAQ"],
    "parts": ["RULES", "CARDS"],
    "noise": [{"pattern": "No comments:", "reason": "a blog's footer"}],
    "errata": r"Errata to (?P<subject>.+?)(?: \(effective (?P<date>.+)\))?$",
    "lost_italics": "italics above",
    "external": [{"pattern": r"rule (\d+\.\d+) of the big book", "document": "big book"}],
    "pointers": [{"pattern": "the sleep rule", "target": "1"}],
    "explains": {"2.e1": "2.p1"},
    "cards": {"types": ["Cat", "Trick"], "traits": ["Claws"], "keywords": ["Purr"], "gates": ["Awake"]},
}
TEXT = """Cats FAQ

RULES

1. A cat sleeps all day.
2. Naps

A cat naps twice. See section 1 and section 9.
• By day.
Example: A cat naps at noon.
Note: It may nap again
2.1 Errata to Big Cat (effective May 6, 2020)

Big Cat naps once.

It no longer snores, as rule 1.2 of the big book and the sleep rule say.

CARDS

Tom, House Cat
Cat, 2, Home / Street, 3/0, Claws
Purr
Awake: Pay 1 endurance >>> Tom naps. Use this power only once per turn.

Tom may nap if
• he is tired or
• it is noon,
whichever comes first.

No comments:
"""


def read(text: str, options: dict[str, Any] | None = None) -> tuple[Parsed, list[Problem]]:
    document = Document("cats/faq", "cats", "", "numbered-faq", "restated", "faq.txt", "", "us", "2020-01-02")
    return parse(Source("faq.txt", text, ""), document, OPTIONS if options is None else options)


def found(problems: list[Problem]) -> list[tuple[str, int]]:
    return [(problem.code, problem.place.line) for problem in problems]


def test_the_whole_document_is_read() -> None:
    parsed, problems = read(TEXT)
    assert [clause.path for clause in parsed.clauses] == [
        "1.p1",
        "2.p1",
        "2.b1",
        "2.e1",
        "2.n1",
        "2.1.p1",
        "2.1.p2",
        "tom-house-cat.stats",
        "tom-house-cat.text1",
        "tom-house-cat.text2",
        "tom-house-cat.r1",
    ]
    assert found(problems) == [("dangling", 11), ("dangling-reference", 8)]
    assert {problem.severity for problem in problems} == {"warning"}


def test_examples_and_notes_explain_and_references_point() -> None:
    parsed, _ = read(TEXT)
    explains = {clause.path: clause.explains for clause in parsed.clauses if clause.explains}
    assert explains == {"2.e1": "cats/faq#2.p1", "2.n1": "cats/faq#2.b1"}
    assert [(part.text, part.target, part.external) for part in parsed.references] == [
        ("section 1", "1", ""),
        ("section 9", "", ""),
        ("rule 1.2 of the big book", "", "big book 1.2"),
        ("the sleep rule", "1", ""),
    ]


def test_rulings_hold_from_the_day_they_give_else_from_the_documents() -> None:
    parsed, _ = read(TEXT)
    assert [(ruling.subject, ruling.kind, ruling.effective) for ruling in parsed.rulings] == [
        ("Big Cat", "errata", "2020-05-06"),
        ("Big Cat", "errata", "2020-05-06"),
        ("Tom, House Cat", "ruling", "2020-01-02"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("Tom, House Cat\n", "", ("no-title", 20)),
        ("\nTom, House Cat\n", "Tom, House Cat\n", ("crowded-title", 19)),
        ("\nTom may", "Tom may", ("no-ruling", 21)),
        ("Claws\nPurr", "Claws\n\nPurr", ("no-text", 21)),
        ("Purr\n", "Cat, 2, Home\n", ("stray-type-line", 22)),
        ("3/0, Claws", "3/0, Wings", ("unknown-trait", 21)),
        ("Pay 1 endurance >>>", "Sing >>>", ("unknown-cost", 23)),
        ("Pay 1 endurance >>>", ">>>", ("unknown-cost", 23)),
        ("only once per turn", "only on Sundays", ("unknown-restriction", 23)),
        ("2. Naps", "1. Naps", ("section-order", 6)),
        ("May 6, 2020", "Smarch 6, 2020", ("bad-date", 14)),
        ("Cats FAQ\n", "Dogs FAQ\n", ("uncovered", 1)),
        ("Example: ", "", ("no-target", 1)),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_damage_is_told_with_its_line(old: str, new: str, problem: tuple[str, int]) -> None:
    assert problem in found(read(TEXT.replace(old, new, 1))[1])


def test_a_card_that_stands_twice_is_a_duplicate() -> None:
    entry = TEXT[TEXT.index("Tom, House Cat") : TEXT.index("No comments")]
    assert ("duplicate-id", 31) in found(read(TEXT.replace("No comments:", entry))[1])


def test_an_editors_note_is_no_part_of_a_cards_title() -> None:
    parsed, _ = read(TEXT.replace("House Cat\n", "House Cat [card]\n"), OPTIONS | {"editorial": r"\s*\[card\]"})
    assert [(card.id, card.title) for card in parsed.cards] == [("cats/faq#tom-house-cat", "Tom, House Cat")]


def test_a_heading_may_be_shown_otherwise_than_it_is_written() -> None:
    parsed, _ = read(TEXT, OPTIONS | {"headings": {"2.1": "2.1 Big Cat"}})
    headings = {clause.path: clause.headings for clause in parsed.clauses}
    assert headings["2.1.p1"] == ("RULES", "2. Naps", "2.1 Big Cat")
    assert [ruling.kind for ruling in parsed.rulings] == ["errata", "errata", "ruling"]


def test_a_finished_line_takes_its_list_along_where_game_toml_says_so() -> None:
    parsed, _ = read(TEXT, OPTIONS | {"joins": ["^A cat naps twice"]})
    assert "2.b1" not in [clause.path for clause in parsed.clauses]


@pytest.mark.parametrize(
    "options",
    [{"parts": "GENERAL"}, {"errata": "("}, {"cards": {"colour": "red"}}, {"unknown": 1}],
    ids=["type", "pattern", "nested", "unknown"],
)
def test_options_that_are_wrong_are_a_problem(options: dict[str, Any]) -> None:
    problems = read(TEXT, options)[1]
    assert "bad-options" in [problem.code for problem in problems]
    assert next(iter(options)) in str(problems[0])


def test_without_options_sections_are_still_read() -> None:
    parsed, _ = read(TEXT.removeprefix("Cats FAQ\n\nRULES\n"), {})
    assert [clause.path for clause in parsed.clauses][:2] == ["1.p1", "2.p1"]
