"""Clauses that say the same elsewhere are told as moved, and counted among no changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kb.records import Clause, Document, Kind, digest
from kb.records.versions import Move, Version
from kb.versions.aligned import aligned, changes
from kb.versions.moves import move_lines, moves
from kb.versions.stored import read_timeline, write_timeline
from kb.versions.timeline import Timeline, in_order

WORDS = {
    "boats.p1": "Every boat carries three crates.",
    "boats.p2": "A boat leaves full.",
    "boats.p3": "Gulls take one crate.",
    "lanterns.p1": "A lantern burns for one round.",
    "lanterns.p2": "A storm puts every lantern out.",
}


def document(*sections: tuple[str, str]) -> list[Clause]:
    """The clauses of sections, each a heading and the paths of its clauses."""
    placed = [(heading, path) for heading, paths in sections for path in paths.split()]
    return [
        Clause(
            f"g/d#{path}", "g", "g/d", (heading,), WORDS[path], Kind.RULE, 0, 1, digest(WORDS[path]), ordinal
        )
        for ordinal, (heading, path) in enumerate(placed)
    ]  # fmt: skip


FIRST = document(("Boats", "boats.p1 boats.p2 boats.p3"), ("Lanterns", "lanterns.p1 lanterns.p2"))


def moved(new: list[Clause]) -> list[str]:
    """What is said of the moves from the first version; nothing has changed."""
    pairs = aligned(FIRST, new)
    assert changes(pairs) == ()
    return list(move_lines(moves(pairs)))


def test_a_clause_under_another_heading_has_moved_though_the_order_is_the_same() -> None:
    new = document(("Boats", "boats.p1 boats.p2"), ("Lanterns", "boats.p3 lanterns.p1 lanterns.p2"))
    assert moved(new) == ["moved boats.p3: from Boats to Lanterns"]


def test_a_clause_at_another_place_under_its_heading_has_moved() -> None:
    last = document(("Boats", "boats.p2 boats.p3 boats.p1"), ("Lanterns", "lanterns.p1 lanterns.p2"))
    first = document(("Boats", "boats.p3 boats.p1 boats.p2"), ("Lanterns", "lanterns.p1 lanterns.p2"))
    assert moved(last) == ["moved boats.p1: now behind boats.p3"]
    assert moved(first) == ["moved boats.p3: now the first"]


def test_nothing_has_moved_where_a_heading_is_worded_anew() -> None:
    assert moved(document(("Ships", "boats.p1 boats.p2 boats.p3"), ("Lanterns", "lanterns.p1 lanterns.p2"))) == []
    assert moved(FIRST) == []


def known(*documents: list[Clause]) -> Timeline:
    """The timeline of a document whose versions follow each other, a year each."""
    versions = []
    for year, (before, own) in enumerate(zip([[], *documents], documents, strict=False), 2024):
        day, pairs = f"{year}-01-01", aligned(before, own) if before else []
        record = Document("g/d", "g", "Rules", "headed", "official", f"g/{year}.txt", "0", effective=day)
        versions.append(Version(day, record, changes(pairs), moves=moves(pairs)))
    return Timeline(in_order(versions, documents))


SECOND = document(("Boats", "boats.p1 boats.p2"), ("Lanterns", "boats.p3 lanterns.p1 lanterns.p2"))


def test_between_versions_that_lie_apart_the_first_and_the_last_place_are_told(tmp_path: Path) -> None:
    third = document(("Boats", "boats.p1 boats.p2"), ("Lanterns", "lanterns.p1 lanterns.p2 boats.p3"))
    write_timeline(tmp_path, known(FIRST, SECOND, third))
    read = read_timeline(tmp_path, "g/d")
    assert read is not None
    first, second, last = read.versions
    assert read.moved(first, second, third) == second.moves
    assert read.moved(first, last, third) == (Move("g/d#boats.p3", ("Boats",), ("Lanterns",), "g/d#lanterns.p2"),)


def test_a_clause_that_came_back_to_its_place_has_not_moved() -> None:
    read = known(FIRST, SECOND, FIRST)
    first, _, last = read.versions
    assert read.moved(first, last, FIRST) == ()


def test_a_clause_that_moved_and_reads_otherwise_by_now_is_told_as_changed_alone() -> None:
    worded = [replace(each, text="Gulls take one crate each.") if "p3" in each.id else each for each in SECOND]
    read = known(FIRST, SECOND, worded)
    first, _, last = read.versions
    assert [each.clause.id for each in read.between(first, last, worded)] == ["g/d#boats.p3"]
    assert read.moved(first, last, worded) == ()


def test_a_version_has_its_clauses_under_the_headings_of_its_own() -> None:
    read = known(FIRST, SECOND)
    assert [each.headings for each in read.clauses(read.versions[0], SECOND)] == [each.headings for each in FIRST]
