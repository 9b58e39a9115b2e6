"""What comes over a connection and is no plain request: answered at once, and read in one way only."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from service.commands.serving.serve import bound
from service.server.front.gate import Gate, gates
from service.server.settings import Settings
from tests.support.ended import end

POST = b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"
IDLE_S = 1
TRIES = 5


@pytest.fixture(scope="module")
def server() -> Iterator[Gate]:
    """A server that answers with the body that it was sent."""

    def app(environ: dict[str, Any], start: Any) -> Any:
        body = environ["wsgi.input"].read()
        start("200 OK", [("Content-Length", str(len(body)))])
        return [body]

    settings = Settings(port=0, threads=2, rate_limit="off", idle_limit=IDLE_S, body_limit=1_024)
    [made] = gates(app, settings, [bound(settings)])
    threading.Thread(target=made.run, daemon=True).start()
    yield made
    end(made)


def answered(server: Gate, sent: bytes) -> bytes:
    """All that comes back."""
    got = b""
    with socket.create_connection(("127.0.0.1", int(server.effective_port)), timeout=10) as line:
        line.sendall(sent)
        while part := line.recv(65_536):
            got += part
    return got


@pytest.mark.parametrize(
    "sent",
    [
        b"GET http://[/ HTTP/1.1\r\nHost: x\r\n\r\n",
        POST + b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n",
        POST + b"Content-Length: 2\r\n" + CHUNKED,
        POST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\nhi",
        POST.replace(b"1.1", b"1.0") + CHUNKED,
    ],
    ids=["address", "length of 5,000 digits", "length beside chunks", "two lengths", "chunks in HTTP/1.0"],
)
def test_what_cannot_be_read_in_one_way_is_400(server: Gate, sent: bytes, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        assert answered(server, sent).split(b"\r\n")[0].endswith(b"400 Bad Request")
    assert [each for each in caplog.records if each.name != "waitress.queue"] == []  # that one tells of a busy machine


def test_chunks_are_read(server: Gate) -> None:
    assert answered(server, POST + CHUNKED).endswith(b"\r\n\r\nhi")


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.1\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n", b"HTTP/1.1 200"),
        (POST + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\nhi", b"HTTP/1.1 100"),
        (POST + b"Expect: 100-continue\r\nContent-Length: 5000\r\n\r\n", b"HTTP/1.1 413"),
        (POST + b"Expect: 100-continue\r\nContent-Length: x\r\n\r\n", b"HTTP/1.1 400"),
    ],
    ids=["no body", "a body", "a body that is too large", "no length"],
)
def test_who_waits_to_be_told_to_go_on_is_told_or_answered_at_once(server: Gate, sent: bytes, status: bytes) -> None:
    taken: list[float] = []
    while not taken or (min(taken) >= IDLE_S / 2 and len(taken) < TRIES):  # whatever else runs only adds
        began = time.monotonic()
        got = answered(server, sent)
        taken.append(time.monotonic() - began)
    assert min(taken) < IDLE_S / 2
    assert got.startswith(status)
    assert got.count(b"HTTP/1.1 ") == (2 if status.endswith(b"100") else 1)


@pytest.mark.slow
def test_a_connection_that_is_cut_takes_no_new_one_along(server: Gate) -> None:
    """A new connection has the number of the one that was cut in the same moment."""
    port, until = int(server.effective_port), time.monotonic() + 5 * IDLE_S
    got: list[bytes] = []

    def ask() -> None:
        while time.monotonic() < until:
            try:
                got.append(answered(server, POST + b"\r\n"))
            except OSError as error:
                got.append(repr(error).encode())

    def stay_silent() -> None:
        while time.monotonic() < until:
            with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
                line.recv(1)

    threads = [threading.Thread(target=each) for each in [ask] * 4 + [stay_silent] * 40]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(got) > 100
    assert [each for each in got if not each.startswith(b"HTTP/1.1 200")] == []
