"""What is installed holds the games: the command works without a checkout."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
SHOW = """
from ingest.games import game_folders, load_game
from kb.paths import corpus_dir
print(corpus_dir())
print(*(load_game(folder).id for folder in game_folders(corpus_dir())))
"""
TAUGHT = """
from ingest.encoding.embed import chosen_encoder
from ingest.learning.game import taught
from kb.paths import corpus_dir
def embed(texts): raise SystemExit("learned anew")
print(len(taught(corpus_dir() / "legendary", (), chosen_encoder().sha256, embed, None).exemplars))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this checkout."""
    pytest.importorskip("hatchling", reason="the wheel is built with hatchling: pip install hatchling")
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    [built] = folder.glob("headjudge-*.whl")
    return built


def test_the_wheel_holds_every_game_and_none_of_the_labelled_questions(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    corpus = [path for path in (ROOT / "corpus").rglob("*") if path.is_file()]
    needed = {path.relative_to(ROOT / "corpus").as_posix() for path in corpus if path.parent.name != "questions"}
    assert {name.removeprefix("kb/_corpus/") for name in names if name.startswith("kb/_corpus/")} == needed
    assert any(name.startswith("service/web/templates/") for name in names)
    assert not any(name.startswith("tests/") for name in names)
    assert {name.rpartition("/")[2] for name in names if ".dist-info/licenses/" in name} == {"LICENSE", "NOTICE"}


@pytest.mark.model
def test_a_game_of_the_wheel_is_taught_what_its_questions_taught_in_the_checkout(wheel: Path, tmp_path: Path) -> None:
    ZipFile(wheel).extractall(tmp_path / "installed")
    environment = {name: value for name, value in os.environ.items() if name != "HEADJUDGE_CORPUS"}
    environment |= {"PYTHONPATH": str(tmp_path / "installed"), "HEADJUDGE_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-c", TAUGHT]
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert int(ran.stdout) > 200


def test_the_wheel_without_a_checkout_finds_its_games(wheel: Path, tmp_path: Path) -> None:
    installed = tmp_path / "installed"
    ZipFile(wheel).extractall(installed)
    environment = {name: value for name, value in os.environ.items() if name != "HEADJUDGE_CORPUS"}
    ran = subprocess.run(
        [sys.executable, "-c", SHOW],
        cwd=tmp_path,
        env={**environment, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=True,
    )
    folder, games = ran.stdout.splitlines()
    assert Path(folder) == installed / "kb" / "_corpus"
    assert games.split() == ["agemonia", "duel-of-ages", "heroes-wanted", "legendary", "vs-system"]
