"""Layout `bare-headings`: a chapter of Duel of Ages in both editions, and small texts of that shape."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ingest.layouts import parse
from ingest.source import Source
from kb.errors import Problem
from kb.records import Clause, Document, Kind, Parsed, Role
from tests.conftest import ParseGame

STEP = "auras/determine-at-start-of-each-step"
LOST = {"Tracker Markers": "tracker", "Luck": "Luck check", "Auras": "area effect", "Shift": "A Shift is"}
TEXT = "Naps\n\nCats nap.\n\nLong naps\n\nExample: Tom naps.\n\n\nDogs dream.\n"


@pytest.fixture(scope="module", params=["official", "restated"])
def chapter(request: pytest.FixtureRequest, parsed: ParseGame) -> tuple[Source, Parsed]:
    """Text and records of the chapter in either edition."""
    return parsed("duel-of-ages", request.param)


@pytest.fixture(scope="module")
def clauses(chapter: tuple[Source, Parsed]) -> dict[str, Clause]:
    """The chapter's clauses by path."""
    return {clause.path: clause for clause in chapter[1].clauses}


def read(text: str, options: dict[str, Any] | None = None) -> tuple[Parsed, list[Problem]]:
    document = Document("g/d", "g", "", "bare-headings", "restated", "d.txt", "")
    return parse(Source("d.txt", text, ""), document, options or {})


def found(problems: list[Problem]) -> list[tuple[str, int]]:
    return [(problem.code, problem.place.line) for problem in problems]


def test_there_are_twenty_seven_clauses(clauses: dict[str, Clause]) -> None:
    assert len(clauses) == 27
    assert Counter(clause.kind for clause in clauses.values()) == {Kind.RULE: 22, Kind.EXAMPLE: 3, Kind.DEFINITION: 2}


def test_the_first_a_middle_and_the_last_clause(clauses: dict[str, Clause]) -> None:
    paths = list(clauses)
    assert (paths[0], paths[14], paths[-1]) == ("hero-special-abilities.p1", "luck.p1", "shift.p2")
    assert "standard rules" in clauses[paths[0]].text
    assert "challenge card" in clauses[paths[14]].text
    assert all(words in clauses[paths[-1]].text for words in ("Shift 2", "Shift 3", "Shift 1", "+1", "-1"))


@pytest.mark.parametrize("title", LOST)
def test_a_lost_heading_is_supplied_and_flagged(clauses: dict[str, Clause], title: str) -> None:
    section = [clause for clause in clauses.values() if clause.headings == (title,)]
    assert LOST[title] in section[0].text
    assert all("heading-lost" in clause.flags for clause in section)


def test_no_other_clause_is_flagged_as_below_a_lost_heading(clauses: dict[str, Clause]) -> None:
    assert {clause.headings[-1] for clause in clauses.values() if "heading-lost" in clause.flags} == set(LOST)


def test_sub_headings_stand_below_the_heading_above_them(clauses: dict[str, Clause]) -> None:
    nested = {clause.headings for clause in clauses.values() if len(clause.headings) == 2}
    assert nested == {
        ("Hero Special Abilities", "Special abilities apply only in the arena"),
        ("Hero Special Abilities", "When specials can be used"),
        ("Hero Special Abilities", "Allies and heroes"),
        ("Hero Special Abilities", "Special abilities after renewal"),
        ("Hero Special Abilities", "Conflicting special abilities"),
        ("Auras", "Determine at start of each step"),
    }


def test_headings_alone_make_no_clause(clauses: dict[str, Clause]) -> None:
    assert not any(clause.text == "Special Abilities" for clause in clauses.values())


@pytest.mark.parametrize(
    ("example", "explained", "flags"),
    [
        ("luck.e1", "luck.p1", ("heading-lost",)),
        ("auras.e1", "auras.p1", ("heading-lost", "figure-lost")),
        (f"{STEP}.e1", f"{STEP}.p3", ("figure-lost",)),
    ],
)
def test_an_example_explains_its_rule(
    clauses: dict[str, Clause], example: str, explained: str, flags: tuple[str, ...]
) -> None:
    clause = clauses[example]
    assert (clause.kind, clause.explains, clause.flags) == (Kind.EXAMPLE, clauses[explained].id, flags)


def test_consequences_belong_to_the_line_that_leads_them_in(clauses: dict[str, Clause]) -> None:
    explained = [clauses[f"{STEP}.p{number}"].explains for number in range(1, 5)]
    assert explained == ["", clauses[f"{STEP}.p1"].id, clauses[f"{STEP}.p1"].id, ""]


def test_file_names_of_pictures_are_noise_with_a_reason(chapter: tuple[Source, Parsed]) -> None:
    source, parsed = chapter
    noise = [each for each in parsed.segments if each.role is Role.NOISE]
    assert [source.text[each.start : each.end] for each in noise] == ["Tracker Markers.jpg", "Aura Example.jpg"]
    assert all("picture" in each.reason for each in noise)


def test_pointers_lead_to_rules_outside_the_chapter(chapter: tuple[Source, Parsed]) -> None:
    pointers = [(each.clause.partition("#")[2], each.target, each.external) for each in chapter[1].references]
    assert pointers == [("shift.p1", "", "Move rules"), ("hero-special-abilities.p1", "", "standard rules")]


def test_every_span_holds_its_text(chapter: tuple[Source, Parsed]) -> None:
    source, parsed = chapter
    assert all(source.text[clause.start : clause.end] == clause.text for clause in parsed.clauses)


def test_both_editions_have_the_same_records(parsed: ParseGame) -> None:
    official, restated = (
        [(c.id, c.kind, c.headings, c.flags, c.explains) for c in parsed("duel-of-ages", edition)[1].clauses]
        for edition in ("official", "restated")
    )
    assert official == restated


def test_a_wide_gap_without_a_heading_is_warned_about() -> None:
    parsed, problems = read(TEXT)
    assert [clause.path for clause in parsed.clauses] == ["naps.p1", "long-naps.e1", "long-naps.p1"]
    assert [(problem.code, problem.severity, problem.place.line) for problem in problems] == [
        ("wide-gap", "warning", 10)
    ]


def test_a_supplied_heading_takes_the_warning_away() -> None:
    options = {"lost_headings": [{"before": "dream", "title": "Dreams", "level": 2}], "levels": []}
    parsed, problems = read(TEXT, options)
    assert parsed.clauses[-1].path == "long-naps/dreams.p1"
    assert (parsed.clauses[-1].flags, problems) == (("heading-lost",), [])


@pytest.mark.parametrize(
    ("line", "is_heading"),
    [
        ("Long naps", True),
        ("3rd nap", True),
        ("Cats nap.", False),
        ("Cats nap:", False),
        ("cats nap", False),
        ("• Cats nap", False),
        ("Cats that nap by day may also nap by night", False),
    ],
)
def test_a_heading_is_a_short_line_alone_without_a_stop(line: str, is_heading: bool) -> None:
    parsed, _ = read(f"Naps\n\n{line}\n\nCats sleep.\n")
    assert (len(parsed.clauses) == 1) is is_heading


def test_a_wrapped_line_is_no_heading() -> None:
    parsed, problems = read("Naps\n\nCats nap\nall day.\n")
    assert [(clause.path, clause.plain) for clause in parsed.clauses] == [("naps.p1", "Cats nap all day.")]
    assert problems == []


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"lost_headings": [{"before": "absent", "title": "Dreams"}]}, ("anchor-missing", 1)),
        ({"lost_headings": [{"before": "nap", "title": "Dreams"}]}, ("anchor-repeated", 5)),
        ({"lost_headings": [{"before": 2, "title": "Dreams"}]}, ("anchor-missing", 1)),
        ({"lost_headings": [{"before": "dream", "title": "Naps"}]}, ("repeated-heading", 10)),
        ({"lost_headings": [{"before": 10}]}, ("bad-options", 1)),
        ({"levels": [{"match": "^Rest", "level": 2}]}, ("anchor-missing", 1)),
        ({"levels": [{"match": "^Long", "level": 0}]}, ("bad-options", 1)),
        ({"titles": ["^Cats FAQ"]}, ("anchor-missing", 1)),
        ({"not_headings": [4]}, ("anchor-missing", 1)),
        ({"headings": [{"match": "^Naps$", "slug": "A B"}]}, ("bad-options", 1)),
    ],
)
def test_options_that_do_not_fit_are_problems_with_a_place(options: dict[str, Any], problem: tuple[str, int]) -> None:
    assert problem in found(read(TEXT, options)[1])


def test_a_line_that_only_looks_like_a_heading_can_be_told_to_be_text() -> None:
    parsed, _ = read(TEXT, {"not_headings": ["^Long naps$"]})
    assert [clause.path for clause in parsed.clauses][:3] == ["naps.p1", "naps.p2", "naps.e1"]


@pytest.mark.parametrize("text", ["Cats nap.\n", "\u2028\x00\x85", "<b>", "• •\n»\n1. \n", "a. a. a.\n\na. A\n"])
def test_text_of_another_shape_is_read_or_its_problems_have_a_place(text: str) -> None:
    parsed, problems = read(text)
    assert parsed.clauses or problems
    assert all(problem.place.file == "d.txt" and problem.place.line for problem in problems)
