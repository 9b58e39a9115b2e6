"""Attacks that are tried: markup stored in documents and sent in questions and facts, paths, slow and many clients."""

from __future__ import annotations

import contextlib
import json
import resource
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import quote
from urllib.request import urlopen

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from service.commands.serving.serve import bound
from service.server.app import create_app
from service.server.front.gate import gates
from service.server.settings import Settings
from service.server.snapshots.library import Library
from tests.kb.samples import publish_sample
from tests.service.hostile import ALL, PAYLOADS, hostile_contents
from tests.support.ended import end

THOUSAND = 1_000
HARMLESS = {"script": {"src", "defer", "type"}, "iframe": set[str](), "object": set[str](), "embed": set[str]()}
STORED = [
    "/", "/games", "/documents/chess/rules", "/clauses/chess/rules/moves.p1", "/clauses/chess/rules/moves.t1",
    "/cards/chess/dr-pawn", "/?q=knight&game=chess", "/?q=dr+pawn", "/coverage", "/checks",
]  # fmt: skip
REFLECTED = ["/?q={}", "/?q={}&game=tiny-game", "/?q=press&game={}", "/cards/vs-system/{}", "/clauses/vs-system/x/{}",
             "/documents/{}/x", "/checks/tiny-game/{}", "/checks/tiny-game/light-lamp?oil={}",
             "/checks/vs-system/use-power?card={}", "/{}"]  # fmt: skip
PATHS = ["../../../etc/passwd", "..%2f..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/manifest.json", "....//....//etc/passwd",
         "..%5c..%5cwin.ini", "%00", "/etc/passwd", "..%c0%af..%c0%afetc/passwd", "static/../../app.py"]  # fmt: skip
UNDER = ["/static/", "/api/v1/clauses/", "/api/v1/cards/", "/api/v1/export/", "/documents/vs-system/", "/clauses/",
         "/offline/", "/"]  # fmt: skip


class Active(HTMLParser):
    """What in a page could run: scripts of its own, handlers, addresses that are code, foreign frames."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            said = (value or "").strip().lower()
            if name.startswith("on") or name in ("style", "srcdoc"):
                self.found.append(f"{tag} {name}={said[:60]}")
            if name in ("href", "src", "action", "formaction") and said.startswith(("javascript:", "data:text", "//")):
                self.found.append(f"{tag} {name}={said[:60]}")
        names = {name for name, _ in attrs}
        if tag in HARMLESS and (tag != "script" or "src" not in names or names - HARMLESS[tag]):
            self.found.append(tag)


@pytest.mark.parametrize(
    "payload", [each for each in PAYLOADS if ("<" in each and "onerror" in each) or "script>" in each]
)
def test_markup_that_got_through_would_be_seen(payload: str) -> None:
    assert Active(f'<p title="">{payload}</p>').found


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """A client of an application over the hostile sample."""
    place = tmp_path_factory.mktemp("hostile")
    publish_sample(place, "1", hostile_contents()).close()
    library = Library(place)
    library.warm_up()
    yield create_app(library).test_client()
    library.close()


@pytest.mark.parametrize("address", STORED)
def test_markup_in_documents_stays_text(hostile: FlaskClient, address: str) -> None:
    reply = hostile.get(address)
    assert reply.status_code == 200
    assert Active(reply.text).found == []


def test_the_hostile_texts_are_really_shown(hostile: FlaskClient) -> None:
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in hostile.get("/clauses/chess/rules/moves.p1").text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in hostile.get("/cards/chess/dr-pawn").text


@pytest.mark.parametrize("payload", [*PAYLOADS, ALL])
def test_markup_in_addresses_stays_text(client: FlaskClient, payload: str) -> None:
    for address in REFLECTED:
        reply = client.get(address.format(quote(payload, safe="")))
        assert reply.status_code in (200, 404, 422), address
        assert Active(reply.text).found == [], address
        assert "'unsafe" not in reply.headers["Content-Security-Policy"]


@pytest.mark.parametrize("payload", [*PAYLOADS, ALL])
def test_what_is_sent_to_the_api_comes_back_as_json_only(client: FlaskClient, payload: str) -> None:
    replies = [
        client.get("/api/v1/ask", query_string={"q": payload}),
        client.get("/api/v1/ask", query_string={"q": "press", "game": payload[:90]}),
        client.get(f"/api/v1/cards/{quote(payload, safe='')}"),
        client.post("/api/v1/checks/tiny-game/light-lamp", json={payload: payload}),
        client.post("/api/v1/checks/vs-system/use-power", json={"card": payload}),
    ]
    assert all(reply.status_code < 500 for reply in replies)
    assert all("json" in reply.mimetype and reply.headers["X-Content-Type-Options"] == "nosniff" for reply in replies)


@pytest.mark.parametrize("mark", ["\u202a", "\u202e", "\u2066", "\u2069"])
def test_marks_that_turn_the_direction_of_writing_are_in_no_page(client: FlaskClient, mark: str) -> None:
    for address in REFLECTED:
        page = client.get(address.format(quote(f"abc{mark}gnp.exe", safe=""))).text
        assert mark not in page, address
        assert "abcgnp.exe" in page or "abc" not in page, address


@pytest.mark.parametrize("mark", ["\u202a", "\u202e", "\u2066", "\u2069"])
@pytest.mark.parametrize("address", ["/oembed?url={}", "/component-embed.json?of={}"])
def test_marks_that_turn_the_direction_of_writing_are_in_no_preview(
    client: FlaskClient, address: str, mark: str
) -> None:
    page = f"/?q=can I press abc{quote(mark)}gnp.exe"
    url = quote(f"http://localhost{page}" if "oembed" in address else page)
    told = client.get(address.format(url)).get_json()
    texts = json.dumps([told.get("title"), told.get("author_name"), told.get("component")], ensure_ascii=False)
    assert "press abc" in texts
    assert mark not in texts


def test_words_of_right_to_left_scripts_are_shown(client: FlaskClient) -> None:
    assert "שלום \u200fعالم" in client.get("/?q=שלום \u200fعالم").text


@pytest.mark.parametrize("under", UNDER)
@pytest.mark.parametrize("path", PATHS)
def test_no_path_leads_out(client: FlaskClient, under: str, path: str) -> None:
    reply = client.get(under + path)
    assert reply.status_code in (302, 308, 400, 404)
    assert "root:" not in reply.text
    assert '"sha256"' not in reply.text


@pytest.fixture
def port(app: APIFlask) -> Iterator[int]:
    """The port of a server like that of `headjudge serve`, silent clients cut off after a second."""
    settings = Settings(port=0, idle_limit=1, threads=4, address_connections=0)
    [server] = gates(app, settings, [bound(settings)])
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield server.effective_port
    end(server)


@pytest.fixture
def many_files() -> Iterator[None]:
    """Room for both ends of a thousand connections in this process."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * THOUSAND + 500
    if hard != resource.RLIM_INFINITY and hard < wanted:
        pytest.skip(f"this process may open {hard} files at most, {wanted} are needed")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_slow_clients_hold_nobody_up(port: int) -> None:
    slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(40)]
    for number, connection in enumerate(slow):
        whole = b"POST /api/v1/checks/tiny-game/climb HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"
        connection.sendall(whole if number % 2 else whole[:20])
    started = time.perf_counter()
    for _ in range(20):
        with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as reply:
            assert reply.status == 200
    assert time.perf_counter() - started < 5
    slow[0].settimeout(20)
    assert slow[0].recv(1000) in (b"", b"HTTP/1.0 408 Request Timeout\r\n")
    for connection in slow:
        connection.close()


def test_a_thousand_connections_at_once_are_all_answered(port: int, many_files: None) -> None:
    opened = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(THOUSAND)]
    for each in opened:
        each.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    answers = Counter(each.recv(200).split(b"\r\n")[0] for each in opened)
    for each in opened:
        each.close()
    assert answers == {b"HTTP/1.1 200 OK": THOUSAND}


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET /?q=" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", b"431"),
        (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 20_000 + b"\r\n", b"431"),
        (b"POST /api/v1/checks/tiny-game/climb HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n", b"413"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"40"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", b"400"),
    ],
    ids=["long address", "many headers", "huge body", "negative length", "two lengths", "tls"],
)
def test_requests_that_are_no_requests_are_refused(port: int, sent: bytes, status: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            connection.sendall(sent)
        assert status in connection.recv(200).split(b"\r\n")[0]
