"""Two servers share one PostgreSQL: what is published reaches both, under load, without an error or a mixed answer."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from kb.home import STORE_ADDRESS
from kb.snapshots.shared import bring
from tests.kb.samples import publish_sample
from tests.service.server.snapshots.publishing import stamped
from tests.support.postgres import Server, database

CLIENTS = 8
PATHS = ("/api/v1/ask?q=may+a+pinned+knight+jump&game=chess", "/api/v1/search?q=knight", "/api/v1/export/chess.jsonl")
START_S = 60
SWAP_S = 60
SERVE = (sys.executable, "-c", "from service.commands.cli import main; main()", "serve", "--port", "0")


@contextmanager
def serving(home: Path, address: str, workers: int = 1) -> Iterator[str]:
    """A server of its own on what the database publishes, of one process or several; its address."""
    told = {"HEADJUDGE_HOME": str(home), STORE_ADDRESS: address, "HEADJUDGE_RATE_LIMIT": "off"}
    more = {"HEADJUDGE_EXPORTS": "64", "PYTHONUNBUFFERED": "1", "HEADJUDGE_WORKERS": str(workers)}
    log = (home.parent / f"{home.name}.log").open("w+")
    with log, subprocess.Popen(SERVE, env=os.environ | told | more, stdout=log, stderr=log) as process:
        try:
            yield said(Path(log.name), process)
        finally:
            process.terminate()
            process.wait(30)


def said(log: Path, process: subprocess.Popen[bytes]) -> str:
    """The address that a server prints once it answers."""
    for _ in range(START_S * 20):
        if found := re.search(r"at (http://\S+)/ ", log.read_text("utf-8")):
            return found[1]
        assert process.poll() is None, log.read_text("utf-8")
        time.sleep(0.05)
    raise AssertionError(log.read_text("utf-8"))


def fetched(url: str) -> str:
    """What a server answers."""
    with urlopen(url, timeout=30) as reply:
        return str(reply.read().decode())


def versions_in(path: str, reply: str) -> set[str]:
    """The versions that a reply says, and those of the clauses that it quotes."""
    whole = [json.loads(line) for line in reply.splitlines()] if path.endswith(".jsonl") else [json.loads(reply)]
    told = {each["kb"] if isinstance(each["kb"], str) else each["kb"]["version"] for each in whole}
    quoted = re.findall(r"\(as of (\w+)\)", reply)
    assert quoted
    return told | set(quoted)


@contextmanager
def clients(servers: list[str]) -> Iterator[Counter[str]]:
    """Clients that ask the servers in turn; what they met, by kind."""
    met: Counter[str] = Counter()
    stop = threading.Event()

    def run(number: int) -> None:
        at = number
        while not stop.is_set():
            path, server = PATHS[at % len(PATHS)], servers[at % len(servers)]
            try:
                found = versions_in(path, fetched(server + path))
                met["answered" if len(found) == 1 else f"mixed: {sorted(found)}"] += 1
            except Exception as error:
                met[f"{type(error).__name__}: {error}"] += 1
            at += 1
            time.sleep(0.01)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    try:
        yield met
    finally:
        stop.set()
        for thread in threads:
            thread.join(60)


def wait_for(server: str, version: str) -> float:
    """Until a server answers from a version; the seconds it took."""
    started = time.monotonic()
    while time.monotonic() - started < SWAP_S:
        if f'"{version}"' in fetched(f"{server}/api/v1/search?q=knight"):
            return time.monotonic() - started
        time.sleep(0.02)
    raise AssertionError(f"{server} does not serve {version}")


@pytest.mark.slow
@pytest.mark.parametrize("publications", [3, pytest.param(50, marks=pytest.mark.hard)])
def test_publications_reach_two_servers_under_load(
    postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, publications: int
) -> None:
    address = database(postgres, "swaps")
    built = {}
    for number in range(publications + 1):
        with publish_sample(tmp_path / f"builder{number}", f"v{number}", stamped(f"v{number}")) as snapshot:
            built[f"v{number}"] = snapshot.folder
    monkeypatch.setenv(STORE_ADDRESS, address)
    bring(address, built.pop("v0"))
    lags = []
    with (
        serving(tmp_path / "one", address) as one,
        serving(tmp_path / "two", address, workers=2) as two,
        clients([one, two]) as met,
    ):
        for version, folder in built.items():
            bring(address, folder)
            lags += [wait_for(one, version), wait_for(two, version)]
    print(f"{dict(met)}, swapped after at most {max(lags):.2f} s, mean {sum(lags) / len(lags):.2f}")
    assert set(met) == {"answered"}, met
    assert met["answered"] > publications
