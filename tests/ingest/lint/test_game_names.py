"""A game's names tell it apart from others: small words and another game's names are refused with their place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ingest.lint.validate import lint_game
from tests.conftest import ROOT

TINY = ROOT / "tests" / "fixtures" / "tiny-game"
AS_IT_IS = 'aliases = ["Keepers", "lighthouse"]'


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('aliases = ["the"]', "calls itself 'the'"),
        ('aliases = [""]', "calls itself ''"),
        ('aliases = ["a"]', "calls itself 'a'"),
        ('aliases = ["!?"]', "calls itself '!?'"),
        ('aliases = ["Sea Chart"]', "calls itself 'Sea Chart', and so does sea-chart"),
        ('aliases = ["SEA chart!"]', "and so does sea-chart"),
        ('aliases = ["charts"]', "and so does sea-chart"),
    ],
)
def test_a_name_that_tells_no_game_apart_is_an_error(tmp_path: Path, written: str, said: str) -> None:
    for name in ("tiny-game", "sea-chart"):
        shutil.copytree(TINY, tmp_path / name)
    other = tmp_path / "sea-chart" / "game.toml"
    text = (
        other.read_text("utf-8")
        .replace('id = "tiny-game"', 'id = "sea-chart"')
        .replace(AS_IT_IS, 'aliases = ["charts"]')
    )
    other.write_text(text.replace('title = "Lighthouse Keepers"', 'title = "Sea Chart"'), "utf-8")
    own = tmp_path / "tiny-game" / "game.toml"
    own.write_text(own.read_text("utf-8").replace(AS_IT_IS, written), "utf-8")
    [problem] = [each for each in lint_game(tmp_path / "tiny-game").problems if each.code == "bad-name"]
    assert said in problem.message
    assert (problem.place.file, problem.place.line) == ("tiny-game/game.toml", 3)


@pytest.mark.parametrize(
    ("folder", "said"), [("the", "calls itself 'the'"), ("charts", "calls itself 'charts', and so does sea-chart")]
)
def test_its_id_is_one_of_its_names(tmp_path: Path, folder: str, said: str) -> None:
    for name, title in ((folder, "Lighthouse Keepers"), ("sea-chart", "Charts")):
        shutil.copytree(TINY, tmp_path / name)
        told = tmp_path / name / "game.toml"
        text = told.read_text("utf-8").replace('id = "tiny-game"', f'id = "{name}"').replace(AS_IT_IS, "aliases = []")
        told.write_text(text.replace('title = "Lighthouse Keepers"', f'title = "{title}"'), "utf-8")
    [problem] = [each for each in lint_game(tmp_path / folder).problems if each.code == "bad-name"]
    assert said in problem.message
    assert (problem.place.file, problem.place.line) == (f"{folder}/game.toml", 1)


def test_names_of_their_own_are_no_problem(tmp_path: Path) -> None:
    shutil.copytree(TINY, tmp_path / "tiny-game")
    assert [each for each in lint_game(tmp_path / "tiny-game").problems if each.code == "bad-name"] == []
