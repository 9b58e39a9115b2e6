"""What every answer carries: ids, tags, who may read it, what a page may load."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from kb.knowledge import KnowledgeBase
from kb.rules.process.worker import Worker
from service.api import versioned
from service.server.app import create_app
from service.server.settings import Settings
from service.server.snapshots.library import EXTENSION, Library
from service.web.device import packing

READ = ["/api/v1/ask?q=press", "/api/v1/search?q=press", "/api/v1/games", "/api/v1/checks", "/api/v1/cards/ego",
        "/api/v1/clauses/vs-system/heralds-faq/3.b3", "/api/v1/checks/tiny-game/climb"]  # fmt: skip
EXPORTED = ["/api/v1/export/kb.db", "/api/v1/export/tiny-game.jsonl"]
FAILING = ["/api/v1/ask", "/api/v1/nothing", "/api/v1/clauses/none", "/nothing"]


@pytest.mark.parametrize("address", [*READ, *FAILING, "/", "/healthz", "/metrics"])
def test_every_answer_has_an_id_of_its_own_or_the_callers(client: FlaskClient, address: str) -> None:
    ids = {client.get(address).headers["X-Request-Id"] for _ in range(2)}
    assert len(ids) == 2
    assert all(re.fullmatch("[0-9a-f]{32}", each) for each in ids)
    assert client.get(address, headers={"X-Request-Id": "judge-7.a_B"}).headers["X-Request-Id"] == "judge-7.a_B"


@pytest.mark.parametrize("sent", ["a b", "<script>", "x" * 65, '"', "é"])
def test_an_id_that_is_not_plain_is_not_echoed(client: FlaskClient, sent: str) -> None:
    assert client.get("/healthz", headers={"X-Request-Id": sent}).headers["X-Request-Id"] != sent


@pytest.mark.parametrize("address", FAILING[:-1])
def test_a_problem_names_the_request(client: FlaskClient, address: str) -> None:
    reply = client.get(address, headers={"X-Request-Id": "here"})
    assert (reply.mimetype, reply.get_json()["request_id"]) == ("application/problem+json", "here")


@pytest.mark.parametrize("address", READ + EXPORTED)
def test_what_did_not_change_is_not_sent_again(client: FlaskClient, base: KnowledgeBase, address: str) -> None:
    """Each is read to its end, as a server reads it: an export that is left open holds one of an address' four."""
    first = client.get(address, buffered=True)
    assert base.version in first.headers["ETag"]
    again = client.get(address, headers={"If-None-Match": first.headers["ETag"]}, buffered=True)
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert client.get(address, headers={"If-None-Match": 'W/"other"'}, buffered=True).status_code == 200
    anything = client.get(address, headers={"If-None-Match": "*"}, buffered=True)
    assert (anything.status_code, anything.data, anything.headers["ETag"]) == (304, b"", first.headers["ETag"])


@pytest.mark.parametrize("address", ["/api/v1/clauses/none", "/api/v1/cards/zzyzx", "/api/v1/ask"])
def test_what_is_not_there_is_no_unchanged_thing(client: FlaskClient, address: str) -> None:
    assert client.get(address, headers={"If-None-Match": "*"}).status_code in (404, 422)


@pytest.mark.parametrize(
    "address",
    ["/api/v1/clauses/vs-system/heralds-faq/99", "/api/v1/cards/nobody", "/api/v1/checks/tiny-game/none",
     "/api/v1/ask?q=press&game=none", "/api/v1/export/none.jsonl"],
)  # fmt: skip
def test_what_is_not_there_is_never_said_to_be_unchanged(client: FlaskClient, address: str) -> None:
    assert "ETag" not in client.get(address).headers
    for known in READ:
        tag = client.get(known).headers["ETag"]
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 404


@pytest.mark.parametrize(
    "address", ["/", "/?q=press", "/api/v1/ask?q=press&format=text", "/oembed?url=http://a.example/"]
)
@pytest.mark.parametrize("told", ["", "https://judge.example"])
def test_what_holds_the_host_that_was_asked_is_another_answer_for_another_host(
    app: APIFlask, address: str, told: str
) -> None:
    client = create_app(app.extensions[EXTENSION], settings=Settings(rate_limit="off", url=told)).test_client()
    reply = client.get(address, headers={"Host": "a.example"})
    assert "http://a.example" in reply.text or told
    assert "http://a.example" not in reply.text or "Host" in reply.vary


@pytest.mark.parametrize("address", READ + EXPORTED)
def test_any_page_may_read_the_api(client: FlaskClient, address: str) -> None:
    reply = client.get(address, headers={"Origin": "https://club.example"})
    assert reply.headers["Access-Control-Allow-Origin"] == "*"
    assert "X-Request-Id" in reply.headers["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Credentials" not in reply.headers


@pytest.mark.parametrize(
    ("address", "method", "allowed"),
    [("/api/v1/checks/tiny-game/climb", "POST", True), ("/api/v1/ask", "POST", False), ("/api/v1/ask", "GET", True)],
)
def test_other_pages_may_post_checks_and_nothing_else(
    client: FlaskClient, address: str, method: str, allowed: bool
) -> None:
    asked = {"Origin": "https://club.example", "Access-Control-Request-Method": method}
    reply = client.options(address, headers={**asked, "Access-Control-Request-Headers": "content-type"})
    methods = reply.headers.get("Access-Control-Allow-Methods", "")
    assert (method in methods.split(", ")) == allowed


@pytest.mark.parametrize("address", ["/", "/checks", "/readyz"])
def test_pages_are_not_shared_with_other_origins(client: FlaskClient, address: str) -> None:
    reply = client.get(address, headers={"Origin": "https://club.example"})
    assert "Access-Control-Allow-Origin" not in reply.headers


@pytest.mark.parametrize("address", ["/", "/checks", "/nothing", "/api/v1/games", "/static/headjudge.js"])
def test_the_content_policy_is_strict_everywhere(client: FlaskClient, address: str) -> None:
    headers = client.get(address).headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert (policy["default-src"], policy["script-src"], policy["frame-ancestors"]) == ("'none'", "'self'", "'none'")
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert (headers["X-Content-Type-Options"], headers["X-Frame-Options"]) == ("nosniff", "DENY")


CHECKED = "/api/v1/ask?q=may+my+keeper+light+the+lamp+on+the+top+floor+with+2+oil&game=tiny-game"


def app_with(home: Path, limit_s: float, **settings: Any) -> APIFlask:
    """The application over a library of its own, whose checks may compute so long."""
    library = Library(home, check_limit_s=limit_s)
    library.warm_up()
    return create_app(library, settings=Settings(rate_limit="off", **settings))


def tag_of(app: APIFlask, address: str = "/api/v1/games") -> str | None:
    """The tag of an address' answer; the library is closed behind it."""
    try:
        return app.test_client().get(address, buffered=True).headers.get("ETag")
    finally:
        app.extensions[EXTENSION].close()


def test_an_answer_by_a_check_that_was_stopped_is_not_said_to_be_unchanged_later(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tag_of(app_with(home, 10.0), CHECKED)
    monkeypatch.setattr(Worker, "_answers", lambda *_: [])  # none comes in time
    assert tag_of(app_with(home, 10.0), CHECKED) is None


def test_the_tag_changes_with_all_that_an_answer_rests_on(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tag = tag_of(app_with(home, 1.0))
    assert tag == tag_of(app_with(home, 1.0, threads=4)), "how it is served changes nothing"
    assert tag != tag_of(app_with(home, 2.0)), "another time limit"
    assert tag != tag_of(app_with(home, 1.0, url="https://judge.example")), "links begin otherwise"
    monkeypatch.setattr(versioned, "release", lambda: "upgraded")
    assert tag != tag_of(app_with(home, 1.0)), "another program over the same knowledge base"


@pytest.mark.parametrize("address", ["/offline/tiny-game.json", "/offline/tiny-game.rules"])
def test_what_a_device_keeps_is_fetched_anew_for_another_program(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    tag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    monkeypatch.setattr(packing, "release", lambda: "upgraded")
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 200
