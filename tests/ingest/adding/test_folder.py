"""A game's folder is changed whole or not at all, and what was there is never lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.adding.folder import changed

GAME = """\
id = "harbour"
title = "Harbour"

[[documents]]
id = "rules"
title = "Rules"
file = "rules.txt"
layout = "numbered-rules"
"""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A corpus with one game, which passes lint."""
    folder = tmp_path / "harbour"
    folder.mkdir()
    (folder / "game.toml").write_text(GAME, "utf-8")
    (folder / "rules.txt").write_text("1. The Harbour\n\n101. Boats\n\n101.1. A boat carries crates.\n", "utf-8")
    return tmp_path


def noted(folder: Path) -> None:
    """The change that these tests make."""
    (folder / "note.txt").write_text("new", "utf-8")


def kept(corpus: Path) -> list[str]:
    """What is left in the corpus and in its game."""
    return sorted(each.relative_to(corpus).as_posix() for each in corpus.rglob("*"))


def test_a_change_is_made_whole(corpus: Path) -> None:
    with changed(corpus, "harbour", noted) as folder:
        assert (folder / "note.txt").exists()
    assert kept(corpus) == ["harbour", "harbour/game.toml", "harbour/note.txt", "harbour/rules.txt"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_a_change_is_taken_back_where_its_body_fails(corpus: Path, error: type[BaseException]) -> None:
    before = kept(corpus)
    with pytest.raises(error), changed(corpus, "harbour", noted):
        raise error
    assert kept(corpus) == before


@pytest.mark.parametrize("failing", [1, 2])
@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_a_folder_that_cannot_be_renamed_stays(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, failing: int, error: type[BaseException]
) -> None:
    """The first renaming puts the old folder aside, the second the new one into its place."""
    before, renamed, rename = kept(corpus), [], Path.rename

    def fails(path: Path, to: Path) -> Path:
        renamed.append(path)
        if len(renamed) == failing:
            raise error("cannot be renamed")
        return rename(path, to)

    monkeypatch.setattr(Path, "rename", fails)
    with pytest.raises(error), changed(corpus, "harbour", noted):
        pass
    assert kept(corpus) == before


def test_a_new_game_is_taken_back_where_its_body_fails(corpus: Path) -> None:
    def made(folder: Path) -> None:
        folder.mkdir()
        for name in ("game.toml", "rules.txt"):
            text = (corpus / "harbour" / name).read_text("utf-8")
            (folder / name).write_text(text.replace('"harbour"', '"quay"'), "utf-8")

    before = kept(corpus)
    with pytest.raises(OSError, match="full"), changed(corpus, "quay", made):
        raise OSError("the disk is full")
    assert kept(corpus) == before
