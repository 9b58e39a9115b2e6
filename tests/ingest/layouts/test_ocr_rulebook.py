"""The rulebook read by OCR: both editions yield the same clauses, and none of its traps is walked into."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from ingest.lint.validate import lint_game
from ingest.source import Source
from kb.records import Clause, Kind, Parsed, Role
from tests.conftest import CORPUS, SOURCES, ParseGame

GAME = "heroes-wanted"
DOCUMENT = "heroes-wanted/rulebook"
SCANS = [range(159, 222), range(729, 762)]

Read = tuple[Source, Parsed]


@pytest.fixture(params=["restated", "official"])
def read(request: pytest.FixtureRequest, parsed: ParseGame) -> Read:
    """The rulebook in one edition: source and records."""
    return parsed(GAME, request.param)


def clause(read: Read, path: str) -> Clause:
    [found] = [clause for clause in read[1].clauses if clause.path == path]
    return found


def lines(read: Read, found: Clause) -> list[int]:
    """The numbers of the lines that a clause's stretches begin and end on."""
    spans = found.parts or ((found.start, found.end),)
    return [read[0].line_at(at).number for start, end in spans for at in (start, end - 1)]


def test_count_and_kinds(read: Read) -> None:
    assert Counter(clause.kind for clause in read[1].clauses) == {
        Kind.RULE: 81,
        Kind.SETUP: 106,
        Kind.TABLE: 37,
        Kind.DEFINITION: 17,
        Kind.EXAMPLE: 16,
        Kind.NOTE: 8,
        Kind.TIP: 8,
    }


@pytest.mark.parametrize(
    ("at", "path", "line", "kind"),
    [
        (0, "object.p1", 19, Kind.RULE),
        (136, "hero-phase/action-cards.b3", 421, Kind.RULE),
        (-1, "solo-and-campaign.p2", 841, Kind.RULE),
    ],
)
def test_first_middle_and_last(read: Read, at: int, path: str, line: int, kind: Kind) -> None:
    found = read[1].clauses[at]
    assert (found.path, lines(read, found)[0], found.kind) == (path, line, kind)


def test_the_scans_of_the_boards_are_noise(read: Read) -> None:
    source, document = read
    scans = [segment for segment in document.segments if "scan of the board" in segment.reason]
    spans = [(source.line_at(scan.start).number, source.line_at(scan.end - 1).number) for scan in scans]
    assert spans == [(159, 221), (729, 761)]
    for found in document.clauses:
        assert not any(line in scan for scan in SCANS for line in lines(read, found))
        assert "RID" not in found.text


def test_the_fame_of_the_rules_and_not_of_the_scan(read: Read) -> None:
    assert re.search(r"1 fame (?:for every|per) 2 \*\*DMG\*\*", clause(read, "hero-phase/damage/villain.p1").text)
    assert "2 fame" in clause(read, "hero-phase/damage/minions.b2").text


def test_flavour_captions_page_numbers_and_credits_are_noise(read: Read) -> None:
    reasons = Counter(segment.reason for segment in read[1].segments if segment.role is Role.NOISE)
    assert {reason: count for reason, count in reasons.items() if not reason.startswith("scan")} == {
        "newspaper flavour and introduction": 1,
        "caption of a picture": 7,
        "page number": 3,
        "credits": 1,
    }


def test_a_sentence_across_a_blank_line_is_one_clause(read: Read) -> None:
    found = clause(read, "hero-phase/triggered-abilities.b2")
    assert lines(read, found) == [508, 510]
    assert read[0].text[found.start : found.end] == found.text
    assert found.flags == ("rejoined",)


def test_a_sentence_across_a_scan_is_one_clause_of_two_parts(read: Read) -> None:
    found = clause(read, "scenarios/bedlam/rules.b3")
    assert lines(read, found) == [727, 727, 765, 765]
    assert found.flags == ("split",)
    assert re.search(r"shuffle (?:the )+numbered event tokens", found.text)
    assert [other.path for other in read[1].clauses if other.parts] == [found.path]


def test_a_continued_section_goes_on_with_its_ordinals(read: Read) -> None:
    after = {lines(read, found)[0]: found.path for found in read[1].clauses}
    assert after[695] == "scenarios/funhouse/rules.b1"
    assert after[767] == "scenarios/bedlam/rules.b4"
    assert after[809] == "tips.p2"
    assert not any("Continued" in heading for found in read[1].clauses for heading in found.headings)


@pytest.mark.parametrize(
    ("path", "headings"),
    [
        ("hero-phase/resting.p1", ("Game Play", "The Hero Phase", "Resting")),
        ("tips/resting.p1", ("Helpful Tips", "Resting")),
        ("hero-phase/block.p1", ("Game Play", "The Hero Phase", "Action Card Ability Terms", "BLOCK")),
        ("villain-phase/defending/block.b1", ("Game Play", "The Villain Phase", "Defending DMG", "BLOCK")),
        (
            "hero-phase/damage/villain.p1",
            ("Game Play", "The Hero Phase", "Action Card Ability Terms", "Damage (DMG)", "Villain"),
        ),
        ("scenarios/funhouse/rules.b1", ("Scenarios", "NOT SO FUNHOUSE!", "Rules")),
    ],
)
def test_passages_under_one_heading_stay_apart(read: Read, path: str, headings: tuple[str, ...]) -> None:
    assert clause(read, path).headings == headings


def test_eight_marked_examples_one_for_example_and_one_told_in_seven_lines(read: Read) -> None:
    examples = [found for found in read[1].clauses if found.kind is Kind.EXAMPLE]
    marked = [found for found in examples if found.text.startswith("Example:")]
    beside = [found.path for found in examples if found.text.startswith("For example:")]
    told = [found.path for found in examples if found not in marked and found.path not in beside]
    assert len(marked) == 8
    assert beside == ["setting-up/heroes/types.e1"]
    assert told == [f"hero-phase/triggered-abilities.e{number}" for number in range(1, 8)]


@pytest.mark.parametrize(
    ("path", "line", "explained"),
    [
        ("setting-up/heroes/introductions.e1", 324, "setting-up/heroes/introductions.p1"),
        ("setting-up/heroes/types.e1", 357, "setting-up/heroes/types.b1"),
        ("hero-phase/damage/minions.e1", 478, "hero-phase/damage/minions.p1"),
        ("hero-phase/resting.n1", 498, "hero-phase/resting.p1"),
        ("hero-phase/triggered-abilities.e4", 524, "hero-phase/triggered-abilities.b1.1"),
        ("villain-phase.e1", 562, "villain-phase.b2"),
        ("villain-phase/defending/block.e1", 580, "villain-phase/defending/block.b1"),
        ("scenarios/littering/first-game.n1", 607, "scenarios/littering/setup.b2"),
        ("scenarios/funhouse/setup.n1", 676, "scenarios/funhouse/setup.b7"),
        ("scenarios/funhouse/rules.e1", 702, "scenarios/funhouse/rules.b3"),
        ("scenarios/bedlam/rules.e1", 788, "scenarios/bedlam/rules.b3"),
        ("tips/movement.n1", 805, "tips/movement.p1"),
    ],
)
def test_notes_and_examples_are_filed_under_what_they_explain(read: Read, path: str, line: int, explained: str) -> None:
    found = clause(read, path)
    assert lines(read, found)[0] == line
    assert found.explains == f"{DOCUMENT}#{explained}"


def test_the_worked_attack_is_one_clause_with_its_sum(read: Read) -> None:
    found = clause(read, "villain-phase.e1")
    assert lines(read, found) == [562, 572]
    assert "Total = 7" in found.text


def test_clauses_with_lost_symbols_are_flagged(read: Read) -> None:
    assert [found.path for found in read[1].clauses if "icon-lost" in found.flags] == [
        "setting-up/heroes/types.t1",
        "setting-up/heroes/types.b1",
        "setting-up/heroes/types.e1",
        "setting-up/heroes/types.t2",
        "hero-phase/power-tokens.p1",
        *(f"scenarios/littering/setup.b{number}" for number in (3, 4, 7)),
        *(f"scenarios/bootleg/setup.b{number}" for number in (2, 3, 4, 7)),
        *(f"scenarios/funhouse/setup.b{number}" for number in (2, 3, 4)),
        *(f"scenarios/bedlam/setup.b{number}" for number in (2, 7)),
    ]


@pytest.mark.parametrize("path", ["scenarios/bedlam/setup.b3", "scenarios/bedlam/setup.b4"])
def test_complete_set_up_lines_are_not_flagged(read: Read, path: str) -> None:
    assert clause(read, path).flags == ()


def test_the_disc_counts_contradict_each_other(read: Read) -> None:
    flagged = [found for found in read[1].clauses if any(flag.startswith("contradicts:") for flag in found.flags)]
    assert [(found.path, found.flags) for found in flagged] == [
        ("components.b13", (f"contradicts:{DOCUMENT}#components.b13",))
    ]


CONTRADICTIONS = [
    (35, "states 43", "(at 35:"),
    (183, "says 1", "(at 472:"),
    (187, "says 1", "(at 474:"),
    (193, "says 3", "(at 474:"),
]


@pytest.mark.parametrize("edition", ["restated", "official"])
@pytest.mark.slow
def test_lint_warns_of_the_contradictions_with_both_places_and_of_nothing_else(sources: object, edition: str) -> None:
    """The disc counts within a clause, and the board's misread figures against the rules'."""
    report = lint_game(CORPUS / GAME, edition, SOURCES)
    found = report.problems
    assert {(problem.code, problem.severity) for problem in found} == {("contradiction", "warning")}
    assert [problem.place.line for problem in found] == [line for line, *_ in CONTRADICTIONS]
    for problem, (_, *words) in zip(found, CONTRADICTIONS, strict=True):
        assert all(each in problem.message for each in words), problem.message
    assert [coverage.uncovered for coverage in report.coverage] == [0]


def test_lists_nest_by_marker_where_indentation_says_nothing(read: Read) -> None:
    assert lines(read, clause(read, "setting-up.b2.4")) == [238, 238]
    assert lines(read, clause(read, "hero-phase/action-cards.b5.2")) == [434, 434]
    assert lines(read, clause(read, "scenarios/bootleg/setup.b1")) == [636, 637]
    assert lines(read, clause(read, "scenarios/bootleg/rules.b2")) == [648, 648]
    assert lines(read, clause(read, "villain-phase.b2.3")) == [546, 546]


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("setting-up/scenario.b1", "scenarios"),
        ("setting-up/heroes/types.p3", "hero-phase/triggered-abilities.b2"),
        ("hero-phase/block.p1", "villain-phase/defending"),
        ("setting-up/villain/villain-a.b3", "villain-phase"),
        ("villain-phase/defending/block.e1", "scenarios/bootleg"),
        ("scenarios/bedlam/solo-play.p1", "solo-and-campaign"),
    ],
)
def test_references_by_name_and_page(read: Read, path: str, target: str) -> None:
    targets = [pointer.target for pointer in read[1].references if pointer.clause == f"{DOCUMENT}#{path}"]
    assert f"{DOCUMENT}#{target}" in targets


def test_both_editions_yield_the_same_records(sources: object, parsed: ParseGame) -> None:
    (_, restated), (_, official) = parsed(GAME, "restated"), parsed(GAME, "official")
    assert [outline(found) for found in restated.clauses] == [outline(found) for found in official.clauses]
    assert restated.tables == official.tables
    pointers = [[(p.clause, p.target, p.external) for p in edition.references] for edition in (restated, official)]
    assert pointers[0] == pointers[1]
    noise = [[(s.role, s.reason) for s in edition.segments if s.reason] for edition in (restated, official)]
    assert noise[0] == noise[1]


def outline(found: Clause) -> tuple[object, ...]:
    """All of a clause that does not depend on the edition's words."""
    return found.id, found.kind, found.headings, found.flags, found.explains, found.ordinal, len(found.parts)
