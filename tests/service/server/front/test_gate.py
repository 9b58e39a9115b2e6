"""Connections: so many of one address, none that comes or goes too slowly, and no thread for those that are on their
way."""

from __future__ import annotations

import errno
import logging
import resource
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from service.api.part import Part
from service.commands.serving.serve import bound
from service.server.front import channel as channel_module
from service.server.front import gate as gate_module
from service.server.front.files import OWN, room_for
from service.server.front.gate import Gate, gates
from service.server.settings import Settings
from tests.support.ended import end

LARGE = 6_000_000
PATIENCE_S = 10.0
OTHER = "127.0.0.2"
Serve = Callable[..., Gate]


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """A file that no socket's buffer holds."""
    path = tmp_path / "large"
    path.write_bytes(bytes(range(256)) * (LARGE // 256))
    return path


@pytest.fixture
def serve(large: Path) -> Iterator[Serve]:
    """`serve(idle_limit=1)`: a server that answers `ok`, at /file with the file, at /long with as much from memory."""
    servers: list[Gate] = []

    def app(environ: dict[str, Any], start: Any) -> Any:
        path = environ["PATH_INFO"]
        if path == "/file":
            start("200 OK", [("Content-Length", str(LARGE // 256 * 256))])
            return environ["wsgi.file_wrapper"](Part(large, 0, LARGE, lambda: None))
        body = b"x" * LARGE if path == "/long" else b"ok"
        start("200 OK", [("Content-Length", str(len(body)))])
        return [body]

    def make(**given: Any) -> Gate:
        settings = Settings(**{"port": 0, "threads": 2, "rate_limit": "off", **given})
        [server] = gates(app, settings, [bound(settings)])
        servers.append(server)
        threading.Thread(target=server.run, daemon=True).start()
        return server

    yield make
    for each in servers:
        end(each)


def connect(server: Gate, source: str = "127.0.0.1", receive: int = 0) -> socket.socket:
    line = socket.socket()
    line.settimeout(PATIENCE_S)
    if receive:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
    line.bind((source, 0))
    line.connect(("127.0.0.1", int(server.effective_port)))
    return line


def whole(line: socket.socket) -> bytes:
    got = b""
    while part := line.recv(65_536):
        got += part
    return got


def asked(server: Gate, path: str = "/", source: str = "127.0.0.1") -> bytes:
    with connect(server, source) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        return whole(line)


def test_an_address_has_so_many_connections_and_others_have_theirs(serve: Serve) -> None:
    server = serve(address_connections=5)
    held = [connect(server) for _ in range(5)]
    with connect(server) as more:
        assert whole(more).startswith(b"HTTP/1.1 503")
    assert asked(server, source=OTHER).endswith(b"ok")
    held.pop().close()
    time.sleep(0.2)
    assert asked(server).endswith(b"ok")
    for each in held:
        each.close()


def test_behind_a_proxy_the_proxys_connections_are_not_bounded(serve: Serve) -> None:
    server = serve(address_connections=2, proxies=1)
    held = [connect(server) for _ in range(6)]
    assert asked(server).endswith(b"ok")
    for each in held:
        each.close()


HALF = {"body": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n", "headers": b"GET / HTTP/1.1\r\nX: "}


@pytest.mark.parametrize("sent", HALF.values(), ids=HALF)
def test_a_request_that_comes_a_byte_at_a_time_is_cut_at_the_limit(serve: Serve, sent: bytes) -> None:
    server = serve(idle_limit=1)
    with connect(server) as line:
        line.sendall(sent)
        began = time.monotonic()
        assert trickled(line) < PATIENCE_S
        assert time.monotonic() - began < 5


def trickled(line: socket.socket) -> float:
    """The seconds for which a byte can be sent now and then, PATIENCE_S at most."""
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE_S:
        try:
            line.sendall(b"x")
        except OSError:
            break
        time.sleep(0.1)
    return time.monotonic() - began


def test_an_answer_that_is_hardly_read_is_cut_at_the_limit(serve: Serve) -> None:
    server = serve(idle_limit=3)
    with connect(server, receive=2_048) as line:
        line.sendall(b"GET /file HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(0.5)
        assert server.active_channels
        until = time.monotonic() + PATIENCE_S
        while server.active_channels and time.monotonic() < until:
            time.sleep(0.1)
        assert not server.active_channels


@pytest.mark.parametrize("path", ["/file", "/long"])
def test_slow_readers_hold_no_thread(serve: Serve, path: str) -> None:
    server = serve(threads=1)
    slow = [connect(server, receive=2_048) for _ in range(2)]
    for each in slow:
        each.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    assert asked(server, source=OTHER).endswith(b"ok")
    for each in slow:
        each.close()


@pytest.mark.parametrize("path", ["/file", "/long"])
def test_what_is_sent_in_steps_arrives_whole(serve: Serve, large: Path, path: str) -> None:
    head, _, body = asked(serve(), path).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200")
    assert body == (large.read_bytes() if path == "/file" else b"x" * LARGE)


def test_the_loop_rests_while_a_thread_sends_its_answer(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """It could send nothing then, and trying again and again it took half of the interpreter from those who answer."""
    channel, looked, sending = channel_module.Channel, list[float](), threading.Event()
    send, handle_write = channel.send, channel.handle_write

    def send_slowly(self: Any, data: bytes, do_close: bool = True) -> int:
        if not do_close:
            sending.set()
            time.sleep(0.3)
        return send(self, data, do_close)

    def looked_after(self: Any) -> None:
        looked.append(time.monotonic())
        handle_write(self)

    monkeypatch.setattr(channel, "send", send_slowly)
    monkeypatch.setattr(channel, "handle_write", looked_after)
    server = serve()
    with connect(server) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert sending.wait(PATIENCE_S)
        connect(server).close()  # wakes the loop
        assert whole(line).endswith(b"ok")
    assert len(looked) < 10


def test_who_leaves_answers_unread_is_given_no_more(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel_module, "UNSENT", 1_000_000)
    server = serve()
    with connect(server, receive=2_048) as slow:
        slow.sendall(b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(0.5)
        refused = asked(server)
        assert refused.startswith(b"HTTP/1.1 503")
        assert b"Retry-After: 5" in refused
        assert asked(server, source=OTHER).endswith(b"ok")


def test_without_a_file_to_open_the_server_rests_and_says_so_once(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    server, tried = serve(), []

    def none_left() -> None:
        tried.append(time.monotonic())
        raise OSError(errno.EMFILE, "too many open files")

    monkeypatch.setattr(gate_module, "REST_S", 0.2)
    began = time.monotonic()
    with caplog.at_level(logging.WARNING), monkeypatch.context() as patched:
        patched.setattr(server, "accept", none_left)
        waits = connect(server)
        time.sleep(1.0)
    assert 1 <= len(tried) <= (time.monotonic() - began) / 0.2 + 1
    assert caplog.text.count("no file is left to open") == 1
    waits.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert whole(waits).endswith(b"ok")
    waits.close()


@pytest.fixture
def few_files() -> Iterator[tuple[int, int]]:
    """1,024 open files in this process, which may raise that; the limits before."""
    soft, hard = before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(1_024, soft), hard))
    yield before
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_the_limit_of_open_files_is_raised_as_far_as_connections_need(few_files: tuple[int, int]) -> None:
    hard = few_files[1]
    if hard not in (resource.RLIM_INFINITY,) and hard < 1_500 + OWN:
        pytest.skip(f"this process may open {hard} files at most")
    assert room_for(1_500) == 1_500
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 1_500 + OWN


def test_where_it_cannot_be_raised_there_are_fewer_connections(
    few_files: tuple[int, int], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(resource, "setrlimit", lambda *_: (_ for _ in ()).throw(ValueError("not allowed")))
    with caplog.at_level(logging.WARNING, "headjudge"):
        assert room_for(1_500) == 1_024 - OWN
    assert "room for 824 connections, not 1500" in caplog.text
