"""A build in parts: each game once, by whichever machine, none the worse for machines that are killed or a game that
is broken."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import pytest

from ingest.building import parts, pipeline
from ingest.building.parts import build_in_parts
from ingest.encoding.encoders import HashingBuild
from kb.errors import SourceError, UsageError
from kb.home import STORE_ADDRESS
from kb.snapshots.snapshot import Snapshot
from kb.store.postgres.connections import connect
from tests.ingest.building.test_pipeline import split_at_stops
from tests.support.postgres import Server, database

pytestmark = pytest.mark.slow  # a PostgreSQL is started, and several games are built

ROOT = Path(__file__).resolve().parents[3]
GAMES = ("game-a", "game-b", "game-c")
BUILDER = """
import sys
from pathlib import Path
from ingest.building import pipeline
from ingest.encoding.encoders import HashingBuild
from tests.ingest.building.test_pipeline import split_at_stops
pipeline.read_language = split_at_stops
from ingest.building.parts import build_in_parts
print("ready", flush=True)
snapshot, wrong = build_in_parts(Path(sys.argv[1]), HashingBuild(), home=Path(sys.argv[2]))
print(snapshot.version, flush=True)
"""


@pytest.fixture
def address(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> str:
    """An empty database, named by HEADJUDGE_STORE; documents are read without spaCy."""
    found = database(postgres, "parts")
    monkeypatch.setenv(STORE_ADDRESS, found)
    monkeypatch.setattr(pipeline, "read_language", split_at_stops)
    return found


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Three games that are the tiny one under other names."""
    for game in GAMES:
        shutil.copytree(ROOT / "tests" / "fixtures" / "tiny-game", tmp_path / "corpus" / game)
        (tmp_path / "corpus" / game / "questions" / "train.jsonl").write_text("", "utf-8")  # learning takes longest
        told = tmp_path / "corpus" / game / "game.toml"
        rewrite(told, 'id = "tiny-game"', f'id = "{game}"')
        rewrite(told, "Lighthouse Keepers", f"Lighthouse {game[-1].upper()}")
        rewrite(told, 'aliases = ["Keepers", "lighthouse"]', "aliases = []")
    return tmp_path / "corpus"


def rewrite(path: Path, old: str, new: str) -> None:
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")


def built(corpus: Path, machine: str) -> tuple[Snapshot, Mapping[str, str]]:
    return build_in_parts(corpus, HashingBuild(), home=corpus.parent / machine)


def rows(address: str, query: str) -> list[tuple[object, ...]]:
    with connect(address) as connection:
        return connection.execute(query).fetchall()  # type: ignore[arg-type]


def test_every_game_is_worked_out_once_and_the_parts_are_the_whole(
    address: str, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked: list[str] = []
    real = parts.worked_out
    monkeypatch.setattr(parts, "worked_out", lambda folder, *more: worked.append(folder.name) or real(folder, *more))
    snapshot, wrong = built(corpus, "one")
    assert (sorted(worked), wrong) == (list(GAMES), {})
    again, _ = built(corpus, "two")
    assert (len(worked), again.version) == (3, snapshot.version)
    assert snapshot.counts["embedded"] == 0
    monkeypatch.delenv(STORE_ADDRESS)
    with pipeline.build(corpus, home=corpus.parent / "alone", encoder=HashingBuild()) as alone:
        assert {**alone.counts, "embedded": 0} == dict(snapshot.counts)
        monkeypatch.setenv(STORE_ADDRESS, address)
        assert snapshot.store.clauses() == alone.store.clauses()
        assert [each.lexical for each in snapshot.store.passages()] == [each.lexical for each in alone.store.passages()]
    rewrite(corpus / "game-b" / "rules.txt", "7 nights", "8 nights")
    newer, _ = built(corpus, "one")
    assert worked[3:] == ["game-b"]
    assert "8 nights" in newer.store.clause("game-b/rules#the-dawn.p1").text


def test_a_broken_game_stays_as_it_was_and_hinders_no_other(address: str, corpus: Path) -> None:
    shutil.move(corpus / "game-c", corpus.parent / "game-c")
    built(corpus, "one")
    shutil.move(corpus.parent / "game-c", corpus / "game-c")
    rewrite(corpus / "game-a" / "rules.txt", "7 nights", "8 nights")
    rewrite(corpus / "game-b" / "game.toml", "storms.p1", "storms.p99")
    snapshot, wrong = built(corpus, "one")
    assert list(wrong) == ["game-b"]
    assert "storms.p99" in wrong["game-b"]
    assert [game.id for game in snapshot.store.games()] == list(GAMES)
    assert "8 nights" in snapshot.store.clause("game-a/rules#the-dawn.p1").text
    assert "7 nights" in snapshot.store.clause("game-b/rules#the-dawn.p1").text
    rewrite(corpus / "game-b" / "game.toml", "storms.p99", "storms.p1")
    assert built(corpus, "one")[1] == {}


def test_where_no_game_is_whole_nothing_is_published(address: str, corpus: Path) -> None:
    for game in GAMES:
        rewrite(corpus / game / "game.toml", "storms.p1", "storms.p99")
    with pytest.raises(SourceError, match=r"storms\.p99"):
        built(corpus, "one")
    assert rows(address, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'kb%'") == []


def test_without_a_database_there_is_no_queue(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(STORE_ADDRESS, raising=False)
    with pytest.raises(UsageError, match=f"set {STORE_ADDRESS}"):
        built(corpus, "one")


@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.hard)])
def test_a_builder_killed_at_any_moment_leaves_its_game_to_others(address: str, corpus: Path, kills: int) -> None:
    drawn = random.Random(7)
    command = [sys.executable, "-c", BUILDER, str(corpus)]
    number = killed = 0
    while killed < kills:  # one that had ended before was not killed at its work
        rules = corpus / GAMES[number % 3] / "rules.txt"
        rules.write_text(re.sub(r"\d+ nights", f"{100 + number} nights", rules.read_text("utf-8")), "utf-8")
        with subprocess.Popen(
            [*command, str(corpus.parent / "killed")], cwd=ROOT, stdout=subprocess.PIPE, start_new_session=True
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            time.sleep(drawn.random() * 2)
            killed += process.poll() is None
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        number += 1
        assert number <= 4 * kills
        published = rows(address, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'kb%'")
        known = rows(address, "SELECT to_regclass('headjudge.snapshots')") != [(None,)]
        there = rows(address, "SELECT schema FROM headjudge.snapshots") if known else []
        assert sorted(published) == sorted(there)
    snapshot, wrong = built(corpus, "other")
    assert wrong == {}
    assert len(snapshot.store.games()) == 3
    assert f"{99 + number} nights" in "".join(each.text for each in snapshot.store.clauses())
    print(f"{killed} builders killed at their work, {number - killed} others had ended before")
