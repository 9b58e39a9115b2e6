"""The log says what was asked for by route, never in which words; the metrics count it."""

from __future__ import annotations

import io
import json
import logging
import re
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api import routes as api
from service.server.app import create_app
from service.server.observing.logs import configure_logs, log_all
from service.server.settings import Settings
from service.server.snapshots.library import Library

SECRET = "xyzzyplugh"
Logged = Callable[..., tuple[FlaskClient, Callable[[], list[dict[str, Any]]]]]


@pytest.fixture
def logged(home: Path) -> Iterator[Logged]:
    """`logged(log_questions=True)`: a client, and what its application logged so far."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    stream = io.StringIO()
    libraries: list[Library] = []

    def make(**given: Any) -> tuple[FlaskClient, Callable[[], list[dict[str, Any]]]]:
        configure_logs(stream)
        libraries.append(Library(home))
        client = create_app(libraries[-1], settings=Settings(**{"rate_limit": "off", **given})).test_client()
        return client, lambda: [json.loads(line) for line in stream.getvalue().splitlines()]

    yield make
    root.handlers[:], root.level = handlers, level
    for library in libraries:
        library.close()


def test_a_request_is_one_line_without_the_question(logged: Logged) -> None:
    client, lines = logged()
    client.get(f"/api/v1/ask?q={SECRET}", headers={"X-Request-Id": "r1"})
    client.get(f"/api/v1/cards/{SECRET}")
    client.get(f"/{SECRET}")
    client.post("/api/v1/checks/tiny-game/light-lamp", json={SECRET: 1})
    client.get("/healthz")
    found = lines()
    assert [(each["method"], each["route"], each["status"]) for each in found] == [
        ("GET", "/api/v1/ask", 200),
        ("GET", "/api/v1/cards/<path:name>", 404),
        ("GET", None, 404),
        ("POST", "/api/v1/checks/<game>/<name>", 422),
    ]
    assert (found[0]["request_id"], found[0]["level"], found[0]["event"]) == ("r1", "info", "request")
    assert found[0]["took_ms"] > 0
    assert SECRET not in json.dumps(found)


def test_questions_are_logged_where_the_settings_ask_for_them(logged: Logged) -> None:
    client, lines = logged(log_questions=True)
    client.get(f"/api/v1/ask?q={SECRET}")
    assert (lines()[0]["question"], lines()[0]["path"]) == (SECRET, "/api/v1/ask")


def test_a_fault_of_ours_is_logged_with_its_place_and_told_without(
    logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyError(SECRET)

    monkeypatch.setattr(api, "answer", fail)
    client, lines = logged()
    reply = client.get("/api/v1/ask?q=press", headers={"X-Request-Id": "r2"})
    assert (reply.status_code, reply.mimetype) == (500, "application/problem+json")
    assert SECRET not in reply.text
    failed = lines()[0]
    assert (failed["event"], failed["error"], failed["request_id"]) == ("failed", "KeyError", "r2")
    assert any("fail" in place for place in failed["places"])
    assert SECRET not in json.dumps(lines())


def test_without_memory_the_service_says_when_to_come_back(logged: Logged, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(api, "answer", fail)
    client, lines = logged()
    reply = client.get("/api/v1/ask?q=press")
    assert (reply.status_code, reply.headers["Retry-After"]) == (503, "5")
    assert lines()[0]["error"] == "MemoryError"


@pytest.mark.parametrize("call", [("nothing", {}), ("show_clause", {"clause": SECRET}), ("ask", {SECRET: 1})])
def test_what_an_assistant_sends_is_not_logged(logged: Logged, call: tuple[str, Any]) -> None:
    client, lines = logged()
    name, arguments = call
    params = {"name": name if arguments else SECRET, "arguments": arguments}
    sent = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    headers = {"Accept": "application/json, text/event-stream"}
    assert client.post("/mcp", json=sent, headers=headers).status_code == 200
    assert lines()[-1]["route"] == "/mcp"
    assert SECRET not in json.dumps(lines())


def test_what_a_library_says_is_logged_by_its_place_and_an_error_without_its_message(logged: Logged) -> None:
    _, lines = logged()
    try:
        raise ValueError(SECRET)
    except ValueError:
        logging.getLogger("waitress").exception("Exception while serving /%s", SECRET)
        logging.getLogger("headjudge").exception("failed")
    library, own = lines()
    assert library["event"].startswith("waitress at test_logs_and_metrics.py:")
    assert own["event"] == "failed"
    assert library["error"] == own["error"] == "ValueError"
    assert library["places"][0].startswith("test_logs_and_metrics.py:")
    assert SECRET not in json.dumps([library, own])


def test_in_its_words_where_questions_are_logged(logged: Logged) -> None:
    stream = io.StringIO()
    logged()
    configure_logs(stream, questions=True)
    logging.getLogger("waitress").warning("Client disconnected while serving %s", "/games")
    assert json.loads(stream.getvalue())["event"] == "Client disconnected while serving /games"


@pytest.fixture
def python_hooks() -> Iterator[None]:
    """What Python calls where an error ends a thread, as it was, and warnings."""
    before = threading.excepthook, sys.unraisablehook
    yield
    threading.excepthook, sys.unraisablehook = before
    logging.captureWarnings(False)


def test_warnings_and_errors_that_end_a_thread_are_lines_too(logged: Logged, python_hooks: None) -> None:
    _, lines = logged()
    log_all()
    warnings.warn(SECRET, UserWarning, stacklevel=1)

    def fail() -> None:
        raise ValueError(SECRET)

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    warned, failed = lines()
    assert (warned["level"], failed["error"]) == ("warning", "ValueError")
    assert SECRET not in json.dumps([warned, failed])


def test_the_metrics_count_requests_outcomes_and_checks(logged: Logged) -> None:
    client, _ = logged()
    client.get("/api/v1/ask?q=zzyzx+qwrtp+vbnmk")
    client.get(f"/api/v1/cards/{SECRET}")
    client.post("/api/v1/checks/tiny-game/light-lamp", json={"oil": 2})
    text = client.get("/metrics").text
    assert 'headjudge_requests_total{method="GET",route="/api/v1/ask",status="200"} 1.0' in text
    assert 'headjudge_requests_total{method="GET",route="/api/v1/cards/<path:name>",status="404"} 1.0' in text
    assert 'headjudge_request_seconds_count{route="/api/v1/ask"} 1.0' in text
    assert 'headjudge_outcomes_total{outcome="not_found"} 1.0' in text
    assert 'headjudge_checks_total{status="depends"} 1.0' in text
    assert "headjudge_warm 0.0" in text
    assert SECRET not in text


def test_invented_methods_are_one_label_and_no_log_line_holds_them(logged: Logged) -> None:
    client, lines = logged()
    before = len(client.get("/metrics").text)
    for number in range(50):
        client.open("/api/v1/games", method=f"{SECRET}{number}".upper())
    text = client.get("/metrics").text
    assert 'headjudge_requests_total{method="other",route="none",status="405"} 50.0' in text
    assert SECRET.upper() not in text
    assert len(text) < before + 4_000
    assert SECRET.upper() not in json.dumps(lines())
    assert {each["method"] for each in lines() if each["status"] == 405} == {"other"}


def test_requests_beyond_the_limit_are_logged_together(logged: Logged) -> None:
    client, lines = logged(rate_limit="1/hour")
    for _ in range(50):
        client.get("/api/v1/games")
    refused = [each for each in lines() if each["status"] == 429]
    assert 1 <= len(refused) < 10
    assert refused[0]["event"] == "refused"


def test_the_metrics_show_how_many_bytes_are_kept(logged: Logged) -> None:
    client, _ = logged()
    client.get("/picture.png?of=/games")
    client.get("/offline/tiny-game.json")
    text = client.get("/metrics").text
    kept = dict(re.findall(r'^headjudge_kept_bytes{what="([a-z ]+)"} (\S+)', text, re.MULTILINE))
    assert {"pictures", "offline bundles", "rule texts", "questions read"} <= set(kept)
    assert float(kept["pictures"]) > 1_000
    assert float(kept["offline bundles"]) > 1_000
