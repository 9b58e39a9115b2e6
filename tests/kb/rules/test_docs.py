"""The page on writing rules: its whole game loads, and its cases come out as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kb.records import Clause, Kind, digest
from kb.rules.cards.texts import ABOUT, LINE
from kb.rules.model.cases import load_cases, mismatches
from kb.rules.model.loader import load_rules
from kb.rules.solve.run import run_check

PAGE = (Path(__file__).parents[3] / "docs" / "rules.md").read_text(encoding="utf-8")
FILE = re.compile(
    r"^`(?P<name>[a-z./]+)`\n\n(?P<fence>`{3,4})\w+\n(?P<text>.*?)\n(?P=fence)$", re.MULTILINE | re.DOTALL
)
TEXT = "A figure that is stunned cannot strike. A strike deals damage equal to the figure's strength, and at least 1."


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The files of the page's whole game."""
    for found in FILE.finditer(PAGE[PAGE.index("## A whole game") :]):
        path = tmp_path / "striking" / found["name"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found["text"], encoding="utf-8")
    return tmp_path / "striking"


def test_the_pages_whole_game_loads_and_its_cases_hold(game: Path) -> None:
    identifier = "striking/rulebook#1.p1"
    clause = Clause(
        id=identifier, game="striking", document="striking/rulebook", headings=(), text=TEXT, kind=Kind.RULE,
        start=0, end=len(TEXT), digest=digest(TEXT), ordinal=0,
    )  # fmt: skip
    model = load_rules(game, {identifier: clause})
    cases = load_cases(game, ["striking/rulebook"])
    assert [case.id for case in cases] == ["least", "strong"]
    for case in cases:
        assert mismatches(case, run_check(model, case.check, case.facts)) == []


def test_every_fact_read_from_cards_is_on_the_page() -> None:
    assert [name for name in (*LINE, *ABOUT) if not re.search(rf"\b{name}\b", PAGE)] == []
