"""The five games without the questions that readers learn from, their rules checked, and a knowledge base of them: each
made once a run, by whichever of its processes needs it first."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ingest.building import pipeline
from ingest.building.kept.checked import check_game
from ingest.encoding.encoders import HashingBuild
from ingest.learning import game
from kb.errors import Problem
from kb.gamefolder import model_files
from kb.rules.model.compiled import read_compiled, write_compiled
from kb.rules.model.rulemodel import RuleModel
from tests.conftest import CORPUS, copied, once, shared
from tests.service.conftest import split_at_stops

GAMES = sorted(path.parent.name for path in CORPUS.glob("*/facts.toml"))


def build(corpus: Path, home: Path, edition: str = "restated", sources: Path | None = None) -> str:
    """Build a knowledge base without models; its version."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pipeline, "read_language", split_at_stops)
        patched.setattr(game, "learn", lambda *_: None)  # takes long, and nothing of it is looked at
        with pipeline.build(corpus, edition, sources, home, encoder=HashingBuild()) as built:
            return built.version


def five_games() -> Path:
    """Their corpus."""
    return once("five-corpus", lambda place: copied(GAMES, place))


def rules_of(name: str) -> Path:
    """A folder with a game's rules and the model that is made of them: to read the five games' rules takes a process a
    quarter of a minute."""

    def make(place: Path) -> None:
        model, errors = check_game(five_games() / name, "restated", None, shared())
        assert (errors, model is None) == ([], False)
        for path in model_files(CORPUS / name):
            copy = place / path.relative_to(CORPUS / name)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        write_compiled(model, place)

    return once(f"rules/{name}", make)


def known(folder: Path, *_: object) -> tuple[RuleModel | None, list[Problem]]:
    """A game's rules as they were checked, in the place of `check_game`: where no more than the questions differ."""
    return read_compiled(rules_of(folder.name)), []


def five_home() -> Path:
    """A home folder with a knowledge base of them, built without models."""

    def make(home: Path) -> None:
        for name in GAMES:
            rules_of(name)
        shutil.copytree(shared() / "cache", home / "cache")  # where it is known that they are without an error
        build(five_games(), home)

    return once("five-home", make)
