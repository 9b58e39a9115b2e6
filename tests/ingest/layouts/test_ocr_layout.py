"""The layout `ocr-rulebook` on small texts: what it builds, and that it reports what does not fit."""

from __future__ import annotations

from typing import Any

import pytest

from ingest.layouts import parse
from ingest.source import Source
from kb.errors import Problem
from kb.records import Document, Parsed

TEXT = """\
2
TITLE

Opening words.
1. one
- below
 - further below
2. two
Note: an aside.
3. three

BOARD
9 x 9
NEXT
Cards:\tFame
Gold\t10+
Tin\tat most 9

TITLE - Continued
It has 5 parts: 2 and 2.

"""
HEADINGS: list[dict[str, Any]] = [
    {"match": "^TITLE$", "kind": "setup"},
    {"match": "^NEXT$"},
    {"match": "^TITLE - Continued$", "resume": "title"},
]
OPTIONS: dict[str, Any] = {
    "noise": [
        {"match": r"^\d$", "reason": "page"},
        {"stretch": {"first": "^BOARD$", "before": "^NEXT$"}, "reason": "scan"},
    ],
    "headings": HEADINGS,
    "filing": [{"match": "^Note:", "kind": "note"}],
}


def read(text: str = TEXT, **changes: Any) -> tuple[Parsed, list[Problem]]:
    document = Document("g/d", "g", "", "ocr-rulebook", "restated", "d.txt", "")
    return parse(Source("d.txt", text, ""), document, {**OPTIONS, **changes})


def codes(problems: list[Problem]) -> list[tuple[str, int]]:
    return [(problem.code, problem.place.line) for problem in problems]


def test_paths_in_order() -> None:
    parsed, problems = read()
    assert problems == []
    assert [clause.path for clause in parsed.clauses] == [
        "title.p1",
        "title.b1",
        "title.b1.1",
        "title.b1.1.1",
        "title.b2",
        "title.n1",
        "title.b3",
        "next.t1",
        "title.p2",
    ]


def test_a_note_explains_the_clause_above_it_unless_told() -> None:
    aside = {clause.path: clause.explains for clause in read()[0].clauses}
    assert aside["title.n1"] == "g/d#title.b2"
    told, _ = read(filing=[{"match": "^Note:", "kind": "note", "explains": "title.p1"}])
    assert told.clauses[5].explains == "g/d#title.p1"


def test_a_whole_section_keeps_what_is_indented_with_its_entry() -> None:
    parsed, _ = read(headings=[{**HEADINGS[0], "whole": True}, *HEADINGS[1:]])
    assert [clause.text for clause in parsed.clauses][1:4] == ["one", "below\n - further below", "two"]


def test_indentation_means_nothing_in_a_flat_section() -> None:
    parsed, _ = read(headings=[{**HEADINGS[0], "flat": True}, *HEADINGS[1:]])
    assert [clause.path for clause in parsed.clauses][1:4] == ["title.b1", "title.b1.1", "title.b1.2"]


def test_a_join_leaves_out_noise_and_headings() -> None:
    parsed, problems = read(joins=[{"first": "^Opening", "last": "^Gold", "flags": ["mended"]}], filing=[])
    assert problems == []
    joined = parsed.clauses[0]
    assert joined.text.endswith("3. three Cards:\tFame\nGold\t10+")
    assert joined.flags == ("mended", "split")
    assert len(joined.parts) == 2


@pytest.mark.parametrize(
    ("change", "code", "line"),
    [
        ({"headings": [*HEADINGS, {"match": "^GONE$"}]}, "anchor-missing", 20),
        ({"headings": [HEADINGS[0], {**HEADINGS[2], "resume": "nowhere"}]}, "resumes-nothing", 19),
        ({"headings": HEADINGS[1:]}, "no-section", 2),
        ({"joins": [{"first": "^GONE$", "last": "^Gold"}]}, "anchor-missing", 1),
        ({"joins": [{"first": "^Opening", "last": "^GONE$"}]}, "anchor-missing", 4),
        ({"noise": [*OPTIONS["noise"], {"match": "^GONE$", "reason": "x"}]}, "anchor-missing", 1),
        ({"filing": [{"match": "^GONE$", "flags": ["x"]}]}, "anchor-missing", 1),
        ({"filing": [{"clause": "title.p9", "flags": ["x"]}]}, "no-clause", 1),
        ({"filing": [{"match": "^Note:", "section": "nowhere"}]}, "no-section", 9),
        ({"filing": [{"match": "^Note:", "kind": "note", "explains": "title.p9"}]}, "no-explained", 9),
        ({"references": [{"match": "GONE"}]}, "anchor-missing", 1),
        ({"references": [{"match": "aside", "target": "nowhere"}]}, "no-target", 1),
        ({"headings": [{"match": "["}]}, "bad-option", 1),
        ({"colour": "red"}, "bad-option", 1),
    ],
)
def test_what_does_not_fit_is_reported(change: dict[str, Any], code: str, line: int) -> None:
    assert (code, line) in codes(read(**change)[1])


def test_a_doubled_heading_is_reported() -> None:
    assert codes(read(TEXT.replace("NEXT\n", "NEXT\n\nNEXT\n\n"))[1]) == [("stray-heading", 16)]


def test_columns_of_a_grid() -> None:
    columns = [{"name": "metal", "type": "str"}, {"name": "fame", "type": "range"}]
    rule = {"title": "Fame", "clause": "next.t1", "of": "next.t1", "skip": 1, "columns": columns}
    parsed, problems = read(tables=[rule])
    assert problems == []
    assert [row[0] for row in parsed.tables[0].rows] == ["Gold", "Tin"]
    wrong = [{**columns[0], "keys": ["gold"]}, {**columns[1], "type": "int"}]
    assert codes(read(tables=[{**rule, "columns": wrong}])[1]) == [
        ("table-cell", 15),
        ("table-cell", 15),
        ("table-rows", 15),
    ]
    assert codes(read(tables=[{**rule, "of": "next.t2"}])[1]) == [("no-table", 1)]


def test_a_line_outside_the_clauses_may_contradict_one() -> None:
    rule = {"line": r"^(\d+)$", "clause": "title.p2", "match": r"has (\d+)"}
    found = read(disagreements=[rule])[1]
    assert [(problem.code, problem.severity, problem.place.line) for problem in found] == [
        ("contradiction", "warning", 1)
    ]
    assert "title.p2 (at 20:8) states 5" in found[0].message
    assert read(disagreements=[{**rule, "match": r": (\d+)"}])[1] == []
    assert codes(read(disagreements=[{**rule, "clause": "title.p9"}])[1])[0][0] == "no-clause"
    assert codes(read(disagreements=[{**rule, "match": r"nowhere (\d+)"}])[1])[0][0] == "no-number"


def test_a_sum_is_flagged_only_where_it_is_wrong() -> None:
    rule = {"clause": "title.p2", "total": r"has (\d+)", "parts": [{"match": r": (\d+)"}, {"match": r"and (\d+)"}]}
    parsed, problems = read(sums=[rule])
    assert [(problem.code, problem.severity) for problem in problems] == [("contradiction", "warning")]
    assert parsed.clauses[-1].flags == ("contradicts:g/d#title.p2",)
    right = {**rule, "parts": [{"match": r": (\d+)", "times": 2}, {"match": r"has .*?(1|5)", "times": 0}]}
    assert codes(read(TEXT.replace("has 5", "has 4"), sums=[rule])[1]) == []
    assert codes(read(sums=[{**right, "parts": [{"match": "GONE"}]}])[1]) == [("no-number", 20)]


def test_a_reference_is_noted_once_a_clause() -> None:
    parsed, _ = read(references=[{"match": "aside|an", "target": "next"}])
    assert [(pointer.clause, pointer.text, pointer.target) for pointer in parsed.references] == [
        ("g/d#title.n1", "an", "g/d#next"),
        ("g/d#title.p2", "an", "g/d#next"),
    ]
