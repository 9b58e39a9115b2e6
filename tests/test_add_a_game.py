"""The five steps of corpus/README.md, taken on the command line with the tiny game."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from service.commands.cli import main

ROOT = Path(__file__).resolve().parent.parent
TINY = ROOT / "tests" / "fixtures" / "tiny-game"
RUN = "import sys; from service.commands.cli import main; sys.argv = ['headjudge', *sys.argv[1:]]; main()"
SETTING = {"HEADJUDGE_CORPUS": "corpus", "HEADJUDGE_HOME": "home", "HEADJUDGE_ENCODER": "hashing"}
Ran = subprocess.CompletedProcess[str]


def run(place: Path, *arguments: str) -> Ran:
    """Run the command with corpus and home below `place`."""
    return subprocess.run(
        [sys.executable, "-c", RUN, *arguments],
        cwd=place,
        env={**os.environ, **SETTING, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def run_here(place: Path, *arguments: str) -> Ran:
    """Run it in this process, for what needs none of its own: to start one takes a second."""
    code: str | int | None = 0
    with (
        redirect_stdout(StringIO()) as out,
        redirect_stderr(StringIO()) as err,
        pytest.MonkeyPatch.context() as patched,
    ):
        for name, value in SETTING.items():
            patched.setenv(name, value)
        patched.chdir(place)
        patched.setattr(sys, "argv", ["headjudge", *arguments])
        patched.setattr(sys, "stdin", StringIO())
        try:
            main()
        except SystemExit as ended:
            code = ended.code
    return subprocess.CompletedProcess(arguments, int(code or 0), out.getvalue(), err.getvalue())


def headjudge(place: Path, *arguments: str, status: int = 0, runs: Callable[..., Ran] = run) -> str:
    """What the command prints; it must end with `status`."""
    ran = runs(place, *arguments)
    assert ran.returncode == status, ran.stderr
    return ran.stdout


@pytest.mark.model
def test_a_game_is_added_in_five_steps(tmp_path: Path) -> None:
    folder = tmp_path / "corpus" / "tiny-game"
    folder.mkdir(parents=True)
    (folder / "rules.txt").write_text((TINY / "rules.txt").read_text("utf-8"), "utf-8")
    (folder / "game.toml").write_text((TINY / "game.toml").read_text("utf-8").replace("bold", "bald"), "utf-8")
    assert "unknown-layout" in headjudge(tmp_path, "lint", "corpus/tiny-game", status=1, runs=run_here)

    shutil.copytree(TINY, folder, dirs_exist_ok=True)
    checked = headjudge(tmp_path, "lint", "corpus/tiny-game", runs=run_here)
    assert "tiny-game/rules (restated): 100.00%" in checked
    assert "0 errors" in checked

    built = json.loads(headjudge(tmp_path, "build", "--json"))
    assert (built["counts"]["games"], built["counts"]["clauses"]) == (1, 13)
    hits = json.loads(
        headjudge(tmp_path, "search", "who wins with a tie", "--game", "tiny-game", "--json", runs=run_here)
    )
    assert hits[0]["clause"] == "tiny-game/rules#the-dawn.p1"
    answer = json.loads(headjudge(tmp_path, "ask", "how many oil can i have at most", "--json", runs=run_here))
    assert "tiny-game/rules#setting-up.b2" in [citation["clause"] for citation in answer["citations"]]
    scores = headjudge(tmp_path, "eval", "--misses", runs=run_here)
    assert "tiny-game" in scores


def test_a_game_is_linted_by_its_id_too(tmp_path: Path) -> None:
    shutil.copytree(TINY, tmp_path / "corpus" / "tiny-game")
    assert headjudge(tmp_path, "lint", "tiny-game", runs=run_here) == headjudge(
        tmp_path, "lint", "corpus/tiny-game", runs=run_here
    )
    assert "there is no game 'large-game': the games are tiny-game" in run_here(tmp_path, "lint", "large-game").stderr


@pytest.mark.model
def test_a_build_shows_a_bar_for_each_stage_and_says_what_to_do_next(tmp_path: Path) -> None:
    shutil.copytree(TINY, tmp_path / "corpus" / "tiny-game")
    ran = run(tmp_path, "build")
    bars = [line.split() for line in ran.stderr.splitlines() if line.strip()]
    assert [bar[0] for bar in bars] == ["check", "read", "encoder", "learn", "embed", "answer", "store", "verify"]
    assert all(bar[1].startswith("━") and re.fullmatch(r"(\d+)/\1", bar[2]) for bar in bars)
    assert re.match(r"built \d{8}T\d{9}Z-[0-9a-f]{8} \(restated edition\): 1 games, 1 documents", ran.stdout)
    assert ran.stdout.splitlines()[-1].startswith("next: headjudge ask")


def test_the_readmes_own_example_is_a_valid_game(tmp_path: Path) -> None:
    [example] = re.findall(r"^ *```toml\n(.*?)```", (ROOT / "corpus" / "README.md").read_text("utf-8"), re.M | re.S)
    folder = tmp_path / "tiny-game"
    folder.mkdir()
    (folder / "game.toml").write_text(re.sub(r"^   ", "", example, flags=re.M), "utf-8")
    (folder / "rules.txt").write_text((TINY / "rules.txt").read_text("utf-8"), "utf-8")
    said = headjudge(tmp_path, "lint", "tiny-game", runs=run_here)
    assert "100.00%" in said
    assert said.splitlines()[-1].startswith("0 errors")
