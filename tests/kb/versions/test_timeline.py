"""Which clauses of versions are the same, what changed, and how each read in any version."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from kb.records import Clause, Document, Kind, digest
from kb.records.versions import Version, What
from kb.versions.aligned import aligned, changes
from kb.versions.counts import summary
from kb.versions.marked import as_text, marked_words
from kb.versions.stored import read_timeline, write_timeline
from kb.versions.timeline import Timeline, in_order


def clauses(**texts: str) -> list[Clause]:
    """Clauses of numbers and words: `_1_2a` is 1.2a."""
    found = []
    for ordinal, (name, text) in enumerate(texts.items()):
        path = name.strip("_").replace("_", ".")
        found.append(
            Clause(f"g/d#{path}", "g", "g/d", ("Boats",), text, Kind.RULE, 0, len(text), digest(text), ordinal)
        )
    return found


FIRST = clauses(_1_1="Every boat carries three crates.", _1_2="A boat leaves full.", _1_3="Gulls take one crate.")
SECOND = clauses(
    _1_1="Every boat carries four crates.", _1_2="Storms sink boats.", _1_3="A boat leaves full.",
    _1_4="Gulls take one crate.",
)  # fmt: skip
THIRD = clauses(_1_1="Every boat carries five crates.", _1_2="Storms sink boats.", _1_3="A boat leaves full.")


def timeline() -> Timeline:
    """Three versions: a rule is put in, then one is taken out."""
    versions = []
    before: list[Clause] = []
    for year, own in ((2024, FIRST), (2025, SECOND), (2026, THIRD)):
        day = f"{year}-01-01"
        document = Document("g/d", "g", "Rules", "numbered-rules", "official", f"g/{year}.txt", "0", effective=day)
        versions.append(Version(day, document, changes(aligned(before, own)) if before else ()))
        before = own
    return Timeline(tuple(versions))


def told(version: Version) -> list[tuple[What, str, str]]:
    """The changes of a version in short."""
    return [
        (each.what, each.before.path if each.before else "", each.after.path if each.after else "")
        for each in version.changes
    ]


def test_an_inserted_rule_renumbers_those_behind_it() -> None:
    assert told(timeline().versions[1]) == [
        (What.CHANGED, "1.1", "1.1"),
        (What.ADDED, "", "1.2"),
        (What.RENUMBERED, "1.2", "1.3"),
        (What.RENUMBERED, "1.3", "1.4"),
    ]


def test_where_rules_close_up_each_number_reads_otherwise_and_the_last_is_gone() -> None:
    found = changes(
        aligned(
            SECOND,
            clauses(_1_1="Every boat carries four crates.", _1_2="A boat leaves full.", _1_3="Gulls take one crate."),
        )
    )
    assert [(each.what, each.clause.path, each.moved.partition("#")[2]) for each in found] == [
        (What.CHANGED, "1.2", ""),
        (What.CHANGED, "1.3", "1.2"),
        (What.REMOVED, "1.4", "1.3"),
    ]
    assert summary(found) == "rules: 2 changed, 1 removed"


@pytest.mark.parametrize(
    ("day", "texts"),
    [
        ("2024-06-01", [each.text for each in FIRST]),
        ("2025-06-01", [each.text for each in SECOND]),
        ("2026-06-01", [each.text for each in THIRD]),
    ],
)
def test_every_version_is_told_from_the_last_and_what_changed(day: str, texts: list[str]) -> None:
    found = timeline()
    version = found.at(date.fromisoformat(day))
    assert version is not None
    assert [each.text for each in found.clauses(version, THIRD)] == texts


def test_a_rule_that_is_gone_stands_in_its_own_place_on_a_day_when_it_was_there() -> None:
    tides = clauses(_1_1="Put the deck down.", _1_2="Reveal a tide.", _1_3="Move your ferry.", _1_4="Deliver letters.")
    later = clauses(_1_1="Put the deck down.", _1_3="Move your ferry.", _1_4="Deliver letters.")
    document = Document("g/d", "g", "Rules", "numbered-rules", "official", "g/d.txt", "0", effective="2024-01-01")
    first = Version("2024-01-01", document)
    found = Timeline((first, Version("2025-01-01", document, changes(aligned(tides, later)))))
    assert [each.path for each in found.clauses(first, later)] == ["1.1", "1.2", "1.3", "1.4"]


def swapped() -> Timeline:
    """Two versions: the first two paragraphs change places, a third one comes between them."""
    own = clauses(boats_p1="A boat leaves full.", boats_p2="Gulls take crates.")
    later = clauses(boats_p2="Gulls take crates.", boats_p3="Storms sink boats.", boats_p1="A boat leaves full.")
    documents = [
        Document("g/d", "g", "Rules", "headed", "official", f"g/{year}.txt", "0", effective=f"{year}-01-01")
        for year in (2024, 2025)
    ]
    versions = (
        Version("2024-01-01", documents[0]),
        Version("2025-01-01", documents[1], changes(aligned(own, later))),
    )
    return Timeline(in_order(versions, [own, later]))


def test_paragraphs_that_changed_places_stand_in_the_order_of_their_day(tmp_path: Path) -> None:
    write_timeline(tmp_path, swapped())
    found = read_timeline(tmp_path, "g/d")
    assert found == swapped()
    assert found is not None
    latest = clauses(boats_p2="Gulls take crates.", boats_p3="Storms sink boats.", boats_p1="A boat leaves full.")
    then, now = (found.clauses(version, latest) for version in found.versions)
    assert [each.path for each in then] == ["boats.p1", "boats.p2"]
    assert now == latest


def test_an_order_is_kept_only_where_the_changes_do_not_tell_it() -> None:
    assert [each.order for each in swapped().versions] == [("g/d#boats.p1", "g/d#boats.p2"), ()]
    versions = in_order(timeline().versions, [FIRST, SECOND, THIRD])
    assert [each.order for each in versions] == [(), (), ()]


@pytest.mark.parametrize(
    ("day", "number", "text", "now"),
    [
        ("2024-06-01", "1.2", "A boat leaves full.", "1.3"),
        ("2024-06-01", "1.3", "Gulls take one crate.", ""),
        ("2024-06-01", "1.1", "Every boat carries three crates.", "1.1"),
        ("2025-06-01", "1.2", "Storms sink boats.", "1.2"),
        ("2025-06-01", "1.4", "Gulls take one crate.", ""),
        ("2024-06-01", "1.4", None, ""),
    ],
)
def test_a_number_is_that_of_its_day_and_leads_to_the_clause_of_today(
    day: str, number: str, text: str | None, now: str
) -> None:
    found = timeline()
    version = found.at(date.fromisoformat(day))
    assert version is not None
    stand, identifier = found.stand(version), f"g/d#{number}"
    then = stand.named(identifier, next((each for each in THIRD if each.id == identifier), None))
    assert (then.text if then is not None else None) == text
    if then is not None:
        assert stand.present(identifier).partition("#")[2] == now


def test_an_faqs_answers_are_counted_as_rulings_and_its_head_as_no_rule() -> None:
    def faq(day: str, says: str) -> list[Clause]:
        head, answer = f"Last updated: {day}.", f"No, a boat is {says} left behind by its crew."
        return [
            Clause("g/d#p1", "g", "g/d", (), head, Kind.RULE, 0, 1, digest(head), 0),
            Clause("g/d#q1.p1", "g", "g/d", ("May I?",), answer, Kind.RULING, 2, 3, digest(answer), 1),
        ]

    found = changes(aligned(faq("May 1", "never"), faq("June 1", "not yet")))
    assert summary(found) == "other text: 1 changed; rulings: 1 changed"


def test_before_the_first_there_is_none() -> None:
    assert timeline().at(date(2023, 12, 31)) is None


def test_a_history_is_followed_to_the_numbers_that_a_clause_had() -> None:
    events = timeline().history("g/d#1.3")
    assert [(each.version.name, each.change.what) for each in events] == [("2025-01-01", What.RENUMBERED)]
    assert [each.change.what for each in timeline().history("g/d#1.1")] == [What.CHANGED, What.CHANGED]
    gone = timeline().former("g/d#1.4")
    assert gone is not None
    assert (gone.version.name, gone.change.what) == ("2026-01-01", What.REMOVED)


def test_versions_that_lie_apart_are_compared() -> None:
    found = timeline()
    apart = found.between(found.versions[0], found.versions[2], THIRD)
    assert summary(apart) == "rules: 3 changed", "each number reads otherwise"


@pytest.mark.parametrize(
    ("before", "after", "marked"),
    [
        ("three crates", "four crates", "[-three-] {+four+} crates"),
        ("", "new words", "{+new words+}"),
        ("old words", "", "[-old words-]"),
        ("a b c d e", "a x c y e", "a [-b c d-] {+x c y+} e"),
        ("same", "same", "same"),
    ],
)
def test_what_differs_in_two_texts_is_marked(before: str, after: str, marked: str) -> None:
    assert as_text(marked_words(before, after)) == marked
