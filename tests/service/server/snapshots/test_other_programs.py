"""A snapshot that another version of the program built, whose rules this one cannot read, is not served.

Each check of such a snapshot would fail, so a balancer must not be told that the server is ready.
"""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from kb.gamefolder import FACTS
from kb.home import RULES, snapshots_dir
from kb.rules.checks import Checks
from kb.rules.model.compiled import COMPILED, program_digest
from kb.snapshots.publish import building, publish
from kb.snapshots.snapshot import Manifest, file_sums
from service.server.app import create_app
from service.server.settings import Settings
from service.server.snapshots.library import Library
from tests.kb.samples import publish_sample

UNREADABLE = "another version built the rules of chess: run headjudge build"
TOKEN = "a-token-for-tests-only"


def publish_others(home: Path, version: str) -> None:
    """A snapshot like the one of version 1, with rules in a form of tomorrow, beside them what tomorrow's program made
    of them."""
    with building(home) as aside:
        shutil.copytree(snapshots_dir(home) / "1", aside, dirs_exist_ok=True)
        rules = aside / RULES / "chess"
        rules.mkdir(parents=True)
        (rules / FACTS).write_text('[facts.castled]\nkind = "of tomorrow"\n', "utf-8")
        (rules / COMPILED).write_bytes(bytes(len(program_digest())) + b"of tomorrow")
        replace(Manifest.read(aside), version=version, files=file_sums(aside)).save(aside)
        publish(aside, home).close()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home folder with two snapshots: 1, and the current one, 2, of another program."""
    publish_sample(tmp_path, "1").close()
    publish_others(tmp_path, "2")
    return tmp_path


def client_of(library: Library) -> FlaskClient:
    return create_app(library, settings=Settings(admin_token=TOKEN, rate_limit="off")).test_client()


def test_where_there_is_no_other_the_server_is_not_ready_and_says_why(home: Path) -> None:
    shutil.rmtree(snapshots_dir(home) / "1")
    reply = client_of(Library(home)).get("/readyz")
    assert reply.status_code == 503
    assert UNREADABLE in reply.get_json()["detail"]


def test_a_server_starts_with_the_one_before_and_says_why(home: Path) -> None:
    library = Library(home)
    found = client_of(library).get("/readyz").get_json()
    assert (found["status"], found["kb"]["version"], found["refused"]) == ("ready", "1", UNREADABLE)
    library.close()


def test_it_does_not_replace_a_running_one(tmp_path: Path) -> None:
    publish_sample(tmp_path, "1").close()
    library = Library(tmp_path)
    client = client_of(library)
    assert client.get("/readyz").get_json()["refused"] is None
    publish_others(tmp_path, "2")
    assert not library.renew()
    found = client.get("/readyz").get_json()
    assert (found["kb"]["version"], found["refused"]) == ("1", UNREADABLE)
    library.close()


def test_nobody_can_swap_to_it(home: Path) -> None:
    (home / "current").write_text("1\n", "utf-8")
    library = Library(home)
    client = client_of(library)
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    reply = client.post("/api/v1/admin/swap", json={"version": "2"}, headers=bearer)
    assert (reply.status_code, reply.get_json()["detail"].rstrip(".")) == (503, UNREADABLE)
    assert (home / "current").read_text("utf-8") == "1\n"
    library.close()


def test_rules_that_this_program_built_are_not_read_to_know_that(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = snapshots_dir(home) / "2" / RULES
    (rules / "chess" / COMPILED).write_bytes(program_digest() + b"not read")
    monkeypatch.setattr(Checks, "model", lambda *_: pytest.fail("the rules are read"))
    Checks({"chess": rules / "chess"}, lambda _: {}).require()
