"""A version as JSON: its name, its day, and the file that it was read from."""

from __future__ import annotations

from kb.records import Document
from kb.records.versions import FIRST, Move, Version
from kb.versions.timeline import Timeline
from service.commands.diff import between_text
from service.show.serializing.changes import Between, between_json, version_json


def test_a_version_names_the_file_that_it_was_read_from_and_not_its_publisher() -> None:
    document = Document(
        "g/rules", "g", "Rules", "headed", "official", "g/rules.2025-03-01.txt", "0",
        authority="Quay Press", effective="2025-03-01",
    )  # fmt: skip
    assert version_json(Version("2025-03-01", document)) == {
        "name": "2025-03-01",
        "since": "2025-03-01",
        "file": "g/rules.2025-03-01.txt",
    }


def test_a_version_without_a_day_is_the_first() -> None:
    document = Document("g/rules", "g", "Rules", "headed", "official", "g/rules.first.txt", "0")
    assert version_json(Version(FIRST, document)) == {"name": "first", "since": None, "file": "g/rules.first.txt"}


def test_a_clause_that_only_moved_is_told_beside_the_changes_and_counted_among_none() -> None:
    document = Document("g/rules", "g", "Rules", "headed", "official", "g/rules.txt", "0", effective="2026-01-01")
    move = Move("g/rules#boats.p1", ("Boats",), ("Boats", "Full boats"), "g/rules#boats.p4")
    old, new = Version(FIRST, document), Version("2026-01-01", document, moves=(move,))
    found = Between(Timeline((old, new)), old, new, (), (move,))
    told = between_json(found)
    assert (told["summary"], told["changes"]) == ("no clause differs", [])
    assert told["moves"] == [
        {
            "clause": "g/rules#boats.p1",
            "before": {"headings": ["Boats"]},
            "after": {"headings": ["Boats", "Full boats"], "behind": "g/rules#boats.p4"},
        }
    ]
    assert between_text(found).splitlines()[1:] == [
        "no clause differs",
        "moved, in the same words: 1",
        "",
        "moved boats.p1: from Boats to Boats > Full boats",
    ]
