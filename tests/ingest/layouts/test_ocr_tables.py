"""The rulebook's tables: typed cells, the same in both editions."""

from __future__ import annotations

import pytest

from kb.records import Range, Table
from tests.conftest import ParseGame

Tables = dict[str, Table]


@pytest.fixture(params=["restated", "official"])
def tables(request: pytest.FixtureRequest, parsed: ParseGame) -> Tables:
    """The tables of one edition by title."""
    return {table.title: table for table in parsed("heroes-wanted", request.param)[1].tables}


def column(table: Table, name: str) -> list[object]:
    at = table.columns.index(name)
    return [row[at] for row in table.rows]


def test_every_table_is_there(tables: Tables) -> None:
    assert {title: len(table.rows) for title, table in tables.items()} == {
        "Component list": 21,
        "The 216 cards": 27,
        "Hero types and their actions": 4,
        "Die icon combinations": 3,
        "Solo ranks: Littering, Loitering, and Jaywalking": 5,
        "Solo ranks: Bootleg Battle Royale": 5,
        "Solo ranks: Not So Funhouse": 5,
        "Solo ranks: Bedlam at Zeta City Asylum": 5,
        "First game: headlines": 4,
        "First game: villain HP": 1,
        "Scenario set-ups": 4,
    }


@pytest.mark.parametrize(
    ("scenario", "fame"),
    [
        ("Littering, Loitering, and Jaywalking", [(40, None), (35, 39), (25, 34), (20, 24), (None, 19)]),
        ("Bootleg Battle Royale", [(55, None), (50, 54), (40, 49), (30, 39), (None, 29)]),
        ("Not So Funhouse", [(55, None), (50, 54), (40, 49), (30, 39), (None, 29)]),
        ("Bedlam at Zeta City Asylum", [(80, None), (70, 79), (55, 69), (40, 54), (None, 39)]),
    ],
)
def test_ranks(tables: Tables, scenario: str, fame: list[tuple[int | None, int | None]]) -> None:
    table = tables[f"Solo ranks: {scenario}"]
    assert column(table, "fame") == [Range(*bounds) for bounds in fame]
    assert column(table, "rank") == ["Champion of Zeta City", "Defender", "Crime Fighter", "Sidekick", "Wannabe"]


def test_the_216_cards_are_216(tables: Tables) -> None:
    counts = dict(zip(*(column(tables["The 216 cards"], name) for name in ("card", "count")), strict=True))
    groups = ["basic-action", "special-action", "superpower-action", "other-epic-action", "hero-bonus", "hero-a"]
    groups += ["hero-b", "villain-a", "villain-b", "quirk", "blank"]
    assert sum(int(str(counts[group])) for group in groups) == 216
    assert [counts[card] for card in ("charge", "press", "surge", "vigilante")] == [6, 6, 5, 5]


def test_components(tables: Tables) -> None:
    rows = {row[0]: row[1:4] for row in tables["Component list"].rows}
    assert rows["rulebook"] == (None, None, None)
    assert rows["hero-disc"] == (43, 7, None)
    assert rows["villain-hp-token-of-5"] == (20, None, 5)
    assert rows["injury-token"] == (25, None, None)


def test_a_row_of_a_list_names_its_own_clause(tables: Tables) -> None:
    clauses = column(tables["Component list"], "clause")
    assert clauses[12] == "heroes-wanted/rulebook#components.b13"
    assert clauses[17] == clauses[19] == "heroes-wanted/rulebook#components.b18"


def test_icons_are_empty_cells(tables: Tables) -> None:
    assert tables["Hero types and their actions"].rows == (
        (None, "COSMIC", "DEFLECT", "BLAST"),
        (None, "MUTANT", "MUTANT POWER", "SURGE"),
        (None, "TECH", "GIZMO", "GADGET"),
        (None, "VIGILANTE", "PRESS", "RETALIATE"),
    )
    assert tables["Die icon combinations"].rows == (
        (None, "roll-and-count", 1),
        (None, "roll-and-count-separately", 2),
        (None, "roll-and-add", 2),
    )


def test_scenario_set_ups(tables: Tables) -> None:
    table = tables["Scenario set-ups"]
    assert table.columns == (
        "scenario", "villain_start", "hp_per_hero", "hp", "headlines", "counter_tokens", "event_token",
    )  # fmt: skip
    assert table.rows == (
        ("littering", 0, 15, None, 4, None, None),
        ("bootleg", 1, 15, None, 4, None, "box"),
        ("funhouse", "off-board", 15, None, 4, 6, "mirror"),
        ("bedlam", "off-board", None, 15, 3, 4, "bystander"),
    )


def test_the_first_game(tables: Tables) -> None:
    assert tables["First game: villain HP"].rows == (("littering", 10, 15),)
    assert [row[:2] for row in tables["First game: headlines"].rows] == [
        ("ko-henchmen", 2),
        ("ko-underlings", 3),
        ("reach-fame", 10),
        ("deal-villain-damage", 10),
    ]
