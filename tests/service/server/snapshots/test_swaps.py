"""Snapshots swapped under load: no error, no answer made of two versions, nothing served that is damaged."""

from __future__ import annotations

import json
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from apiflask import APIFlask

from kb.home import snapshots_dir
from kb.snapshots.publish import make_current
from kb.snapshots.snapshot import versions
from service.server.app import create_app
from service.server.settings import Settings
from service.server.snapshots.library import Library
from tests.kb.samples import publish_sample
from tests.service.server.snapshots.publishing import republish, stamped, wait_for

pytestmark = pytest.mark.usefixtures("look_often")

CLIENTS = 4
PAUSE_S = 0.01
LAMP = "/api/v1/checks/tiny-game/light-lamp"
Ask = Callable[[Any], None]
MANY_EXPORTS = Settings(rate_limit="off", exports=64)
"""Every client of these tests exports at once, from one address."""


@contextmanager
def load(app: APIFlask, ask: Ask) -> Iterator[Counter[str]]:
    """Clients that ask again and again; what they met, by kind."""
    met: Counter[str] = Counter()
    stop = threading.Event()

    def run() -> None:
        client = app.test_client()
        while not stop.is_set():
            try:
                ask(client)
                met["answered"] += 1
            except Exception as error:
                met[f"{type(error).__name__}: {error}"] += 1
            time.sleep(PAUSE_S)

    threads = [threading.Thread(target=run) for _ in range(CLIENTS)]
    for thread in threads:
        thread.start()
    try:
        yield met
    finally:
        stop.set()
        for thread in threads:
            thread.join(30)


DELETED = re.compile(r"<del\b.*?</del>", re.S)
"""How a clause read before, as its page tells."""


def ask_stamped(client: Any) -> None:
    """Every clause of an answer, of a search and of a page is of the version that it says."""
    found = client.get("/api/v1/ask?q=may+a+pinned+knight+jump&game=chess").get_json()
    said = [each["quote"] for each in found["citations"]]
    assert said
    assert all(f"(as of {found['kb']['version']})" in each for each in said), found
    hits = client.get("/api/v1/search?q=knight").get_json()
    assert all(f"(as of {hits['kb']['version']})" in each["quote"] for each in hits["hits"]), hits
    page = client.get("/clauses/chess/rules/moves.p1")
    assert page.status_code == 200
    assert len({part.split(")")[0] for part in DELETED.sub("", page.text).split("(as of ")[1:]}) == 1
    lines = [json.loads(line) for line in client.get("/api/v1/export/chess.jsonl", buffered=True).text.splitlines()]
    assert len({each["kb"] for each in lines}) == 1
    assert all(f"(as of {each['kb']})" in each["quote"] for each in lines if each["record"] == "clause")


@pytest.mark.slow
@pytest.mark.parametrize("swaps", [10, pytest.param(100, marks=pytest.mark.hard)])
def test_swaps_under_load_give_no_error_and_no_mixed_answer(tmp_path: Path, swaps: int) -> None:
    """One in ten is newly published, which removes older ones; the others go to and fro between those there are."""
    publish_sample(tmp_path, "v0", stamped("v0")).close()
    library = Library(tmp_path)
    with load(create_app(library, settings=MANY_EXPORTS), ask_stamped) as met:
        for number in range(1, swaps + 1):
            if number % 10 == 1:
                version = f"v{number}"
                publish_sample(tmp_path, version, stamped(version)).close()
            else:
                version = next(each for each in versions(tmp_path)[:2] if each != version)
                make_current(version, tmp_path)
            wait_for(library, version)
    library.close()
    assert set(met) == {"answered"}, met
    assert met["answered"] > swaps
    assert library.swaps == swaps


@pytest.mark.slow
def test_checks_are_computed_through_swaps(home: Path, tmp_path: Path) -> None:
    [first] = versions(home)
    source = snapshots_dir(home) / first
    republish(tmp_path, source, "v0")
    library = Library(tmp_path)

    def ask(client: Any) -> None:
        reply = client.post(LAMP, json={"top_floor": True, "oil": 2})
        assert reply.status_code == 200, reply.text
        assert reply.get_json()["verdict"] == {"kind": "yes_no", "value": True}

    with load(create_app(library), ask) as met:
        for number in range(1, 6):
            republish(tmp_path, source, f"v{number}")
            wait_for(library, f"v{number}")
    library.close()
    assert set(met) == {"answered"}, met
