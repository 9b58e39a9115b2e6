"""A day in ten minutes: distinct questions, checks with large bodies, new snapshots; the memory stays what it was after
the first thousand. HEADJUDGE_DAY sets how many minutes' questions are asked; a machine that answers fewer in a second
takes longer for them. The twenty snapshots and five thousand checks are the same ones in a shorter day:

    HEADJUDGE_DAY=1 pytest -s tests/service/server/test_long_day.py -m hard

It runs over a copy of the snapshot in use of HEADJUDGE_HOME, for without an encoder no snapshot is swapped in.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
import threading
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote
from urllib.request import urlopen

import pytest

from kb.home import current_version, snapshots_dir
from kb.snapshots.publish import building, make_current, publish
from kb.snapshots.snapshot import Manifest
from tests.service.attackers import get, post, word
from tests.service.attacks import QUESTIONS, memory, serving
from tests.service.server.test_hostile_requests import answered, status

pytestmark = [
    pytest.mark.slow,
    pytest.mark.hard,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is counted as Linux counts it"),
]

MINUTES = float(os.environ.get("HEADJUDGE_DAY", "10"))
ASKED, SWAPS, CHECKED = int(10_000 * MINUTES), 20, 5_000
FIRST = 1_000
GROWTH, MOST_MB = 1.3, 450
"""In the end, and between: while one snapshot is warmed beside the one that is served too."""
SETTLED_S = 60.0
CLIENTS = 4
BODY = 40_000
CHECKS = ("press-cost", "attack-able", "use-power", "recruits-total")
SETTINGS = {"rate_limit": "off", "address_connections": "0"}
CHECK_STATUSES = {"200", "422", "503"}
"""Facts that do not fit are refused; a solver that is replaced while a snapshot is says to come back."""


def question(number: int) -> str:
    """A question that nobody asked before."""
    chance = random.Random(number)
    words = QUESTIONS[number % len(QUESTIONS)].split()
    words.insert(chance.randrange(len(words) + 1), f"{word(6)}+{number}")
    return "+".join(quote(each, safe="+") for each in words)


def asked(port: int, numbers: range, met: Counter[str]) -> None:
    """Ask these questions by several clients; how they were answered."""
    lock = threading.Lock()

    def run(first: int) -> None:
        for number in numbers[first::CLIENTS]:
            found = status(answered(port, get(f"/api/v1/ask?q={question(number)}")))
            with lock:
                met[f"ask {found}"] += 1

    _together([threading.Thread(target=run, args=(first,)) for first in range(CLIENTS)])


def checked(port: int, met: Counter[str]) -> None:
    """Checks with large bodies, none the same."""
    for number in range(CHECKED):
        facts = {"cost": number % 16, "names": [f"{word(40)}{at}" for at in range(BODY // 45)]}
        body = {"cost": number % 16} if number % 10 == 0 else facts
        found = status(answered(port, post(f"/api/v1/checks/vs-system/{CHECKS[number % len(CHECKS)]}", body)))
        met[f"check {found}"] += 1


def swapped(home: Path, port: int, number: int) -> bool:
    """Publish the current snapshot anew; whether the server came to serve it."""
    with building(home) as aside:
        current = snapshots_dir(home) / str(current_version(home))
        shutil.copytree(current, aside, dirs_exist_ok=True)
        version = f"{time.strftime('%Y%m%dT%H%M%S')}{number:03}Z-{current.name[-8:]}"
        replace(Manifest.read(aside), version=version).save(aside)
        publish(aside, home).close()
    until = time.monotonic() + SETTLED_S
    while (now := served(port)) != version and time.monotonic() < until:
        time.sleep(1)
    return now == version


def served(port: int) -> str:
    """The version that is served."""
    with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=SETTLED_S) as ready:
        return str(json.load(ready)["kb"]["version"])


def settled(process: int, most: int) -> int:
    """The memory once the last superseded snapshot has gone, SETTLED_S after it at most."""
    until = time.monotonic() + SETTLED_S
    while memory(process) > most and time.monotonic() < until:
        time.sleep(1)
    return memory(process)


def _together(threads: list[threading.Thread]) -> None:
    for each in threads:
        each.start()
    for each in threads:
        each.join()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A home folder with a copy of the snapshot in use, to be published to."""
    version = current_version()
    if version is None:
        pytest.skip("no knowledge base was built: headjudge build")
    shutil.copytree(snapshots_dir() / version, snapshots_dir(tmp_path) / version)
    make_current(version, tmp_path)
    return tmp_path


def test_a_days_questions_leave_the_memory_as_it_was(place: Path) -> None:
    met: Counter[str] = Counter()
    began, stretch = time.monotonic(), (ASKED - FIRST) // (SWAPS + 1)
    with serving(1, place, settings=SETTINGS) as (process, port):
        asked(port, range(FIRST), met)
        first, held = memory(process.pid), []
        print(f"{first} MB after {FIRST}", flush=True)
        behind = threading.Thread(target=checked, args=(port, met))
        behind.start()
        for number in range(SWAPS + 1):
            numbers = range(FIRST + number * stretch, FIRST + (number + 1) * stretch)
            asking = threading.Thread(target=asked, args=(port, numbers, met))
            asking.start()
            met[f"swap {number == SWAPS or swapped(place, port, number)}"] += 1
            asking.join()
            held.append(memory(process.pid))
            print(f"{held[-1]} MB after {numbers.stop}, {time.monotonic() - began:.0f} s", flush=True)
        behind.join()
        last = settled(process.pid, min(int(GROWTH * first), MOST_MB))
    took = time.monotonic() - began
    print(f"{dict(met)} in {took:.0f} s: {first} MB after {FIRST}, {last} MB in the end, between {held}")
    assert {each for each in met if each.startswith("ask")} == {"ask 200"}, met
    assert {each.removeprefix("check ") for each in met if each.startswith("check")} <= CHECK_STATUSES, met
    assert "swap False" not in met, met
    assert max(held) <= MOST_MB
    assert last <= GROWTH * first
    assert last <= MOST_MB
