"""Layout `effects-glossary`: Agemonia's effects from P to Z in both editions, and small texts of that shape."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ingest.layouts import parse
from ingest.source import Source
from kb.errors import Problem
from kb.records import Clause, Document, Kind, Parsed, Role
from tests.conftest import ParseGame

ENTRIES = {
    "Pierce": 1,
    "Pull X": 13,
    "Push X": 12,
    "Revenge": 3,
    "Riposte X": 1,
    "Special Initiatives": 7,
    "Summoning": 3,
    "Teleport": 8,
    "Teleport tokens": 8,
}
LOST_SYMBOLS = [
    *["pull-x.b3", "pull-x.b4", "push-x.b3", "push-x.b4"],
    *["special-initiatives.p2", "special-initiatives.p3", "special-initiatives.p4", "special-initiatives.p7"],
]
LED_IN = {
    "pull-x.p3": ["pull-x.b1", "pull-x.b2"],
    "pull-x.p4": ["pull-x.b3", "pull-x.b4"],
    "push-x.p2": ["push-x.b1", "push-x.b2"],
    "push-x.p3": ["push-x.b3", "push-x.b4"],
    "special-initiatives.p1": ["special-initiatives.p2", "special-initiatives.p3", "special-initiatives.p4"],
    "teleport.p2": [f"teleport.b{number}" for number in range(1, 7)],
    "teleport-tokens.p5": [f"teleport-tokens.b{number}" for number in range(1, 4)],
}


@pytest.fixture(scope="module", params=["official", "restated"])
def glossary(request: pytest.FixtureRequest, parsed: ParseGame) -> tuple[Source, Parsed]:
    """Text and records of the glossary in either edition."""
    return parsed("agemonia", request.param)


@pytest.fixture(scope="module")
def clauses(glossary: tuple[Source, Parsed]) -> dict[str, Clause]:
    """The glossary's clauses by path."""
    return {clause.path: clause for clause in glossary[1].clauses}


def read(text: str, options: dict[str, Any] | None = None) -> tuple[Parsed, list[Problem]]:
    document = Document("g/d", "g", "", "effects-glossary", "restated", "d.txt", "")
    return parse(Source("d.txt", text, ""), document, options or {})


def found(problems: list[Problem]) -> list[tuple[str, int]]:
    return [(problem.code, problem.place.line) for problem in problems]


def test_there_are_nine_entries_and_fifty_six_clauses(clauses: dict[str, Clause]) -> None:
    assert Counter(clause.headings[0] for clause in clauses.values()) == ENTRIES
    assert len(clauses) == 56
    assert {clause.kind for clause in clauses.values()} == {Kind.RULE}


def test_the_first_a_middle_and_the_last_clause(clauses: dict[str, Clause]) -> None:
    paths = list(clauses)
    assert (paths[0], paths[29], paths[-1]) == ("pierce.p1", "riposte-x.p1", "teleport-tokens.b3")
    assert "1 point of" in clauses[paths[0]].text
    assert "range is infinite" in clauses[paths[29]].text
    assert "1 movement point" in clauses[paths[-1]].text


def test_entry_names_are_headings_and_no_text(glossary: tuple[Source, Parsed]) -> None:
    source, parsed = glossary
    headings = [source.text[each.start : each.end] for each in parsed.segments if each.role is Role.HEADING]
    assert headings == list(ENTRIES)


def test_clauses_that_lost_a_symbol_are_flagged(clauses: dict[str, Clause]) -> None:
    assert [path for path, clause in clauses.items() if clause.flags == ("icon-lost",)] == LOST_SYMBOLS
    assert not any(clause.flags for path, clause in clauses.items() if path not in LOST_SYMBOLS)


def test_what_is_left_of_a_clause_stays_as_it_is(clauses: dict[str, Clause]) -> None:
    assert clauses["pull-x.b3"].text.endswith(": 4 +")
    assert clauses["push-x.b4"].text.endswith("2 damage and gains")
    assert clauses["special-initiatives.p2"].text.startswith(":")
    assert clauses["special-initiatives.p3"].text.endswith(", takes precedence.")
    assert "has both and ," in clauses["special-initiatives.p7"].text


def test_items_belong_to_the_line_that_leads_them_in(clauses: dict[str, Clause]) -> None:
    led_in: dict[str, list[str]] = {}
    for path, clause in clauses.items():
        if clause.explains:
            led_in.setdefault(clause.explains.partition("#")[2], []).append(path)
    assert led_in == LED_IN
    assert all(clauses[path].text.endswith(":") for path in led_in)


def test_pull_and_push_say_nearly_the_same_under_ids_of_their_own(clauses: dict[str, Clause]) -> None:
    assert clauses["pull-x.p7"].text.replace("pulled", "pushed") == clauses["push-x.p6"].text
    assert clauses["pull-x.b2"].digest == clauses["push-x.b2"].digest
    assert ("X value" in clauses["pull-x.p2"].text, "X value" in clauses["push-x.p2"].text) == (True, False)


def test_teleport_tokens_point_to_the_teleport_rules(glossary: tuple[Source, Parsed]) -> None:
    [pointer] = glossary[1].references
    assert (pointer.clause, pointer.target, pointer.external) == (
        "agemonia/effects-p-z#teleport-tokens.p5",
        "agemonia/effects-p-z#teleport",
        "",
    )


def test_every_span_holds_its_text(glossary: tuple[Source, Parsed]) -> None:
    source, parsed = glossary
    assert all(source.text[clause.start : clause.end] == clause.text for clause in parsed.clauses)


def test_both_editions_have_the_same_records(parsed: ParseGame) -> None:
    official, restated = (
        [(c.id, c.kind, c.headings, c.flags, c.explains) for c in parsed("agemonia", edition)[1].clauses]
        for edition in ("official", "restated")
    )
    assert official == restated


@pytest.mark.parametrize(
    ("line", "is_heading"),
    [
        ("Nap X", True),
        ("Cats nap.", False),
        ("To nap:", False),
        ("» Nap X", False),
        ("nap", False),
        ("Cats may nap all day and all of the night", False),
    ],
)
def test_an_entrys_name_is_a_short_line_without_a_stop(line: str, is_heading: bool) -> None:
    parsed, _ = read(f"Sleep\n{line}\nCats sleep.\n")
    assert (len(parsed.clauses) == 1) is is_heading


def test_a_line_that_runs_on_is_text() -> None:
    parsed, problems = read("Sleep\nCats nap\nall day.\n")
    assert [(clause.path, clause.plain) for clause in parsed.clauses] == [("sleep.p1", "Cats nap all day.")]
    assert problems == []


def test_a_paragraph_ends_the_list_above_it() -> None:
    parsed, _ = read("Sleep\nCats:\n» nap.\nDogs dream.\n» A lot.\n")
    assert [(clause.path, clause.explains) for clause in parsed.clauses] == [
        ("sleep.p1", ""),
        ("sleep.b1", "g/d#sleep.p1"),
        ("sleep.p2", ""),
        ("sleep.b2", ""),
    ]


def test_a_paragraph_without_a_stop_is_warned_about_unless_its_symbol_is_known_to_be_lost() -> None:
    text = "Sleep\nA cat that sleeps through all of the day gains\n"
    assert found(read(text)[1]) == [("dangling", 2)]
    parsed, problems = read(text, {"lost_symbols": ["gains$"]})
    assert (parsed.clauses[0].flags, problems) == (("icon-lost",), [])


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"lost_symbols": ["suffers$"]}, ("anchor-missing", 1)),
        ({"lost_symbols": ["["]}, ("bad-options", 1)),
        ({"lost_symbols": "gains$"}, ("bad-options", 1)),
        ({"filing": [{"match": "nap", "explains": "dream.p1"}]}, ("no-explained", 2)),
        ({"filing": [{"match": "nap", "within": "dream", "kind": "setup"}]}, ("anchor-missing", 1)),
        ({"headings": [{"match": "^Dream$"}]}, ("anchor-missing", 1)),
        ({"headings": [{"match": True}]}, ("bad-options", 1)),
    ],
)
def test_options_that_do_not_fit_are_problems_with_a_place(options: dict[str, Any], problem: tuple[str, int]) -> None:
    assert problem in found(read("Sleep\nCats nap.\n", options)[1])
