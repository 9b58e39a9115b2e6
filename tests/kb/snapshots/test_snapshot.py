"""Snapshots: published whole or not at all, never used damaged, the earlier one taken instead."""

from __future__ import annotations

import logging
import multiprocessing
import os
import random
import shutil
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kb import home as homes
from kb.errors import SnapshotError
from kb.home import CURRENT, MANIFEST, current_version, home_dir
from kb.snapshots import publish as publishing
from kb.snapshots.publish import KEPT, building
from kb.snapshots.snapshot import Manifest, Snapshot, damaged_files, file_sums, open_current, versions
from tests.kb import samples
from tests.kb.samples import publish_sample


def test_the_published_snapshot_is_the_current_one(tmp_path: Path) -> None:
    publish_sample(tmp_path, "1").close()
    with open_current(tmp_path) as snapshot:
        assert (snapshot.version, snapshot.edition) == ("1", "restated")
        assert snapshot.counts["clauses"] == len(samples.CLAUSES)
        assert snapshot.store.clauses() == samples.CLAUSES
        assert snapshot.knows_word("weather")
        assert not snapshot.knows_word("knight")
        scores, rows = snapshot.index.search(snapshot.encoder.encode([samples.PASSAGES[3].text]), 1)
        assert rows.tolist() == [[3]]
        assert np.allclose(scores, 1.0, atol=1e-5)
    assert sorted(path.name for path in (tmp_path / "snapshots").iterdir()) == ["1"]


def test_the_last_snapshots_are_kept(tmp_path: Path) -> None:
    for number in range(1, KEPT + 3):
        publish_sample(tmp_path, str(number))
    assert versions(tmp_path) == ("5", "4", "3")
    assert current_version(tmp_path) == "5"


def test_the_current_one_is_kept_though_others_are_newer(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        publish_sample(tmp_path, str(number))
    publishing.make_current("1", tmp_path)
    publishing.prune(tmp_path, kept=2)
    assert versions(tmp_path) == ("3", "1")


def test_several_change_what_is_current_at_once(tmp_path: Path) -> None:
    """As two who press "swap" do, while a build publishes; each thread writes as a process of its own would."""
    for version in ("1", "2"):
        publish_sample(tmp_path, version)

    def go_to_and_fro(first: str, second: str) -> None:
        for _ in range(25):
            publishing.make_current(first, tmp_path)
            publishing.make_current(second, tmp_path)

    with ThreadPoolExecutor(4) as pool:
        going = [pool.submit(go_to_and_fro, *versions) for versions in ("12", "21", "12")]
        clearing = [pool.submit(publishing.clear_left_over, tmp_path) for _ in range(50)]
    for each in (*going, *clearing):
        each.result()
    assert current_version(tmp_path) in ("1", "2")
    assert not list(tmp_path.glob(".current*"))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("kb.db", "kb.db does not match its sha256"),
        ("vectors.faiss", "vectors.faiss does not match its sha256"),
        ("encoder/encoder.json", "encoder/encoder.json does not match its sha256"),
        (MANIFEST, "manifest.json cannot be read"),
    ],
)
def test_a_damaged_file_is_named_and_the_earlier_snapshot_used(
    tmp_path: Path, name: str, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    publish_sample(tmp_path, "1")
    publish_sample(tmp_path, "2")
    path = tmp_path / "snapshots" / "2" / name
    content = bytearray(path.read_bytes())
    content[len(content) // 2 if name != MANIFEST else 0] ^= 0xFF
    path.write_bytes(content)
    with caplog.at_level(logging.WARNING, "headjudge"), open_current(tmp_path) as snapshot:
        assert snapshot.version == "1"
    assert f"snapshot 2 is damaged: {said}" in caplog.text
    assert "using snapshot 1 instead" in caplog.text


def test_missing_and_cut_files_are_named(tmp_path: Path) -> None:
    folder = publish_sample(tmp_path, "1").folder
    (folder / "kb.db").unlink()
    size = (folder / "vectors.faiss").stat().st_size
    os.truncate(folder / "vectors.faiss", size - 1)
    with pytest.raises(SnapshotError, match="damaged") as raised:
        open_current(tmp_path)
    assert "kb.db cannot be read (No such file or directory)" in str(raised.value)
    assert f"vectors.faiss has {size - 1} bytes instead of {size}" in str(raised.value)
    assert "no other snapshot is whole: run headjudge build" in str(raised.value)


def test_a_vanished_current_snapshot_falls_back(tmp_path: Path) -> None:
    publish_sample(tmp_path, "1")
    (tmp_path / CURRENT).write_text("7\n", "utf-8")
    assert open_current(tmp_path).version == "1"


def test_where_no_earlier_one_is_whole_a_later_one_is_used(tmp_path: Path) -> None:
    for number in ("1", "2", "3", "4"):
        publish_sample(tmp_path, number)
    (tmp_path / CURRENT).write_text("2\n", "utf-8")  # whoever runs it went back
    shutil.rmtree(tmp_path / "snapshots" / "2")
    assert open_current(tmp_path).version == "4"


def test_an_empty_home_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match=r"there is no knowledge base in .*: run headjudge build"):
        open_current(tmp_path / "nowhere")


def test_a_snapshot_of_another_schema_is_built_anew(tmp_path: Path) -> None:
    folder = publish_sample(tmp_path, "1").folder
    replace(Manifest.read(folder), schema="older").save(folder)
    with pytest.raises(SnapshotError, match="made by another version of Headjudge: run headjudge build"):
        Snapshot.open(folder)


def test_a_failed_build_changes_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    publish_sample(tmp_path, "1")

    def fail() -> None:
        with building(tmp_path) as aside:
            (aside / "half").write_text("written")
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        fail()
    assert [path.name for path in (tmp_path / "snapshots").iterdir()] == ["1"]
    assert open_current(tmp_path).version == "1"


def _build_and_die(home: Path) -> None:
    with building(home) as aside:
        (aside / "half").write_text("written")
        os.kill(os.getpid(), signal.SIGKILL)


def test_a_killed_build_is_cleared_away_by_the_next(tmp_path: Path) -> None:
    publish_sample(tmp_path, "1")
    process = multiprocessing.get_context("spawn").Process(target=_build_and_die, args=(tmp_path,))
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL
    assert len(list((tmp_path / "snapshots").glob(".building-*"))) == 1
    assert open_current(tmp_path).version == "1"
    publish_sample(tmp_path, "2")
    assert sorted(path.name for path in (tmp_path / "snapshots").iterdir()) == ["1", "2"]


def test_two_builds_at_once_are_refused(tmp_path: Path) -> None:
    with building(tmp_path), pytest.raises(SnapshotError, match="another build is running"):
        publish_sample(tmp_path, "1")


def test_the_same_version_is_not_published_twice(tmp_path: Path) -> None:
    publish_sample(tmp_path, "1")
    with pytest.raises(SnapshotError, match="there is a snapshot 1 already"):
        publish_sample(tmp_path, "1")


def test_a_reader_keeps_its_snapshot_while_it_is_replaced_and_removed(tmp_path: Path) -> None:
    reader = publish_sample(tmp_path, "0")
    assert reader.store.clauses() == samples.CLAUSES
    for number in range(1, KEPT + 1):
        publish_sample(tmp_path, str(number))
    assert "0" not in versions(tmp_path)
    assert reader.store.rulings() == (samples.RULING,)
    reader.close()


def test_home_is_the_argument_then_the_setting_then_the_platforms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADJUDGE_HOME", str(tmp_path))
    assert home_dir(tmp_path / "mine") == tmp_path / "mine"
    assert home_dir() == tmp_path
    monkeypatch.delenv("HEADJUDGE_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert home_dir().name == "headjudge"


def test_a_home_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SnapshotError, match="cannot be written"):
        publish_sample(tmp_path / "file", "1")


def test_sums_ahead_are_those_of_the_files_and_damage_is_still_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(homes, "LARGE", 1)
    publish_sample(tmp_path, "1").close()
    folder = tmp_path / "snapshots" / "1"
    ahead = homes.SumsAhead(tmp_path)
    assert ahead(str(folder / "kb.db")) == homes.file_sum(folder / "kb.db")
    (folder / "kb.db").write_bytes(b"x" * (folder / "kb.db").stat().st_size)
    with pytest.raises(SnapshotError, match=r"kb\.db does not match its sha256"):
        open_current(tmp_path, homes.SumsAhead(tmp_path))


def test_sums_ahead_of_a_home_without_a_snapshot_change_nothing(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match="there is no knowledge base"):
        open_current(tmp_path, homes.SumsAhead(tmp_path))


def flipped(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << chance.randrange(8)]) + content[at + 1 :]


DAMAGE: dict[str, Callable[[bytes, random.Random], bytes]] = {
    "zeroed": lambda content, _: bytes(len(content)),
    "half random": lambda content, chance: content[: len(content) // 2] + chance.randbytes((len(content) + 1) // 2),
    "cut": lambda content, chance: content[: chance.randrange(len(content))],
    "longer": lambda content, _: content + b"\0",
    "one bit": flipped,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_every_file_is_named_however_it_is_damaged(tmp_path: Path, damage: str) -> None:
    """The earlier snapshot is served meanwhile."""
    publish_sample(tmp_path, "1").close()
    snapshot = publish_sample(tmp_path, "2")
    snapshot.close()
    for name in snapshot.manifest.files:
        path, chance = snapshot.folder / name, random.Random(name)
        content = path.read_bytes()
        path.write_bytes(DAMAGE[damage](content, chance))
        with pytest.raises(SnapshotError, match=name.replace(".", r"\.")):
            Snapshot.open(snapshot.folder)
        with open_current(tmp_path) as served:
            assert served.version == "1"
        path.write_bytes(content)
    Snapshot.open(snapshot.folder).close()


BITS = 100


def test_of_a_hundred_bits_of_each_file_none_is_flipped_unnoticed(tmp_path: Path) -> None:
    snapshot = publish_sample(tmp_path, "1")
    snapshot.close()
    for name, known in snapshot.manifest.files.items():
        path, chance = snapshot.folder / name, random.Random(name)
        alone = replace(snapshot.manifest, files={name: known})
        content = path.read_bytes()
        for _ in range(BITS):
            path.write_bytes(flipped(content, chance))
            assert list(damaged_files(snapshot.folder, alone)) == [f"{name} does not match its sha256"]
        path.write_bytes(content)


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_manifest_is_refused_or_says_what_it_said_however_it_is_damaged(tmp_path: Path, damage: str) -> None:
    """A flipped bit made `restated` another word, and our own words stood in quotation marks."""
    snapshot = publish_sample(tmp_path, "1")
    snapshot.close()
    path, chance = snapshot.folder / MANIFEST, random.Random(damage)
    content, refused = path.read_bytes(), 0
    for _ in range(BITS):
        path.write_bytes(DAMAGE[damage](content, chance))
        try:
            read = Manifest.read(snapshot.folder)
        except SnapshotError:
            refused += 1
        else:
            assert read == snapshot.manifest
    assert refused > 0.9 * BITS


def test_a_large_file_is_summed_too(tmp_path: Path) -> None:
    """Of vectors above 64 MiB only the size was looked at: overwritten with zeros they found nothing, unnoticed."""
    publish_sample(tmp_path, "1").close()
    with building(tmp_path) as aside:
        shutil.copytree(tmp_path / "snapshots" / "1", aside, dirs_exist_ok=True)
        with (aside / "vectors.faiss").open("r+b") as stream:
            stream.truncate(70 * 2**20)
        manifest = Manifest.read(aside)
        replace(manifest, version="2", files=file_sums(aside)).save(aside)
        publishing.publish(aside, tmp_path).close()
    large = tmp_path / "snapshots" / "2" / "vectors.faiss"
    with large.open("r+b") as stream:
        stream.seek(69 * 2**20)
        stream.write(b"x")
    with pytest.raises(SnapshotError, match=r"vectors\.faiss does not match its sha256"):
        Snapshot.open(large.parent)
