"""Admin routes: only with a token configured, only for who has it; and what they do."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.api.admin import STATE
from service.server.app import create_app
from service.server.settings import Settings
from service.server.snapshots.library import Library
from service.server.snapshots.rebuild import Rebuild
from tests.kb.samples import publish_sample

TOKEN = "a-token-for-tests-only"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
ROUTES = [("GET", "/api/v1/admin/status"), ("POST", "/api/v1/admin/rebuild"), ("POST", "/api/v1/admin/swap")]


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder with two snapshots, 2 the current one."""
    folder = tmp_path_factory.mktemp("published")
    for version in ("1", "2"):
        publish_sample(folder, version).close()
    return folder


@pytest.fixture
def place(published: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(published, tmp_path / "home", symlinks=True))


@pytest.fixture
def admin(place: Path) -> Iterator[FlaskClient]:
    """A client of an application over it that has admin routes."""
    library = Library(place)
    yield create_app(library, settings=Settings(admin_token=TOKEN, rate_limit="off")).test_client()
    library.close()


@pytest.fixture(scope="module")
def guarded(published: Path) -> Iterator[FlaskClient]:
    """One client for all that is refused."""
    library = Library(published)
    yield create_app(library, settings=Settings(admin_token=TOKEN, rate_limit="off")).test_client()
    library.close()


@pytest.mark.parametrize(("method", "address"), ROUTES)
def test_without_a_token_configured_there_are_no_admin_routes(client: FlaskClient, method: str, address: str) -> None:
    assert client.open(address, method=method, headers={"Authorization": "Bearer "}).status_code == 404
    assert address not in client.get("/openapi.json").get_json()["paths"]


@pytest.mark.parametrize(("method", "address"), ROUTES)
@pytest.mark.parametrize(
    "sent",
    ["", "Bearer", "Bearer ", "Bearer wrong", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", f"Basic {TOKEN}", TOKEN],
)
def test_only_the_whole_token_opens_them(guarded: FlaskClient, method: str, address: str, sent: str) -> None:
    reply = guarded.open(address, method=method, headers={"Authorization": sent})
    assert (reply.status_code, reply.mimetype) == (401, "application/problem+json")
    assert reply.headers["WWW-Authenticate"].lower().startswith("bearer")


def test_the_status_says_what_is_served(admin: FlaskClient) -> None:
    found = admin.get("/api/v1/admin/status", headers=BEARER).get_json()
    assert (found["kb"]["version"], found["current"], found["snapshots"]) == ("2", "2", ["2", "1"])
    assert (found["warm"], found["swaps"], found["build"]["state"]) == (False, 0, "idle")


def test_a_swap_goes_to_the_version_that_is_named(admin: FlaskClient) -> None:
    back = admin.post("/api/v1/admin/swap", json={"version": "1"}, headers=BEARER)
    assert (back.status_code, back.get_json()) == (200, {"kb": {"version": "1", "edition": "restated"}, "before": "2"})
    assert admin.get("/readyz").get_json()["kb"]["version"] == "1"
    assert admin.post("/api/v1/admin/swap", headers=BEARER).get_json()["before"] == "1"


def test_several_swaps_at_once_are_made_one_after_the_other(admin: FlaskClient, place: Path) -> None:
    def swap(version: str) -> int:
        return (
            admin.application.test_client()
            .post("/api/v1/admin/swap", json={"version": version}, headers=BEARER)
            .status_code
        )

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(swap, "12" * 20)) == {200}
    assert (place / "current").read_text("utf-8").strip() in ("1", "2")


@pytest.mark.parametrize(
    ("body", "status"),
    [({"version": "3"}, 404), ({"version": "../1"}, 404), ({"version": 1}, 422), ({"other": "1"}, 422), ([], 422)],
)
def test_a_swap_to_what_is_not_there_is_refused(admin: FlaskClient, body: object, status: int) -> None:
    assert admin.post("/api/v1/admin/swap", json=body, headers=BEARER).status_code == status
    assert admin.get("/readyz").get_json()["kb"]["version"] == "2"


def test_a_swap_to_a_damaged_snapshot_is_refused_with_the_file_named(admin: FlaskClient, place: Path) -> None:
    (place / "snapshots" / "1" / "kb.db").write_bytes(b"nothing")
    reply = admin.post("/api/v1/admin/swap", json={"version": "1"}, headers=BEARER)
    assert reply.status_code == 503
    assert "kb.db" in reply.get_json()["detail"]
    assert admin.get("/readyz").get_json()["kb"]["version"] == "2"


@pytest.mark.parametrize(
    ("code", "state"), [("print('built')", "done"), ("print('no'); raise SystemExit(2)", "failed")]
)
def test_a_rebuild_runs_behind_and_one_at_a_time(admin: FlaskClient, place: Path, code: str, state: str) -> None:
    go_on = place / "go-on"
    wait = f"import pathlib, time\nwhile not pathlib.Path({str(go_on)!r}).exists(): time.sleep(0.02)\n"
    command = (sys.executable, "-c", wait + code)
    admin.application.extensions[STATE] = Rebuild(place, command)
    first = admin.post("/api/v1/admin/rebuild", headers=BEARER)
    assert (first.status_code, first.get_json()["state"]) == (202, "running")
    assert admin.post("/api/v1/admin/rebuild", headers=BEARER).status_code == 409
    go_on.touch()
    assert ended(admin)["state"] == state


def test_another_process_of_the_same_home_knows_of_a_rebuild(place: Path) -> None:
    one, other = (Rebuild(place, (sys.executable, "-c", "import time; time.sleep(0.5); print('built')")) for _ in "12")
    assert one.start()
    assert other.status()["state"] == "running"
    assert not other.start()
    while one.status()["state"] == "running":
        time.sleep(0.05)
    assert other.status() == one.status()
    assert (other.status()["state"], Rebuild(place).status()["said"]) == ("done", "built")


def test_a_rebuild_whose_process_has_ended_does_not_run_for_ever(place: Path) -> None:
    (place / "rebuild.json").write_text('{"state": "running", "started": "2026-01-01T00:00:00+00:00"}', "utf-8")
    rebuild = Rebuild(place, (sys.executable, "-c", "pass"))
    assert rebuild.status()["state"] == "failed"
    assert rebuild.start()
    (place / "rebuild.json").write_text("[", "utf-8")
    assert Rebuild(place).status()["state"] == "idle"


def test_who_asks_how_it_goes_is_never_taken_for_a_build(place: Path) -> None:
    """A build that has ended stays so however many ask at once, and another can be started meanwhile."""
    (place / "rebuild.json").write_text('{"state": "running", "started": "2026-01-01T00:00:00+00:00"}', "utf-8")
    asking = [Rebuild(place) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda each: [each.status()["state"] for _ in range(50)], asking))
    assert {state for states in found for state in states} == {"failed"}
    go_on = threading.Event()
    with ThreadPoolExecutor(4) as pool:
        for each in asking:
            pool.submit(lambda asked=each: [asked.status() for _ in iter(go_on.is_set, True)])
        rebuild = Rebuild(place, (sys.executable, "-c", "pass"))
        try:
            for _ in range(5):
                assert rebuild.start()
                while rebuild.status()["state"] == "running":
                    time.sleep(0.01)
                assert rebuild.status()["state"] == "done"
                (place / "rebuild.json").write_text('{"state": "running"}', "utf-8")
        finally:
            go_on.set()


def ended(admin: FlaskClient) -> dict[str, str]:
    """The build's status once it is not running any more."""
    for _ in range(100):
        found = admin.get("/api/v1/admin/status", headers=BEARER).get_json()["build"]
        if found["state"] != "running":
            return dict(found)
        time.sleep(0.1)
    raise AssertionError("the rebuild did not end")
