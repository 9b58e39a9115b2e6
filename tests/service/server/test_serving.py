"""What `headjudge serve` itself holds while it serves."""

from __future__ import annotations

import gc
import shutil
import socket
import time
import weakref
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click import ClickException

from kb.home import SumsAhead, snapshots_dir
from kb.knowledge import KnowledgeBase
from kb.snapshots.publish import building, publish
from kb.snapshots.snapshot import Manifest, versions
from service.commands.serving import serve
from service.server.front import ending
from service.server.process import signals
from service.server.settings import Settings, load_settings
from service.server.snapshots.library import Library

SOON_S = 10.0


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


@pytest.mark.parametrize("given", ["in the environment", "in a file", "as an option"])
def test_a_port_that_was_set_is_not_left_for_another(taken: int, tmp_path: Path, given: str) -> None:
    """nginx looks for the service there, and nowhere else."""
    file = tmp_path / "headjudge.toml"
    file.write_text(f"port = {taken}\n" if given == "in a file" else "", "utf-8")
    settings = load_settings({"HEADJUDGE_PORT": str(taken)} if given == "in the environment" else {}, file)
    if given == "as an option":
        settings = settings.model_copy(update={"port": taken})
    with pytest.raises(ClickException, match=f"cannot listen on 127.0.0.1:{taken}"):
        serve.bound(settings)


def test_where_nobody_set_one_a_free_port_takes_the_place_of_the_usual_one(taken: int, tmp_path: Path) -> None:
    settings = load_settings({"HEADJUDGE_HOME": str(tmp_path), "HEADJUDGE_HOST": "127.0.0.1"})
    with serve.bound(usually(settings, taken)) as found:
        assert found.getsockname()[1] not in (0, taken)


def usually(settings: Settings, port: int) -> Settings:
    """Settings as they are where this is the usual port."""
    return Settings.model_construct(settings.model_fields_set, **{**settings.model_dump(), "port": port})


def test_a_server_lets_the_snapshot_go_that_it_began_with(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(home, tmp_path / "home", symlinks=True)
    began: list[weakref.ref[KnowledgeBase]] = []
    left: list[bool] = []

    def note(library: Library) -> None:
        with library.reading() as base:
            began.append(weakref.ref(base))
        serving.append(library)

    def served(_servers: list[Any], _ended: Callable[[], bool]) -> None:
        """In place of serving: a new snapshot comes, and takes the first one's place."""
        with building(tmp_path / "home") as aside:
            shutil.copytree(snapshots_dir(home) / versions(home)[0], aside, dirs_exist_ok=True)
            replace(Manifest.read(aside), version="29990101T000000000Z-00000000").save(aside)
            publish(aside, tmp_path / "home").close()
        assert serving[0].renew()
        until = time.monotonic() + SOON_S
        while began[0]() is not None and time.monotonic() < until:
            gc.unfreeze()
            gc.collect()
            time.sleep(0.1)
        left.append(began[0]() is not None)

    serving: list[Library] = []
    monkeypatch.setenv("HEADJUDGE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(signals.signal, "signal", lambda *_: None)
    monkeypatch.setattr(ending, "serve_until", served)
    monkeypatch.setattr(Library, "warm_up_behind", note)
    serve.one(Settings(port=0), SumsAhead())
    assert left == [False]
