"""The words of each game: counted once when a snapshot is built, read when it is opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.errors import SnapshotError
from kb.words.gamewords import open_words, save_words, words_of
from tests.kb.fakes import CLAUSES

HEARD = {"vs/faq#klaw.r1": "does my stay tapped whacker"}


def test_a_clauses_words_are_counted_and_the_players_are_known() -> None:
    found = words_of(CLAUSES, HEARD)
    assert found.keys() == {"vs", "age"}
    assert found["vs"].counts["press"] == 4
    assert "whacker" in found["vs"].spoken
    assert "whacker" not in found["vs"].counts
    assert all(each in found["vs"] for each in ("press", "whacker"))
    assert "whacker" not in found["age"]


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    found = words_of(CLAUSES, HEARD)
    save_words(found, tmp_path / "words.json")
    assert open_words(tmp_path / "words.json") == found


@pytest.mark.parametrize("written", ["[]", "{", '{"vs": {"counts": {}}}'])
def test_a_damaged_file_is_named(tmp_path: Path, written: str) -> None:
    (tmp_path / "words.json").write_text(written)
    with pytest.raises(SnapshotError, match=r"words\.json cannot be read"):
        open_words(tmp_path / "words.json")
