"""YAML and JSON: what stands beside the entries, and sections that nothing stands below."""

from __future__ import annotations

from pathlib import Path

from ingest.adding.folder import read_document

RULES = """\
title: Pebble Pond
effective: 2026-04-01
printer: Quay
rules:
  - name: Setup
    text: Each player takes seven pebbles.
  - name: Turn
    text: Throw one pebble.
    rules:
      - text: A pebble on the line counts as inside.
        picture: line.png
      - text: A pebble that hits another stays where it is.
      - text: A pebble that leaves the table is lost.
  - name: Winning
    text: Whoever has four pebbles inside wins.
"""


def test_a_section_without_entries_below_it_is_a_section(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(RULES, "utf-8")
    assert [(each.headings, each.path, each.plain) for each in read_document(path, "pond").parsed.clauses] == [
        (("1. Setup",), "1.p1", "Each player takes seven pebbles."),
        (("2. Turn",), "2.p1", "Throw one pebble."),
        (("2. Turn",), "2.1", "A pebble on the line counts as inside."),
        (("2. Turn",), "2.2", "A pebble that hits another stays where it is."),
        (("2. Turn",), "2.3", "A pebble that leaves the table is lost."),
        (("3. Winning",), "3.p1", "Whoever has four pebbles inside wins."),
    ]


def test_the_title_and_the_day_beside_the_entries_are_read_and_other_keys_are_told(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(RULES, "utf-8")
    found = read_document(path, "pond")
    assert (found.spec.title, found.spec.effective) == ("Pebble Pond", "2026-04-01")
    assert [(each.reason, each.first) for each in found.converted.losses] == [
        ("the day in the document's head", "effective: 2026-04-01"),
        ("key 'printer'", "printer: Quay"),
        ("key 'picture'", ""),
    ]


def test_few_entries_below_others_are_divided_by_their_titles(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(
        RULES.partition("      - text: A pebble that hits")[0] + "  - name: End\n    text: Home.\n", "utf-8"
    )
    assert [(each.headings, each.path) for each in read_document(path, "pond").parsed.clauses] == [
        (("Setup",), "setup.p1"), (("Turn",), "turn.p1"), (("Turn",), "turn.p2"), (("End",), "end.p1"),
    ]  # fmt: skip
