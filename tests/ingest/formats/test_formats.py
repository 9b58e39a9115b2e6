"""Lantern Harbour is the same game in every format; what a format alone has is kept or told as left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.adding.folder import Added, read_document
from ingest.formats import convert, recognised
from ingest.formats.block import Shape
from ingest.formats.looks import looks_like
from ingest.formats.pdf.words import Words as Written
from ingest.formats.text import text_blocks
from ingest.formats.tree.words import words_of
from kb.errors import SourceError
from kb.records import Kind
from tests.support.harbour import FOLDER
from tests.support.pdfs import Words, pdf

NUMBERED = ("numbered.txt", "numbered.docx", "numbered.pdf")
RULES = ["100.1", "100.1a", "100.1a.e1", "100.2", "101.1", "101.1a", "101.1b", "200.1", "200.2"]


def added(name: str, mapping: Path | None = None) -> Added:
    return read_document(FOLDER / name, "harbour", mapping=mapping)


@pytest.mark.parametrize("name", NUMBERED)
def test_the_numbered_rules_are_the_same_from_text_word_and_pdf(name: str) -> None:
    found = added(name)
    assert found.spec.layout == "numbered-rules"
    clauses = {clause.path: clause for clause in found.parsed.clauses}
    assert list(clauses) == [*RULES, "glossary/crate.d1", "glossary/quay-pier.b1", "glossary/quay-pier.b2"]
    assert clauses["200.1"].headings == ("2. The Night", "200. Lighting Lanterns")
    assert clauses["200.1"].plain.endswith("A lantern that burns lights its own pier and both piers beside it.")
    assert clauses["100.1a.e1"].explains == "harbour/rules#100.1a"
    assert [each.kind for each in clauses.values()].count(Kind.EXAMPLE) == 1


@pytest.mark.parametrize("name", NUMBERED)
def test_references_are_followed_and_one_that_leads_nowhere_is_a_warning(name: str) -> None:
    found = added(name)
    assert [(each.clause, each.target) for each in found.parsed.references] == [
        (f"harbour/rules#{clause}", f"harbour/rules#{target}")
        for clause, target in [
            ("100.1a", "200.2"),
            ("100.2", "200"),
            ("101.1a", "101.1"),
            ("200.2", "100.1a"),
            ("glossary/crate.d1", "101.1"),
        ]
    ]
    [problem] = found.problems
    assert (problem.code, problem.severity, "999.9" in problem.message) == ("no-such-rule", "warning", True)


@pytest.mark.parametrize("name", NUMBERED)
def test_contents_and_credits_are_left_out_and_told(name: str) -> None:
    losses = {loss.reason: loss.count for loss in added(name).converted.losses}
    assert (losses["table of contents"], losses["credits"]) == (7, 2)


def test_a_pdfs_clauses_name_their_pages() -> None:
    flags = {clause.path: clause.flags for clause in added("numbered.pdf").parsed.clauses}
    assert (flags["100.1"], flags["200.2"]) == (("page-1",), ("page-1",))
    assert flags["glossary/quay-pier.b2"] == ("page-2",)


@pytest.mark.parametrize("name", ["headed.md", "headed.html"])
def test_markdown_and_html_are_divided_by_their_headings(name: str) -> None:
    found = added(name)
    assert found.spec.layout == "headed"
    assert found.spec.title == "Lantern Harbour"
    assert {clause.path: clause.plain for clause in found.parsed.clauses} == {
        "boats.p1": "A boat carries at most three crates.",
        "boats.p2": "Full boats. A full boat leaves the harbour at once, see lanterns.",
        "boats.b1": "A crate that does not fit stays on the quay.",
        "boats.b1.1": "On a full quay it is lost.",
        "lanterns.t1": "| Lantern | Oil | | Small | 1 | | Large | 3 |",
        "lanterns.e1": "Example: Ole pays three oil and lights the large lantern.",
        "lanterns/storms.b1": "1. Put every small lantern out.",
        "lanterns/storms.b2": "2. Turn the boats round.",
    }
    [table] = found.parsed.tables
    assert (table.columns, table.rows) == (("Lantern", "Oil"), (("Small", 1), ("Large", 3)))
    assert [each.target for each in found.parsed.references] == ["harbour/rules#lanterns"]


def test_columns_are_read_one_after_the_other_and_broken_words_are_whole() -> None:
    found = added("columns.pdf")
    words = " ".join(clause.plain for clause in found.parsed.clauses)
    assert "A crate that does not fit stays on the harbour quay until the next morning comes." in words
    assert "Put every small lantern out, one after the other, and turn the boats round to face the wind" in words
    assert [table.rows for table in found.parsed.tables] == [(("Small", 1), ("Large", 3))]
    assert "Lantern Harbour" not in words
    [running] = found.converted.losses
    assert (running.count, running.first) == (8, "Lantern Harbour")


def test_a_nested_yaml_is_numbered_as_it_stands() -> None:
    found = added("tree.yaml")
    assert {clause.path: clause.plain for clause in found.parsed.clauses} == {
        "1.1": "Load. A boat carries at most three crates.",
        "1.1.1": "Overload. A crate that does not fit stays on the quay (see rule 1.1). (rule 2.1)",
        "1.2": "Leaving. A full boat leaves.",
        "2.1": "Lighting. Pay one oil.",
    }
    assert [each.target for each in found.parsed.references] == ["harbour/rules#1.1", "harbour/rules#2.1"]
    assert [loss.reason for loss in found.converted.losses] == ["key 'colour'"]


def test_entries_of_a_json_keep_their_ids_and_are_terms() -> None:
    found = added("entries.json")
    assert found.spec.layout == "glossary"
    assert {"Boat.d1", "Boat.b2", "Crate.d1"} <= {clause.path for clause in found.parsed.clauses}
    assert [each.target for each in found.parsed.references] == ["harbour/rules#Crate"]
    assert [each.message for each in found.problems] == ["Jetty.d1 points to Nowhere, which does not exist"]


def test_a_mapping_file_names_the_keys(tmp_path: Path) -> None:
    mapping, rules = tmp_path / "map.toml", tmp_path / "rules.json"
    rules.write_text('[{"a": "Boats", "b": "A boat carries three crates."}]', "utf-8")
    mapping.write_text('title = ["a"]\ntext = ["b"]\n', "utf-8")
    assert [(each.shape, each.text) for each in convert(rules, mapping).blocks] == [
        (Shape.HEADING, "Boats"),
        (Shape.PARAGRAPH, "A boat carries three crates."),
    ]
    mapping.write_text('titel = ["a"]\n', "utf-8")
    with pytest.raises(SourceError, match=r"map\.toml"):
        convert(rules, mapping)


def test_wrapped_text_has_its_lines_joined() -> None:
    line = "A boat carries at most three crates, and whoever loads a"
    text = (
        "Boats\n\n"
        + f"{line}\nfourth one loses it to the sea at once.\n\n" * 6
        + "1.1 A boat leaves the quay\nat dawn.\n"
    )
    found = list(text_blocks(text))
    assert (found[0].shape, found[0].text) == (Shape.HEADING, "Boats")
    assert found[1].text == f"{line} fourth one loses it to the sea at once."
    assert (found[-1].number, found[-1].text) == ("1.1", "A boat leaves the quay at dawn.")


@pytest.mark.parametrize(
    ("lines", "whole"),
    [
        ([("the har", True), ("bour is full", False), ("a harbour", False)], "the harbour is full"),
        ([("a ten", True), ("foot pole", False), ("any ten-foot pole", False)], "a ten-foot pole"),
        ([("rules 2b–", False), ("h say so", False)], "rules 2b–h say so"),
    ],
)
def test_a_word_broken_at_a_lines_end_is_made_whole(lines: list[tuple[str, bool]], whole: str) -> None:
    assert Written(lines).joined(lines[:2]) == whole


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("- name: Boats\n  text: Three.\n- name: Oil\n  text: One.\n", "yaml"),
        ('[\n {"title": "Boats",\n "text": "Three."}\n]', "json"),
        ("# Boats\n\nThree.\n\n## Oil\n\nOne.\n\n## Night\n", "markdown"),
        ("<p>Boats</p><p>Oil</p><p>Night</p>", "html"),
        ("Boats:\nA boat carries three crates.\n\nOil: one for each lantern.\nAsk first.\n", ""),
        ("<b>Boats</b>: three crates.\n* One\n* Two\n", ""),
    ],
)
def test_what_a_text_looks_like(text: str, what: str) -> None:
    assert looks_like(text) == what


def test_a_format_is_told_by_what_a_file_holds_not_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_bytes(pdf([[Words(40, 400, "A boat carries three crates.")]]))
    assert recognised(path) == "pdf"


def test_a_bookmark_makes_a_heading_of_its_line(tmp_path: Path) -> None:
    path = tmp_path / "rules.pdf"
    lines = ["Of boats", "A boat carries three crates.", "Of oil", "One for each lantern."]
    page = [Words(40, 500 - 30 * at, line) for at, line in enumerate(lines)]
    path.write_bytes(pdf([page], marks=["Of boats", "Of oil"]))
    found = [(block.shape, block.text) for block in convert(path).blocks]
    assert found == [
        (Shape.HEADING, "Of boats"),
        (Shape.PARAGRAPH, "A boat carries three crates."),
        (Shape.HEADING, "Of oil"),
        (Shape.PARAGRAPH, "One for each lantern."),
    ]


def test_codes_and_marks_of_an_entry_become_words() -> None:
    assert words_of("**Full** boats [leave](#leaving) (`rule:2.1`), `item:oil`") == (
        "Full boats leave{#leaving} (rule 2.1), oil"
    )
