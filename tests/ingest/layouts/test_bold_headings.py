"""Layout `bold-headings`: the Black Panther leaflet of Legendary in both editions, and small texts of that shape."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ingest.layouts import parse
from ingest.source import Source
from kb.errors import Problem
from kb.records import Clause, Document, Kind, Parsed, Role
from tests.conftest import ParseGame

DOCUMENT = "legendary/black-panther"
PATHS = [
    *["ambush-abilities-on-heroes.p1", *(f"ambush-abilities-on-heroes.b{number}" for number in range(1, 5))],
    *(f"putting-wounds-on-villains.b{number}" for number in range(1, 8)),
    *["empowered.p1", "thrones-favor.p1"],
]


@pytest.fixture(scope="module", params=["official", "restated"])
def leaflet(request: pytest.FixtureRequest, parsed: ParseGame) -> tuple[Source, Parsed]:
    """Text and records of the leaflet in either edition."""
    return parsed("legendary", request.param)


@pytest.fixture(scope="module")
def clauses(leaflet: tuple[Source, Parsed]) -> dict[str, Clause]:
    """The leaflet's clauses by path."""
    return {clause.path: clause for clause in leaflet[1].clauses}


def read(text: str, options: dict[str, Any] | None = None) -> tuple[Parsed, list[Problem]]:
    document = Document("g/d", "g", "", "bold-headings", "restated", "d.txt", "")
    return parse(Source("d.txt", text, ""), document, options or {})


def read_headings(text: str) -> list[tuple[str, ...]]:
    return [clause.headings for clause in read(text)[0].clauses]


def test_there_are_fourteen_clauses(clauses: dict[str, Clause]) -> None:
    assert list(clauses) == PATHS
    assert Counter(clause.kind for clause in clauses.values()) == {Kind.RULE: 12, Kind.DEFINITION: 1, Kind.TIP: 1}


def test_the_first_a_middle_and_the_last_clause(clauses: dict[str, Clause]) -> None:
    first, middle, last = (clauses[PATHS[at]] for at in (0, 9, -1))
    assert "Ambush: Draw a card." in first.text
    assert first.headings == ("Ambush Abilities on Heroes",)
    assert "Killmonger" in middle.text
    assert all(f"{number} Attack" in middle.text for number in (5, 0))
    assert middle.headings == ("Putting Wounds on Villains",)
    assert "Realm of Kings" in last.text
    assert last.headings == ("{THRONES FAVOR}",)


def test_words_in_square_brackets_are_conditions_and_stay(clauses: dict[str, Clause]) -> None:
    for path in PATHS[:3]:
        assert "[Instinct]" in clauses[path].plain
    assert clauses["ambush-abilities-on-heroes.b2"].plain.count("[Instinct] Hero") == 4


def test_bold_words_inside_a_list_stay_text(clauses: dict[str, Clause]) -> None:
    for path in ("ambush-abilities-on-heroes.b1", "putting-wounds-on-villains.b2"):
        assert "<b>" in clauses[path].text
        assert "<b>" not in clauses[path].plain


def test_advice_is_a_tip_and_what_words_mean_a_definition(clauses: dict[str, Clause]) -> None:
    assert clauses["ambush-abilities-on-heroes.b4"].kind is Kind.TIP
    assert clauses["ambush-abilities-on-heroes.b2"].kind is Kind.DEFINITION


def test_sections_that_only_point_elsewhere_are_flagged(clauses: dict[str, Clause]) -> None:
    flagged = {path: clause.flags for path, clause in clauses.items() if clause.flags}
    assert flagged == {"empowered.p1": ("points-elsewhere",), "thrones-favor.p1": ("points-elsewhere",)}


def test_pointers_lead_to_other_sets(leaflet: tuple[Source, Parsed]) -> None:
    pointers = [(each.clause.partition("#")[2], each.target, each.external) for each in leaflet[1].references]
    assert pointers == [
        ("empowered.p1", "", "Ant-Man"),
        ("thrones-favor.p1", "", "Realm of Kings"),
        ("putting-wounds-on-villains.b6", "", "Legendary: Civil War"),
    ]


def test_headings_are_claimed_with_their_colon(leaflet: tuple[Source, Parsed]) -> None:
    source, parsed = leaflet
    headings = [source.text[each.start : each.end] for each in parsed.segments if each.role is Role.HEADING]
    assert headings[2:] == ["<b>Empowered</b>:", "{THRONES FAVOR}:"]
    assert len(headings) == 4


def test_every_span_holds_its_text(leaflet: tuple[Source, Parsed]) -> None:
    source, parsed = leaflet
    assert all(source.text[clause.start : clause.end] == clause.text for clause in parsed.clauses)


def test_both_editions_have_the_same_records(parsed: ParseGame) -> None:
    official, restated = (
        [(c.id, c.kind, c.headings, c.flags, c.explains) for c in parsed("legendary", edition)[1].clauses]
        for edition in ("official", "restated")
    )
    assert official == restated


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("<b>Naps</b>:\nCats nap.\n", [("Naps",)]),
        ("<b>Naps:</b> Cats nap.\n", [("Naps",)]),
        ("**Naps**\nCats nap.\n", [("Naps",)]),
        ("{NAP}: Cats nap.\n", [("{NAP}",)]),
        ("<b>Naps</b> are short.\n", [()]),
        ("<b>Cats nap.</b>\n", [()]),
        ("* <b>Naps</b>: short\n", [()]),
        ("[Nap]: Cats nap.\n", [()]),
    ],
    ids=["colon", "colon-inside", "stars", "symbol", "bold-words", "bold-sentence", "bullet", "brackets"],
)
def test_a_heading_is_marked_and_ends_with_a_colon_or_the_line(text: str, headings: list[tuple[str, ...]]) -> None:
    assert read_headings(text) == headings


def test_items_indented_below_others_are_their_sub_items() -> None:
    parsed, problems = read("<b>Naps</b>:\n* Cats nap:\n  - by day,\n  - by night.\n* Dogs too.\n")
    assert [clause.path for clause in parsed.clauses] == ["naps.b1", "naps.b1.1", "naps.b1.2", "naps.b2"]
    assert problems == []


@pytest.mark.parametrize(
    ("options", "code", "line"),
    [
        ({"noise": [{"match": "absent", "reason": "a stamp"}]}, "anchor-missing", 1),
        ({"filing": [{"match": 9, "kind": "tip"}]}, "anchor-missing", 1),
        ({"references": [{"match": "See the sky", "external": "sky"}]}, "anchor-missing", 1),
        ({"references": [{"match": "nap", "target": "dreams"}]}, "no-target", 1),
        ({"references": [{"match": "nap"}]}, "bad-options", 1),
        ({"filing": [{"match": "again", "explains": "naps.p9"}]}, "no-explained", 4),
        ({"filing": [{"match": "(", "kind": "tip"}]}, "bad-options", 1),
        ({"filing": [{"match": "nap", "kind": "joke"}]}, "bad-options", 1),
        ({"headings": [{"match": "nap"}]}, "anchor-repeated", 4),
        ({"heading_words": "many"}, "bad-options", 1),
        ({"colour": "red"}, "bad-options", 1),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_options_that_do_not_fit_are_problems_with_a_place(options: dict[str, Any], code: str, line: int) -> None:
    _, problems = read("<b>Naps</b>:\nCats nap.\n\nThey nap again.\n", options)
    assert (code, "d.txt", line) in [(each.code, each.place.file, each.place.line) for each in problems]


def test_a_heading_that_stands_twice_is_a_problem() -> None:
    _, problems = read("<b>Naps</b>: Cats nap.\n<b>Naps</b>: Dogs nap.\n")
    assert [(problem.code, problem.place.line) for problem in problems] == [("repeated-heading", 2)]
