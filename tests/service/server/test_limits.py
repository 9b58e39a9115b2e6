"""Limits on what is asked: rates, bodies, lengths; and who is told what about a refusal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient

from kb.errors import UnavailableError
from kb.records.results import CheckResult
from kb.rules.model.rulemodel import RuleModel
from kb.rules.process.spent import spend
from kb.rules.process.worker import Worker, timed_out
from service.server.app import create_app
from service.server.limits.requests import parse_limits
from service.server.settings import Settings
from service.server.snapshots.library import Library

LAMP = "/api/v1/checks/tiny-game/light-lamp"
MakeClient = Callable[..., FlaskClient]


@pytest.fixture
def make_client(home: Path) -> Iterator[MakeClient]:
    """`make_client(rate_limit="3/minute")`: a client of an application with these settings."""
    libraries: list[Library] = []

    def make(**given: Any) -> FlaskClient:
        settings = Settings(**{"rate_limit": "off", **given})
        libraries.append(Library(home, check_limit_s=settings.time_limit))
        return create_app(libraries[-1], settings=settings).test_client()

    yield make
    for library in libraries:
        library.close()


def test_too_many_requests_are_told_when_to_come_back(make_client: MakeClient) -> None:
    client = make_client(rate_limit="3/minute")
    statuses = [client.get("/api/v1/games").status_code for _ in range(3)]
    refused = client.get("/api/v1/games")
    assert statuses == [200, 200, 200]
    assert (refused.status_code, refused.mimetype) == (429, "application/problem+json")
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert refused.get_json()["title"] == "Too Many Requests"
    assert refused.get_json()["request_id"] == refused.headers["X-Request-Id"]


def test_an_address_is_told_what_is_left_to_it(make_client: MakeClient) -> None:
    client = make_client(rate_limit="2/minute;5/hour")
    headers = [client.get("/api/v1/games").headers for _ in range(3)]
    assert [each["X-RateLimit-Remaining"] for each in headers] == ["1", "0", "0"]
    assert {each["X-RateLimit-Limit"] for each in headers} == {"2"}


@pytest.mark.parametrize(
    ("written", "limits"),
    [
        ("20/second;600/minute", [(20, 1), (600, 60)]),
        ("10 per hour, 5 per 2 days", [(10, 3_600), (5, 172_800)]),
        (" OFF ", []),
        ("", []),
    ],
)
def test_limits_are_written_by_amount_and_time(written: str, limits: list[tuple[int, int]]) -> None:
    assert [(each.amount, each.get_expiry()) for each in parse_limits(written)] == limits


@pytest.mark.parametrize("written", ["many", "20", "20/second;", "0/second", "5/fortnight"])
def test_limits_that_cannot_be_read_are_refused(written: str) -> None:
    with pytest.raises(ValueError, match="limits such as 20/second"):
        parse_limits(written)


def test_all_routes_count_together_and_each_address_alone(make_client: MakeClient) -> None:
    client = make_client(rate_limit="2/minute")
    assert client.get("/api/v1/games").status_code == client.get("/api/v1/checks").status_code == 200
    assert client.get("/").status_code == 429
    other = {"REMOTE_ADDR": "203.0.113.9"}
    assert client.get("/", environ_base=other).status_code == 200


def test_one_address_cannot_fill_the_reports_for_all(make_client: MakeClient) -> None:
    """Whatever a report says counts; those of others are kept, and everything else is answered."""
    client = make_client(rate_limit="100/second")
    posted = [client.post("/reports", data={"page": "/none"}).status_code for _ in range(21)]
    assert 429 not in posted[:20]
    assert posted[20] == 429
    assert client.get("/").status_code == 200
    other = {"REMOTE_ADDR": "203.0.113.9"}
    assert client.post("/reports", data={"page": "/none"}, environ_base=other).status_code != 429


def test_probes_and_what_pages_need_are_free(make_client: MakeClient) -> None:
    client = make_client(rate_limit="1/minute")
    free = ["/healthz", "/readyz", "/metrics", "/openapi.json", "/static/headjudge.css"]
    assert [client.get(address).status_code for address in free * 2] == [200] * 10


@pytest.mark.parametrize("near", ["/static/none.css", "/static/", "/metricsX", "/healthz/none", "/openapi.json.x"])
def test_what_only_begins_like_them_is_not(make_client: MakeClient, near: str) -> None:
    client = make_client(rate_limit="1/minute")
    assert [client.get(near).status_code for _ in range(2)] == [404, 429]


@pytest.mark.parametrize(("proxies", "second"), [(1, 200), (0, 429)])
def test_a_forwarded_address_counts_only_behind_a_proxy(make_client: MakeClient, proxies: int, second: int) -> None:
    client = make_client(rate_limit="1/minute", proxies=proxies)
    asked = [
        client.get("/api/v1/games", headers={"X-Forwarded-For": f"203.0.113.{number}"}).status_code for number in (1, 2)
    ]
    assert asked == [200, second]


def test_an_address_is_charged_for_the_seconds_that_its_checks_compute(
    make_client: MakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever had a minute's computing waits; others do not, and neither do the probes nor what was computed before."""
    client, now = make_client(rate_limit="1000/minute"), [1_000.0]
    monkeypatch.setattr("service.server.limits.computing.time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(Worker, "run", slow_run)
    statuses = [client.post(LAMP, json={"oil": number}).status_code for number in range(4)]
    assert statuses == [200, 200, 200, 429]
    refused = client.post(LAMP, json={"oil": 4})
    assert 1 <= int(refused.headers["Retry-After"]) <= 12
    assert "30 seconds a minute" in refused.get_json()["detail"]
    other = {"REMOTE_ADDR": "203.0.113.9"}
    assert client.post(LAMP, json={"oil": 0}, environ_base=other).status_code == 200
    assert client.get("/healthz").status_code == 200
    now[0] += int(refused.headers["Retry-After"])
    assert client.post(LAMP, json={"oil": 0}).status_code == 200


def slow_run(worker: Worker, model: RuleModel, check: str, facts: dict[str, Any]) -> CheckResult:
    """A check that computes for twelve seconds, without waiting for it."""
    spend(12.0)
    return timed_out(model, check)


def test_a_busy_solver_is_told_with_when_to_come_back(make_client: MakeClient, monkeypatch: pytest.MonkeyPatch) -> None:
    client = make_client()

    def busy(*_: object) -> None:
        raise UnavailableError("other checks are being computed")

    monkeypatch.setattr(Worker, "run", busy)
    refused = client.post(LAMP, json={"oil": 1})
    assert (refused.status_code, refused.mimetype) == (503, "application/problem+json")
    assert int(refused.headers["Retry-After"]) >= 1


@pytest.mark.slow
def test_the_process_answers_at_once_while_many_wait_for_the_solver(
    make_client: MakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fifty-five checks that compute a second each, on a server of eight threads: most are refused for now, and whether
    the process is alive is told at once."""
    app = make_client().application

    def second(worker: Worker, model: RuleModel, check: str, facts: dict[str, Any]) -> CheckResult:
        time.sleep(1.0)
        return timed_out(model, check)

    monkeypatch.setattr(Worker, "run", second)
    with ThreadPoolExecutor(8) as threads:
        posted = [
            threads.submit(lambda number: app.test_client().post(LAMP, json={"oil": number}).status_code, number % 6)
            for number in range(55)
        ]
        started = time.monotonic()
        asked = threads.submit(lambda: app.test_client().get("/healthz").status_code)
        assert asked.result() == 200
        assert time.monotonic() - started < 10
        assert {each.result() for each in posted} <= {200, 503}


def test_a_body_above_the_limit_is_refused(make_client: MakeClient) -> None:
    client = make_client(body_limit=1024)
    refused = client.post(LAMP, json={"facts": {"oil": "9" * 2000}})
    assert (refused.status_code, refused.mimetype) == (413, "application/problem+json")


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"", 400, "no JSON"),
        (b"{", 400, "no JSON"),
        (b"\xff\xfe\x00", 400, "no JSON"),
        (b'{"oil": NaN}', 400, "NaN is no JSON value"),
        (b'{"oil": -Infinity}', 400, "-Infinity is no JSON value"),
        (b'{"oil": 1, "oil": 2}', 400, "'oil' is given twice"),
        (b'{"oil": ' + b"9" * 5000 + b"}", 400, "no JSON"),
        (b'{"oil": ' + b"[" * 30_000 + b"]" * 30_000 + b"}", 400, "nested"),
        (b'{"oil": ' + b"[" * 30 + b"]" * 30 + b"}", 400, "more than 20 levels"),
        (b'{"oil": "\\ud800"}', 400, "no JSON"),
        (b'{"oil": 1e400}', 422, "oil"),
        (b'{"oil": 99999999999999999999}', 422, "oil"),
        (b'{"oil": 1.0}', 422, "oil"),
        (b'{"oil": true}', 422, "oil"),
        (b'{"oil": null}', 200, ""),
    ],
)
def test_only_json_that_means_one_thing_is_read(client: FlaskClient, body: bytes, status: int, said: str) -> None:
    reply = client.post(LAMP, data=body, content_type="application/json")
    assert reply.status_code == status, reply.text
    assert said in reply.get_json().get("detail", "")


def test_a_form_is_not_taken_for_json(client: FlaskClient) -> None:
    assert client.post(LAMP, data={"oil": "1"}).status_code == 415


@pytest.mark.parametrize("as_of", ["0", "1", "2006-8-29", "20060829", "2006-08-29T00:00:00", "2006-02-30", ""])
def test_a_day_is_written_as_one(client: FlaskClient, as_of: str) -> None:
    assert client.get("/api/v1/ask", query_string={"q": "press", "as_of": as_of}).status_code == 422


@pytest.mark.parametrize("limit", ["1.0", " 1", "1_0", "١", "+1", "51", "1e1"])
def test_a_number_is_written_as_one(client: FlaskClient, limit: str) -> None:
    assert client.get("/api/v1/ask", query_string={"q": "press", "limit": limit}).status_code == 422


def test_a_check_that_takes_too_long_is_stopped(make_client: MakeClient) -> None:
    client = make_client(time_limit=0.000_001)
    reply = client.post(LAMP, json={"oil": 2, "top_floor": True})
    assert (reply.status_code, reply.get_json()["status"], reply.get_json()["verdict"]) == (200, "timeout", None)
