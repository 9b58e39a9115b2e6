"""The VS System FAQ: what the layout `numbered-faq` makes of it, the same in both editions."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from ingest.source import Source
from kb.records import Clause, Kind, Parsed, Role
from tests.conftest import ParseGame

DOCUMENT = "vs-system/heralds-faq"
SECTIONS = ["1", "2", "2.1", "2.2", "3", "3.1", "3.2", "4", "4.1", "5", "6", "7"]
BULLETS = ["2.b1", "2.b2", "2.b3", "2.b4", "2.1.b1", "2.1.b2", "3.b1", "3.b2", "3.b3", "3.b4", "6.b1", "6.b2"]
EXAMPLES = {
    "2.1.e1": "2.1.p2",
    "3.e1": "3.b1",
    "3.1.e1": "3.1.p1",
    "4.1.e1": "4.1.p1",
    "5.e1": "5.p2",
    "6.e1": "6.b1",
    "6.e2": "6.b1",
    "6.e3": "6.b2",
    "7.e1": "7.p1",
    "7.e2": "7.p2",
    "taskmaster-mnemonic-assassin.e1": "taskmaster-mnemonic-assassin.r1",
}
TWO_RULINGS = {
    "ego-the-living-planet",
    "exploiting-the-flaw",
    "molecule-man-owen-reece",
    "moondragon-protector-of-the-mind-gem",
    "morg-harbinger-of-extinction",
}


@pytest.fixture(scope="module", params=["official", "restated"])
def faq(request: pytest.FixtureRequest, parsed: ParseGame) -> tuple[Source, Parsed]:
    """Source and records of the FAQ in either edition."""
    return parsed("vs-system", request.param)


def by_path(parsed: Parsed) -> dict[str, Clause]:
    return {clause.path: clause for clause in parsed.clauses}


def test_every_section_is_found_once_and_in_order(faq: tuple[Source, Parsed]) -> None:
    general = [clause.path.rpartition(".")[0] for clause in faq[1].clauses if clause.headings[0] == "GENERAL"]
    assert list(dict.fromkeys(general)) == SECTIONS


def test_clauses_are_counted_by_kind(faq: tuple[Source, Parsed]) -> None:
    counts = Counter(clause.kind for clause in faq[1].clauses)
    assert counts == {Kind.RULE: 29, Kind.EXAMPLE: 11, Kind.ERRATA: 3, Kind.CARD: 141, Kind.RULING: 55}


def test_the_first_a_middle_and_the_last_clause(faq: tuple[Source, Parsed]) -> None:
    clauses = faq[1].clauses
    assert [clauses[number].path for number in (0, 29, 42, 43, -1)] == [
        "1.p1",
        "5.p2",
        "act-of-defiance-team-up.stats",
        "act-of-defiance-team-up.text1",
        "unthinkable.r1",
    ]
    assert "September 23, 2006" in clauses[0].text


def test_the_bullets_of_the_rules(faq: tuple[Source, Parsed]) -> None:
    assert [clause.path for clause in faq[1].clauses if ".b" in clause.path] == BULLETS
    assert all(not clause.text.startswith("•") for clause in faq[1].clauses)


def test_every_example_explains_the_clause_it_follows(faq: tuple[Source, Parsed]) -> None:
    found = {clause.path: clause.explains for clause in faq[1].clauses if clause.kind is Kind.EXAMPLE}
    assert found == {path: f"{DOCUMENT}#{rule}" for path, rule in EXAMPLES.items()}


def test_the_first_section_has_a_number_and_no_title(faq: tuple[Source, Parsed]) -> None:
    source, parsed = faq
    assert by_path(parsed)["1.p1"].headings == ("GENERAL", "1.")
    assert "1." in [source.text[part.start : part.end] for part in parsed.segments if part.role is Role.HEADING]


def test_a_subsection_stands_below_its_section(faq: tuple[Source, Parsed]) -> None:
    headings = ("GENERAL", "2. Cosmic: [cosmic text]", "2.1 Cosmic—Surge: [cosmic text]")
    assert by_path(faq[1])["2.1.p1"].headings == headings


@pytest.mark.parametrize(
    ("path", "bullets"),
    [
        ("3.e1", 3),
        ("4.1.p1", 2),
        ("moondragon-protector-of-the-mind-gem.r2", 2),
        ("silver-surfer-harbinger-of-oblivion.r1", 2),
    ],
)
def test_a_sentence_that_runs_on_through_bullets_is_one_clause(
    faq: tuple[Source, Parsed], path: str, bullets: int
) -> None:
    clause = by_path(faq[1])[path]
    assert clause.text.count("\n• ") == bullets
    assert clause.flags == ()


def test_the_power_that_press_stands_for_is_a_clause(faq: tuple[Source, Parsed]) -> None:
    assert by_path(faq[1])["3.p2"].text.startswith("When you recruit this card, ")
    assert " >>> " in by_path(faq[1])["4.p2"].text


def test_the_errata_of_witching_hour_is_dated_and_has_no_card(faq: tuple[Source, Parsed]) -> None:
    errata = [ruling for ruling in faq[1].rulings if ruling.kind == "errata"]
    assert [ruling.clause for ruling in errata] == [f"{DOCUMENT}#3.2.p{number}" for number in (1, 2, 3)]
    assert {(ruling.subject, ruling.effective) for ruling in errata} == {("Witching Hour", "2006-09-23")}
    assert [len(ruling.interprets) for ruling in errata] == [0, 0, 2]
    assert "Witching Hour" not in {card.name for card in faq[1].cards}


def test_every_ruling_paragraph_is_a_ruling_on_its_own_card(faq: tuple[Source, Parsed]) -> None:
    parsed = faq[1]
    titles = {card.id: card.title for card in parsed.cards}
    rulings = [ruling for ruling in parsed.rulings if ruling.kind == "ruling"]
    cards = [ruling.clause.rpartition(".")[0] for ruling in rulings]
    assert len(rulings) == 55
    assert {card.partition("#")[2] for card, count in Counter(cards).items() if count == 2} == TWO_RULINGS
    assert set(cards) == set(titles)
    assert all(ruling.subject == titles[card] for ruling, card in zip(rulings, cards, strict=True))


def test_rulings_pin_the_lines_of_the_cards_text(faq: tuple[Source, Parsed]) -> None:
    parsed = faq[1]
    digests = {clause.id: clause.digest for clause in parsed.clauses}
    lines = {card.id: card.clauses[1:] for card in parsed.cards}
    for ruling in parsed.rulings:
        if ruling.kind == "ruling":
            assert tuple(pin.clause for pin in ruling.interprets) == lines[ruling.clause.rpartition(".")[0]]
        assert all(digests[pin.clause] == pin.digest for pin in ruling.interprets)
        assert ruling.effective == "2006-09-23"
        assert "Paul Ross" in ruling.authority


def test_the_web_pages_date_and_footer_are_noise_with_reasons(faq: tuple[Source, Parsed]) -> None:
    source, parsed = faq
    noise = {source.line_at(part.start).number: part.reason for part in parsed.segments if part.role is Role.NOISE}
    assert sorted(noise) == [1, 6, 7, 531]
    assert all(noise.values())


def test_the_comprehensive_rules_are_pointed_to_from_outside(faq: tuple[Source, Parsed]) -> None:
    [reference] = faq[1].references
    assert reference.clause == f"{DOCUMENT}#molecule-man-owen-reece.r2"
    assert (reference.target, reference.external) == ("", "comprehensive rules 709.2")


def test_every_character_belongs_to_one_segment(faq: tuple[Source, Parsed]) -> None:
    source, parsed = faq
    ends = [0, *(part.end for part in parsed.segments)]
    assert [part.start for part in parsed.segments] == ends[:-1]
    assert ends[-1] == len(source.text)
    assert all(source.text[clause.start : clause.end] == clause.text for clause in parsed.clauses)


def shape(clause: Clause) -> tuple[object, ...]:
    return (clause.id, clause.kind, clause.headings, clause.flags, clause.ordinal, clause.explains, clause.subject)


def test_both_editions_have_the_same_clauses_rulings_and_references(parsed: ParseGame) -> None:
    official, restated = (parsed("vs-system", edition)[1] for edition in ("official", "restated"))
    assert [shape(clause) for clause in restated.clauses] == [shape(clause) for clause in official.clauses]
    assert [(part.clause, part.external) for part in restated.references] == [
        (part.clause, part.external) for part in official.references
    ]
    for one, other in zip(restated.rulings, official.rulings, strict=True):
        assert [pin.clause for pin in one.interprets] == [pin.clause for pin in other.interprets]
        assert replace(one, interprets=()) == replace(other, interprets=())


def test_both_editions_stand_on_the_same_lines(parsed: ParseGame) -> None:
    lines = []
    for edition in ("official", "restated"):
        source, records = parsed("vs-system", edition)
        lines.append({clause.id: source.line_at(clause.start).number for clause in records.clauses})
    assert lines[0] == lines[1]
