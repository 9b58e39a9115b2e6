"""Nothing is built or checked twice that has not changed; whatever has is."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.building import ahead, pipeline
from ingest.building.kept import checked, digests
from ingest.building.progress import silent
from ingest.encoding.encoders import HashingBuild
from ingest.games import game_folders
from ingest.lint.validate import Report, lint_game
from kb.errors import SourceError
from kb.home import current_version, snapshots_dir
from service.commands.games import build as commands
from tests.ingest.building.test_pipeline import FIXTURES, split_at_stops

pytestmark = pytest.mark.slow  # each builds the tiny game, some twice


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus of the tiny game, read without spaCy, and a home for it."""
    monkeypatch.setattr(pipeline, "read_language", split_at_stops)
    monkeypatch.setattr(ahead, "COMMAND", "")  # nor does a process beside each build read it with spaCy
    monkeypatch.setenv("HEADJUDGE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HEADJUDGE_ENCODER", "hashing")
    shutil.copytree(FIXTURES / "tiny-game", tmp_path / "corpus" / "tiny-game")
    return tmp_path / "corpus"


def built(corpus: Path, again: bool = False) -> tuple[str, bool]:
    """The version that `headjudge build` answers with, and whether it is new."""
    snapshot, new = commands.built(corpus, "restated", None, again)
    snapshot.close()
    return snapshot.version, new


@pytest.fixture
def linted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were checked, in order."""
    seen: list[str] = []

    def noted(folder: Path, edition: str, sources: Path | None, samples: bool) -> Report:
        seen.append(folder.name)
        return lint_game(folder, edition, sources, samples)

    monkeypatch.setattr(checked, "lint_game", noted)
    return seen


def test_a_build_with_nothing_changed_answers_with_the_snapshot_that_is_there(corpus: Path) -> None:
    first, new = built(corpus)
    assert new
    assert built(corpus) == (first, False)
    second, new = built(corpus, again=True)
    assert (new, second == first) == (True, False)
    assert built(corpus) == (second, False)


def a_text(corpus: Path) -> None:
    rules = corpus / "tiny-game" / "rules.txt"
    rules.write_text(rules.read_text("utf-8").replace("7 nights", "8 nights"), "utf-8")


def a_case(corpus: Path) -> None:
    path = next((corpus / "tiny-game" / "rules").rglob("*.md"))
    path.write_text(path.read_text("utf-8") + "\n", "utf-8")


def a_question(corpus: Path) -> None:
    with (corpus / "tiny-game" / "questions" / "train.jsonl").open("a", encoding="utf-8") as stream:
        stream.write("\n")


def what_games_share(corpus: Path) -> None:
    (corpus / "lexicon.toml").write_text("", "utf-8")


def a_game_gone(corpus: Path) -> None:
    shutil.rmtree(corpus / "other")


def damage(corpus: Path) -> None:
    (snapshots_dir() / str(current_version()) / "kb.db").write_bytes(b"")


@pytest.mark.parametrize("change", [a_text, a_case, a_question, what_games_share, a_game_gone, damage])
def test_whatever_changed_is_built_anew(corpus: Path, change: Callable[[Path], None]) -> None:
    shutil.copytree(corpus / "tiny-game", corpus / "other")
    named = corpus / "other" / "game.toml"
    told = named.read_text("utf-8").replace('"tiny-game"', '"other"').replace("Lighthouse Keepers", "Other Keepers")
    named.write_text(told.replace("aliases", "#"), "utf-8")
    first, _ = built(corpus)
    change(corpus)
    second, new = built(corpus)
    assert (new, second == first) == (True, False)


def test_another_program_library_or_encoder_builds_anew(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built(corpus)
    assert not built(corpus)[1]
    monkeypatch.setattr(digests, "_program_sum", lambda: "another")
    assert built(corpus)[1]
    monkeypatch.setattr(digests, "version", lambda name: "another")
    assert built(corpus)[1]
    assert digests.build_digest(corpus, "restated", None, "e" * 64) != digests.build_digest(
        corpus, "restated", None, "f" * 64
    )


def test_what_a_program_built_itself_is_not_taken_for_the_commands(corpus: Path) -> None:
    with pipeline.build(corpus, encoder=HashingBuild()) as own:
        assert own.manifest.made_from == ""
    assert built(corpus)[1]


def test_a_build_during_which_a_file_changed_is_not_found_again(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_and_change(*arguments: object) -> object:
        a_text(corpus)
        return split_at_stops(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(pipeline, "read_language", read_and_change)
    built(corpus)
    assert built(corpus)[1]
    assert not built(corpus)[1]


def test_a_link_in_a_games_folder_is_an_error_each_time(corpus: Path) -> None:
    built(corpus)
    (corpus / "tiny-game" / "notes.txt").symlink_to(corpus / "tiny-game" / "rules.txt")
    for _ in range(2):
        with pytest.raises(SourceError):
            built(corpus)


def checks(corpus: Path, home: Path) -> list[object]:
    """What was checked of each game's rules."""
    models = checked.check_games(game_folders(corpus), "restated", None, silent, home)
    return [(each.version, each.rules, each.checks, each.demands) for each in models if each is not None]


def test_a_game_is_checked_again_only_where_it_changed(corpus: Path, tmp_path: Path, linted: list[str]) -> None:
    first = checks(corpus, tmp_path)
    assert first
    assert (checks(corpus, tmp_path), linted) == (first, ["tiny-game"])
    a_case(corpus)
    checks(corpus, tmp_path)
    assert linted == ["tiny-game", "tiny-game"]


def test_a_game_with_an_error_is_not_kept(corpus: Path, tmp_path: Path, linted: list[str]) -> None:
    rules = corpus / "tiny-game" / "rules.txt"
    rules.write_text("", "utf-8")
    for _ in range(2):
        with pytest.raises(SourceError):
            checks(corpus, tmp_path)
    assert linted == ["tiny-game", "tiny-game"]


def test_a_damaged_model_is_made_again(corpus: Path, tmp_path: Path, linted: list[str]) -> None:
    first = checks(corpus, tmp_path)
    [path] = (tmp_path / "cache" / "checked").iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert (checks(corpus, tmp_path), path.read_bytes(), len(linted)) == (first, whole, 2)
