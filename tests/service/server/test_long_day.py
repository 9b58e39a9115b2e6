"""A day in ten minutes: distinct questions, checks with large bodies, new snapshots; the memory stays what it was after
the first thousand. HEADJUDGE_DAY sets how many minutes, one of which has a tenth of each:

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

import pytest

from kb.snapshots.publish import building, make_current, publish
from kb.snapshots.snapshot import Manifest, current_version, snapshots_dir
from tests.service.attackers import get, post, word
from tests.service.attacks import QUESTIONS, memory, serving
from tests.service.server.test_hostile_requests import answered, status

pytestmark = [
    pytest.mark.slow,
    pytest.mark.hard,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is counted as Linux counts it"),
]

MINUTES = float(os.environ.get("HEADJUDGE_DAY", "10"))
ASKED, SWAPS, CHECKED = int(10_000 * MINUTES), max(2, int(2 * MINUTES)), int(500 * MINUTES)
FIRST = 1_000
GROWTH, MOST_MB = 1.3, 450
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


def swapped(home: Path, until: threading.Event) -> None:
    """Publish the current snapshot anew, SWAPS times, with a while between."""
    for number in range(SWAPS):
        if until.wait(MINUTES * 60 / (SWAPS + 1)):
            return
        with building(home) as aside:
            current = snapshots_dir(home) / str(current_version(home))
            shutil.copytree(current, aside, dirs_exist_ok=True)
            version = f"{time.strftime('%Y%m%dT%H%M%S')}{number:03}Z-{current.name[-8:]}"
            replace(Manifest.read(aside), version=version).save(aside)
            publish(aside, home).close()


def served_at_last(port: int, wanted: str) -> str:
    """The version that is served once the last one is, SETTLED_S after it at most."""
    until, served = time.monotonic() + SETTLED_S, ""
    while served != wanted and time.monotonic() < until:
        time.sleep(1)
        served = str(json.loads(answered(port, get("/readyz")).partition(b"\r\n\r\n")[2])["kb"]["version"])
    return served


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
    began, ended = time.monotonic(), threading.Event()
    with serving(1, place, settings=SETTINGS) as (process, port):
        asked(port, range(FIRST), met)
        first = memory(process.pid)
        behind = [
            threading.Thread(target=swapped, args=(place, ended)),
            threading.Thread(target=checked, args=(port, met)),
        ]
        for each in behind:
            each.start()
        asked(port, range(FIRST, ASKED), met)
        behind[1].join()
        behind[0].join()
        ended.set()
        served = served_at_last(port, str(current_version(place)))
        last = settled(process.pid, min(int(GROWTH * first), MOST_MB))
    took = time.monotonic() - began
    print(f"{dict(met)}, {SWAPS} swaps in {took:.0f} s: {first} MB after {FIRST}, {last} MB in the end")
    assert {each for each in met if each.startswith("ask")} == {"ask 200"}, met
    assert {each.removeprefix("check ") for each in met if each.startswith("check")} <= CHECK_STATUSES, met
    assert served == current_version(place)
    assert last <= GROWTH * first
    assert last <= MOST_MB
