"""A rulebook with numbers, as rulebooks write them: sections, points with letters, examples, a glossary."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.adding.folder import Added, read_document
from kb.records import Kind

RULES = """\
# Reed Ferry

## Contents

- [1 Boats](#1-boats)
- [2 Oars](#2-oars)
- [Glossary](#glossary)

## 1 Boats

1.1 A boat holds three crates.

1.1.1 A barrel is no crate.

1.1.2 A full boat leaves.

### 1.2 Landing

A boat lands at a quay. Its owner may:

a) unload it,
b) load it, or
c) wait (see rule 1.1).

#### Example

Mara lands and waits.

## 2 Oars

2.1 Whoever rows decides, unless 1.2 says otherwise.

2.2 Each player has

(a) two oars, and
(b) one pole.

## 3 Winning

Whoever is home first wins, see [Boats](#1-boats).

## Glossary

**Quay**: A place where boats land.

- **Oar**: A thing to row with.

Pole
: A thing to push with.

## Index

boats, 1.1
"""


def added(tmp_path: Path, text: str, name: str = "rules.md") -> Added:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return read_document(path, "ferry")


def test_a_section_has_its_heading_with_a_stop_behind_its_number_or_without(tmp_path: Path) -> None:
    clauses = {each.path: each for each in added(tmp_path, RULES).parsed.clauses}
    assert clauses["1.1"].headings == ("1. Boats",)
    assert clauses["1.2.p1"].headings == ("1. Boats", "1.2. Landing")
    assert clauses["3.p1"].headings == ("3. Winning",), "a section without numbers of its own goes on from the last"


def test_points_with_letters_are_rules_below_their_rule(tmp_path: Path) -> None:
    clauses = {each.path: each for each in added(tmp_path, RULES).parsed.clauses}
    points = {path: each.plain for path, each in clauses.items() if path[-1].isalpha()}
    assert points == {
        "1.2a": "unload it,",
        "1.2b": "load it, or",
        "1.2c": "wait (see rule 1.1).",
        "2.2a": "two oars, and",
        "2.2b": "one pole.",
    }
    assert clauses["1.2a"].explains == "ferry/rules#1.2.p1"
    assert clauses["2.2b"].explains == "ferry/rules#2.2", "a rule whose sentence goes on leads its points in"


def test_what_stands_below_a_heading_example_explains_the_rule_above_it(tmp_path: Path) -> None:
    found = added(tmp_path, RULES).parsed.clauses
    [example] = [each for each in found if each.kind is Kind.EXAMPLE]
    assert (example.path, example.plain, example.explains) == (
        "1.2.e1", "Mara lands and waits.", "ferry/rules#1.2c",
    )  # fmt: skip


def test_every_entry_of_the_glossary_is_a_definition_and_the_index_is_none(tmp_path: Path) -> None:
    found = added(tmp_path, RULES).parsed.clauses
    assert {each.path: each.plain for each in found if each.kind is Kind.DEFINITION} == {
        "glossary/quay.d1": "A place where boats land.",
        "glossary/oar.d1": "A thing to row with.",
        "glossary/pole.d1": "A thing to push with.",
    }
    assert [(each.path, each.headings) for each in found][-1] == ("index.p1", ("Index",))


def test_a_table_of_contents_of_links_is_left_out_and_told(tmp_path: Path) -> None:
    found = added(tmp_path, RULES)
    assert [(each.reason, each.count, each.first) for each in found.converted.losses] == [
        ("table of contents", 4, "Contents")
    ]
    assert not found.problems


def test_a_link_is_followed_and_stands_in_no_text(tmp_path: Path) -> None:
    found = added(tmp_path, RULES).parsed
    assert not any("{#" in each.text for each in found.clauses)
    leading = {each.clause.partition("#")[2]: (each.text, each.target) for each in found.references}
    assert leading["3.p1"] == ("Boats", "ferry/rules#1")


def test_a_list_below_a_rule_is_no_section(tmp_path: Path) -> None:
    text = "1. Boats\n\n1.1 A turn has two steps:\n\n1. Load.\n\n2. Row\n\n2. Oars\n\n2.1 Row.\n\n2.2 Rest.\n"
    found = [(each.path, each.headings) for each in added(tmp_path, text, "rules.txt").parsed.clauses]
    assert found == [
        ("1.1", ("1. Boats",)), ("1.1.b1", ("1. Boats",)), ("1.1.b2", ("1. Boats",)),
        ("2.1", ("2. Oars",)), ("2.2", ("2. Oars",)),
    ]  # fmt: skip


def test_a_narrow_text_has_its_lines_joined_its_sections_found_and_its_points_told(tmp_path: Path) -> None:
    text = (
        "REED FERRY\nIn force from 1 May 2026\n\n"
        "1 Boats\n 1.1 A boat holds crates. The oldest player\n     begins with the largest boat.\n"
        "2 Oars\n 2.1 A player takes an oar, and\n   a. rows as many steps, or\n   b. rests.\n"
        " 2.2 Then the next player does.\n"
    )
    found = added(tmp_path, text, "rules.txt").parsed.clauses
    assert {each.path: (each.headings, each.plain) for each in found} == {
        "1.1": (("1. Boats",), "A boat holds crates. The oldest player begins with the largest boat."),
        "2.1": (("2. Oars",), "A player takes an oar, and"),
        "2.1a": (("2. Oars",), "rows as many steps, or"),
        "2.1b": (("2. Oars",), "rests."),
        "2.2": (("2. Oars",), "Then the next player does."),
    }


@pytest.mark.parametrize("lines", [("100 gold pieces win.",), ("3 red boats", "4 blue boats")])
def test_lines_that_count_are_no_sections(tmp_path: Path, lines: tuple[str, ...]) -> None:
    text = "1. Boats\n\n1.1 Take these:\n\n" + "\n\n".join(lines) + "\n\n1.2 Row.\n\n1.3 Rest.\n"
    found = added(tmp_path, text, "rules.txt").parsed.clauses
    assert {each.headings for each in found if each.path[:1].isdigit() and "." in each.path} == {("1. Boats",)}


def test_rules_and_entries_on_lines_of_their_own_need_no_blank_line(tmp_path: Path) -> None:
    text = (
        "# Reed Ferry\n\n## 1 Boats\n\n1.1 Row, up to\n2.5 inches.\n1.2 Rest.\n1.2.1 Or wait.\n1.3 Land.\n\n"
        "## Glossary\n\nOar: a thing to row with.\nPole – a thing to push with.\n"
    )
    assert {each.path: each.plain for each in added(tmp_path, text).parsed.clauses} == {
        "1.1": "Row, up to 2.5 inches.",
        "1.2": "Rest.",
        "1.2.1": "Or wait.",
        "1.3": "Land.",
        "glossary/oar.d1": "a thing to row with.",
        "glossary/pole.d1": "a thing to push with.",
    }


def test_a_table_of_contents_with_dots_is_left_out(tmp_path: Path) -> None:
    text = (
        "Contents\n1 Boats ....... 1\n2 Oars ........ 2\n\n1 Boats\n1.1 Row.\n1.2 Rest.\n1.3 Wait.\n2 Oars\n2.1 Pull.\n"
    )
    found = added(tmp_path, text, "rules.txt")
    assert [(each.reason, each.count) for each in found.converted.losses] == [("table of contents", 3)]
    assert [(each.headings, each.path) for each in found.parsed.clauses][-1] == (("2. Oars",), "2.1")


MIXED = """\
# Reed Ferry

## 1. Boats

1.1 A boat holds crates by its size.

Table 1: Crates by size

| Size | Crates |
| --- | --- |
| small | 2 |

1.2 Whoever rows decides.

1.3 A boat lands at a quay.

1.4 It rests there.

## 2. Glossary

Our words:

**Quay**: A place where boats land (1.3).

**Oar**: A thing to row with.

## 3. Cards

### Long Oar

You may row twice.

Q: May I rest with the Long Oar?

A: Yes, as without it.

Keep it at hand.
"""


def test_a_numbered_rulebook_has_its_glossary_its_answers_and_its_captions(tmp_path: Path) -> None:
    found = added(tmp_path, MIXED)
    assert found.spec.layout == "numbered-rules"
    assert [(each.path, each.kind, each.headings) for each in found.parsed.clauses][1:] == [
        ("1.1.t1", Kind.TABLE, ("1. Boats", "Crates by size")),
        ("1.2", Kind.RULE, ("1. Boats",)),
        ("1.3", Kind.RULE, ("1. Boats",)),
        ("1.4", Kind.RULE, ("1. Boats",)),
        ("2.p1", Kind.RULE, ("2. Glossary",)),
        ("glossary/quay.d1", Kind.DEFINITION, ("2. Glossary", "Quay")),
        ("glossary/oar.d1", Kind.DEFINITION, ("2. Glossary", "Oar")),
        ("long-oar.p1", Kind.RULE, ("3. Cards", "Long Oar")),
        (
            "long-oar/may-i-rest-with-the-long-oar.p1",
            Kind.RULING,
            ("3. Cards", "Long Oar", "May I rest with the Long Oar?"),
        ),
        ("long-oar.p2", Kind.RULE, ("3. Cards", "Long Oar")),
    ]
    assert [each.clause for each in found.parsed.rulings] == ["ferry/rules#long-oar/may-i-rest-with-the-long-oar.p1"]
    assert [each.title for each in found.parsed.tables] == ["Crates by size"]


def test_a_caption_that_is_a_heading_parts_no_section(tmp_path: Path) -> None:
    """As the bold line above a table of a PDF is read."""
    text = MIXED.replace("Table 1: Crates by size", "## Table 1: Crates by size")
    found = {each.path: each.headings for each in added(tmp_path, text).parsed.clauses}
    assert (found["1.1.t1"], found["1.2"]) == (("1. Boats", "Crates by size"), ("1. Boats",))


def test_what_is_marked_as_question_and_answer_below_headings_is_a_ruling(tmp_path: Path) -> None:
    text = (
        "# Reed Ferry\n\n## Boats\n\nA boat holds crates.\n\nQ: And barrels?\nA: No.\n\nRow on.\n\n## Oars\n\nPull.\n"
    )
    found = added(tmp_path, text)
    assert [(each.path, each.kind.value) for each in found.parsed.clauses] == [
        ("boats.p1", "rule"), ("boats/and-barrels.p1", "ruling"), ("boats.p2", "rule"), ("oars.p1", "rule"),
    ]  # fmt: skip
