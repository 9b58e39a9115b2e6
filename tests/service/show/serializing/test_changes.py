"""A version as JSON: its name, its day, and the file that it was read from."""

from __future__ import annotations

from kb.records import Document
from kb.records.versions import FIRST, Version
from service.show.serializing.changes import version_json


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
