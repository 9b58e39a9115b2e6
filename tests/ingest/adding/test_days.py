"""The day that a document says of itself: read where it is clear, told as open where it is not."""

from __future__ import annotations

import pytest

from ingest.adding.days import ISSUED_LINE, said_day, without_issue, written_days
from ingest.formats.block import Block, Converted, Loss, Shape


def document(*lines: str, title: str = "", left_out: str = "") -> Converted:
    """A document of some paragraphs below its heading."""
    blocks = [Block(Shape.PARAGRAPH, line) for line in lines]
    losses = (Loss("page header", 1, left_out),) if left_out else ()
    return Converted("text", (Block(Shape.HEADING, "Harbour", 1), *blocks), title, losses)


@pytest.mark.parametrize(
    ("line", "day", "in_force"),
    [
        ("Last updated: 14 May 2026. Compiled by the harbour's masters.", "2026-05-14", False),
        ("Rules of play, second edition. Published 15 September 2025 by Quay Press.", "2025-09-15", False),
        ("Version 2.0 (2026-02-10)", "2026-02-10", False),
        ("Rules of play. First printing, October 2025. A game for three to six players.", "2025-10-01", False),
        ("Effective from: 13.05.2026", "2026-05-13", True),
        ("These rules are effective as of January 16, 2026.", "2026-01-16", True),
        ("Version 1.4, in force from 1 March 2026", "2026-03-01", True),
        ("Revised Sept. 3rd, 2026", "2026-09-03", False),
        ("Stand: 14. Mai 2026", "2026-05-14", False),
        ("Mise à jour : 1er août 2026", "2026-08-01", False),
        ("June 1, 2026", "2026-06-01", False),
        ("The rules of the harbour in v3.1 (August 2, 2026)", "2026-08-02", False),
    ],
)
def test_a_day_in_the_head_is_read(line: str, day: str, in_force: bool) -> None:
    found = said_day(document(line))
    assert (found.day, found.in_force) == (day, in_force)


@pytest.mark.parametrize(
    "line",
    [
        "Page 6, “Fox Magistrate” (12 January 2026): the card should read “draw one card”.",
        "The game is set on the third of March 1888, when the harbour was frozen; see also May 2026 in the almanac.",
        "Second edition, 2019",
        "Version 14.13.2026",
        "A boat carries 3 crates.",
    ],
)
def test_a_day_that_is_not_the_documents_own_is_not_taken(line: str) -> None:
    assert said_day(document(line)).days == ()


def test_day_and_month_in_open_order_are_both_told_and_neither_is_taken() -> None:
    found = said_day(document("Effective from: 01.05.2026"))
    assert (found.day, found.days) == ("", ("2026-01-05", "2026-05-01"))
    assert found.words == "Effective from: 01.05.2026"
    assert said_day(document("Version 2 (3 May 2024)")).words == "Version 2 3 May 2024"
    assert said_day(document("Effective from: 05/05/2026")).day == "2026-05-05"


def test_in_force_goes_before_published_and_the_latest_before_others() -> None:
    lines = ("Published 3 May 2024.", "Last updated 2 June 2026, effective 1 July 2026.")
    assert said_day(document(*lines)).day == "2026-07-01"
    assert said_day(document("First printing, May 2024. Second printing, June 2025.")).day == "2025-06-01"


def test_a_day_in_the_title_or_in_what_was_left_out_of_the_head_is_read() -> None:
    assert said_day(document("Boats float.", title="Harbour FAQ v3.1 (August 2, 2026)")).day == "2026-08-02"
    assert said_day(document("Boats float.", left_out="Last updated: 14 May 2026")).day == "2026-05-14"
    assert said_day(document("Boats float.", left_out="Fair of May 2026")).day == ""


def test_a_month_alone_is_its_first_day_and_said_to_be_one() -> None:
    found = said_day(document("First printing, October 2025"))
    assert (found.day, found.month_alone) == ("2025-10-01", True)


def test_numbers_that_are_no_days_are_none() -> None:
    assert list(written_days("Rules 1.2.3, page 2026, 31.02.2026 and 99/99/2026; Mar 2 of 1066")) == []


@pytest.mark.parametrize(
    "line",
    [
        "Version 1.2, in force from 1 March 2025.",
        "Version 2.0 (2026-02-10)",
        "v3.1 (August 2, 2026)",
        "Last updated: 14 May 2026",
        "Rules version 1.4, published 3 May 2024",
        "First printing, October 2025",
        "Effective from: 13.05.2026",
        "Stand: 14. Mai 2026",
    ],
)
def test_a_line_of_version_and_day_alone_is_no_rule_and_is_told_as_left_out(line: str) -> None:
    found = without_issue(document(line, "Boats float."))
    assert [block.text for block in found.blocks] == ["Harbour", "Boats float."]
    assert [(loss.reason, loss.first) for loss in found.losses] == [(ISSUED_LINE, line)]


@pytest.mark.parametrize(
    "line",
    [
        "These rules are in force from 2025-03-01.",
        "Published 15 September 2025 by Quay Press.",
        "Version 1.2",
        "Version 2 of the crane is in force from 1 March 2025.",
        "The harbour opened on 1 March 1888.",
        "Effective from: 01.05.2026",
        "1 March 2025",
    ],
)
def test_a_line_that_says_anything_else_stays(line: str) -> None:
    given = document(line, "Boats float.")
    assert without_issue(given) == given


def test_a_line_of_version_and_day_stays_where_it_is_all_there_is_and_below_the_top() -> None:
    for given in (document("Last updated: 14 May 2026"), document(*["Boats float."] * 4, "Last updated: 14 May 2026")):
        assert without_issue(given) == given
