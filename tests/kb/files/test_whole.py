"""A file is written whole or not at all, and stays readable for those alone who might read it."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from kb.files.whole import write_whole

posix = pytest.mark.skipif(os.name != "posix", reason="modes and links of POSIX")


def test_a_file_and_its_folder_are_made(tmp_path: Path) -> None:
    write_whole(tmp_path / "new" / "state.json", b"{}")
    assert (tmp_path / "new" / "state.json").read_bytes() == b"{}"
    assert [each.name for each in (tmp_path / "new").iterdir()] == ["state.json"]


@posix
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o400])
def test_who_may_read_a_file_stays(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "secret.json"
    path.write_text("a key", "utf-8")
    path.chmod(mode)
    write_whole(path, b"the same key")
    assert path.stat().st_mode & 0o777 == mode
    assert path.read_bytes() == b"the same key"


@posix
def test_a_new_file_is_as_the_umask_has_it(tmp_path: Path) -> None:
    usual = tmp_path / "usual"
    usual.write_text("", "utf-8")
    write_whole(tmp_path / "new", b"")
    assert (tmp_path / "new").stat().st_mode == usual.stat().st_mode


@posix
@pytest.mark.parametrize("there", [True, False], ids=["to-a-file", "to-nothing-yet"])
def test_a_link_stays_one_and_what_it_leads_to_is_written(tmp_path: Path, there: bool) -> None:
    real, link = tmp_path / "dotfiles" / "mcp.json", tmp_path / "mcp.json"
    real.parent.mkdir()
    if there:
        real.write_text("old", "utf-8")
    link.symlink_to(real)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"


def test_what_cannot_be_put_in_its_place_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError, match="taken"):
        write_whole(tmp_path / "taken", b"new")
    assert [each.name for each in tmp_path.iterdir()] == ["taken"]


def test_threads_that_write_the_same_file_do_not_meet(tmp_path: Path) -> None:
    contents = [bytes([letter]) * 10_000 for letter in b"abcdefgh"]
    faults: list[OSError] = []

    def write(content: bytes) -> None:
        try:
            for _ in range(20):
                write_whole(tmp_path / "state", content, flushed=False)
        except OSError as error:
            faults.append(error)

    threads = [threading.Thread(target=write, args=(each,)) for each in contents]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert faults == []
    assert (tmp_path / "state").read_bytes() in contents
