"""The protocol over HTTP: who may call, what a call is charged, how long it may take."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from kb.records.results import CheckResult
from kb.rules.model.rulemodel import RuleModel
from kb.rules.process.spent import require_awaited, spend, spent
from kb.rules.process.worker import Worker, timed_out
from service.mcp import http as mcp_http
from service.server.app import create_app
from service.server.settings import Settings
from service.server.snapshots.library import Library


@pytest.mark.parametrize("accept", [None, "*/*", "application/json"])
def test_who_does_not_say_what_it_accepts_is_answered(client: FlaskClient, accept: str | None) -> None:
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    reply = client.post("/mcp", json=ping, headers={"Accept": accept} if accept else {})
    assert (reply.status_code, reply.get_json()["id"]) == (200, 1)


def test_what_a_tool_computes_is_charged_to_who_asked(client: FlaskClient) -> None:
    facts = [{"cost": cost, "press": 3, "boost": 1} for cost in range(4, 10)]
    call = {"name": "run_check", "arguments": {"check": "press-cost", "facts_list": facts}}
    reply = client.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call})
    assert len(reply.get_json()["result"]["structuredContent"]["results"]) == len(facts)
    assert spent() > 0, "each request begins at nothing"


def test_a_call_that_takes_too_long_is_told_when_to_come_back_and_computes_no_further_check(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[dict[str, Any]] = []

    def slow(worker: Worker, model: RuleModel, check: str, facts: dict[str, Any]) -> CheckResult:
        require_awaited()
        ran.append(facts)
        time.sleep(0.5)
        spend(12.0)
        return timed_out(model, check)

    monkeypatch.setattr(Worker, "run", slow)
    monkeypatch.setattr(mcp_http, "longest_s", lambda settings: 0.8)
    library = Library(home)
    library.warm_up()
    client = create_app(library, settings=Settings(rate_limit="1000/minute")).test_client()
    assert client.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "ping"}).status_code == 200
    facts = [{"cost": cost, "press": 3, "boost": 1} for cost in range(4, 20)]
    call = {"name": "run_check", "arguments": {"check": "press-cost", "facts_list": facts}}
    asking = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}
    reply = client.post("/mcp", json=asking, headers={"Accept": "application/json, text/event-stream"})
    assert (reply.status_code, reply.mimetype) == (503, "application/problem+json")
    assert int(reply.headers["Retry-After"]) >= 1
    assert spent() >= 12.0, "what it computed by then is charged"
    time.sleep(1.5)
    assert len(ran) <= 3
    assert client.get("/api/v1/games").status_code == 200, "and nobody else's request is given up"
    library.close()


@pytest.mark.parametrize(
    ("settings", "seconds"), [({}, 53), ({"time_limit": 0.1}, 30), ({"assistant_timeout": 120}, 165)]
)
def test_a_call_may_take_as_long_as_the_settings_let_it_compute(settings: dict[str, float], seconds: float) -> None:
    assert mcp_http.longest_s(Settings.model_validate(settings)) == pytest.approx(seconds)


def test_a_page_of_another_site_may_not_call(client: FlaskClient) -> None:
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    accept = {"Accept": "application/json, text/event-stream"}
    for origin, status in (
        ("https://evil.example", 403),
        ("null", 403),
        ("http://[x", 403),
        ("http://localhost:5173", 200),
    ):
        reply = client.post("/mcp", json=ping, headers={**accept, "Origin": origin})
        assert reply.status_code == status, reply.text
    assert client.get("/mcp").status_code == 405
    assert client.post("/mcp", data=b"x" * 70_000, headers=accept).status_code == 413
    assert client.post("/mcp", data=b"{", headers={**accept, "Content-Type": "application/json"}).status_code == 400


def test_the_protocols_library_leaves_the_log_alone(client: FlaskClient) -> None:
    before = list(logging.root.handlers)
    accept = {"Accept": "application/json, text/event-stream"}
    assert client.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "ping"}, headers=accept).status_code == 200
    assert logging.root.handlers == before
