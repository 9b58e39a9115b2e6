"""Thousands of hostile requests over every route: no 500, no connection that ends without an answer, a log of JSON
lines without a traceback or a word of what was sent. HEADJUDGE_HOSTILE sets how many."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys
import threading
from collections import Counter
from pathlib import Path
from urllib.parse import unquote

import pytest
from apiflask import APIFlask
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RoutingException

from tests.service.attacks import serving
from tests.service.bots_calls import KEY
from tests.service.bots_calls import SECRET as SLACK_SECRET
from tests.service.hostile_requests import KINDS, request
from tests.service.hostile_texts import SECRET

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="other addresses of this machine are Linux'"),
]

MANY = int(os.environ.get("HEADJUDGE_HOSTILE", "10000"))
FEW = 800
CLIENTS = 4
PATIENCE_S = 60.0
SETTINGS = {
    "rate_limit": "off", "address_connections": "0", "idle_limit": "2", "admin_token": "t" * 32,
    "discord_key": KEY.verify_key.encode().hex(), "slack_secret": SLACK_SECRET,
}  # fmt: skip
CUT = "cut at the limit of silence"


def answered(port: int, sent: bytes) -> bytes:
    """All that comes back, or how the connection ended."""
    parts: list[bytes] = []
    try:
        with socket.create_connection(("127.0.0.1", port), PATIENCE_S) as line:
            line.sendall(sent)
            while part := line.recv(65_536):
                parts.append(part[:100] if parts else part)
    except OSError as error:
        return parts[0] if parts else type(error).__name__.encode()
    return parts[0] if parts else CUT.encode()


def status(got: bytes) -> str:
    """The status of an answer, without a `100 Continue` before it."""
    lines = [line for line in got.split(b"\r\n") if line.startswith(b"HTTP/")]
    return lines[-1][9:12].decode("latin-1") if lines else got[:40].decode("latin-1")


def sent_all(port: int, count: int) -> Counter[tuple[str, str]]:
    """The statuses of so many requests, by kind."""
    met: Counter[tuple[str, str]] = Counter()
    lock = threading.Lock()

    def run(first: int) -> None:
        for number in range(first, count, CLIENTS):
            found = status(answered(port, request(number)))
            with lock:
                met[KINDS[number % len(KINDS)].__name__, found] += 1

    threads = [threading.Thread(target=run, args=(first,)) for first in range(CLIENTS)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return met


def test_every_route_is_met(app: APIFlask) -> None:
    """Those that are only there where they are configured are asked for by their own kinds: chats, admin."""
    met, addresses = set(), app.url_map.bind("x")
    for number in range(MANY):
        method, _, path = request(number).split(b"\r\n")[0].decode("latin-1").partition(" ")
        with contextlib.suppress(HTTPException, RoutingException):
            rule, _ = addresses.match(unquote(path.rpartition(" ")[0].partition("?")[0]), method, return_rule=True)
            met.add((rule.rule, method))
    there = {(each.rule, method) for each in app.url_map.iter_rules() for method in each.methods or ()}
    assert {each for each in there if each[1] not in ("HEAD", "OPTIONS")} <= met


@pytest.mark.parametrize(
    ("count", "workers"),
    [(FEW, 1), pytest.param(MANY, 1, marks=pytest.mark.hard), pytest.param(MANY, 2, marks=pytest.mark.hard)],
)
def test_hostile_requests_meet_no_fault_and_leave_no_trace(
    home: Path, tmp_path: Path, count: int, workers: int
) -> None:
    log = tmp_path / "log"
    with serving(workers, home, warm=False, log=log, settings=SETTINGS) as (_, port):
        met = sent_all(port, count)
    statuses = Counter({found: 0 for _, found in met})
    for (_, found), times in met.items():
        statuses[found] += times
    print(count, "requests:", dict(sorted(statuses.items())))
    assert statuses.total() == count
    assert not [each for each in statuses if each == "500" or not (each.isdigit() or each == CUT)], met
    assert all(kind == "raw" for kind, found in met if found == CUT), met
    assert {"200", "400", "401", "404", "405", "415", "422"} <= set(statuses)
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert len(lines) > count / 2
    assert not [each for each in lines if each["level"] not in ("info", "warning")]
    assert SECRET not in json.dumps(lines).lower()
