"""What servers of one database keep together: a signature taken by one is known to the other, and so is a report."""

from __future__ import annotations

import logging
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from kb.answering.assisting.sharedreplies import SharedReplies
from kb.errors import SnapshotError, UnavailableError
from kb.home import STORE_ADDRESS
from kb.readers.assistant.prompts import Prompt
from kb.store.postgres import together as module
from kb.store.postgres.connections import connect
from kb.store.postgres.together import Together
from service.bots.seen import SeenFiles
from service.reports import store
from service.server.limits.requests import parse_limits
from service.server.limits.windows import windows
from tests.support.postgres import Server, database


class Counting:
    """A model that numbers its replies."""

    name = "counting"

    def __init__(self) -> None:
        self.asked = 0

    def prepare(self) -> None:
        """Nothing."""

    def complete(self, prompt: Prompt, until: float) -> str:
        """The number of this reply."""
        self.asked += 1
        return f"reply {self.asked} to {prompt.messages[-1][1]}"

    def keep(self, prompt: Prompt, reply: str) -> None:
        """Nothing."""


def prompt(question: str) -> Prompt:
    return Prompt("answer", (("system", "You answer."), ("user", question)), {}, 300)


GONE = "postgresql://headjudge@127.0.0.1:9/nothing"


@pytest.fixture
def address(postgres: Server) -> str:
    """An empty database."""
    return database(postgres, "together")


@pytest.fixture
def shared(address: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The same, which servers share."""
    monkeypatch.setenv(STORE_ADDRESS, address)
    module.together.cache_clear()
    return address


def test_a_signature_that_one_server_took_is_known_to_the_other(address: str) -> None:
    one, other = Together(address), Together(address)
    assert one.take("a", 600)
    assert not other.take("a", 600)
    assert not one.take("a", 600)
    assert other.take("b", 600)


def test_signatures_that_are_no_longer_fresh_are_forgotten(address: str) -> None:
    assert Together(address).take("a", 600)
    assert Together(address).take("b", 0)
    assert Together(address).take("a", 600)


def test_reports_are_numbered_for_all_and_bounded(address: str) -> None:
    one, other = Together(address), Together(address)
    assert (one.add_report('{"asked": "a\\u0000b"}', 100), other.add_report('{"asked": "é"}', 100)) == (1, 2)
    assert other.reports() == one.reports() == [(1, '{"asked": "a\\u0000b"}'), (2, '{"asked": "é"}')]
    assert one.add_report("x" * 100, 100) is None
    assert len(other.reports()) == 2


def test_servers_count_together_until_a_time_is_over(address: str) -> None:
    one, other = Together(address), Together(address)
    now = time.time()
    assert one.count({"a": now + 60, "b": now - 1}) == {"a": 1, "b": 1}
    assert other.count({"a": now + 60, "b": now - 1}) == {"a": 2, "b": 1}, "what is over is cleared away"
    assert one.count({"b": now + 60, "a": now + 60}) == {"a": 3, "b": 2}


def test_an_address_has_its_limit_at_all_servers(shared: str) -> None:
    one, other = windows(), windows()
    limits = parse_limits("3/hour;100/day")
    found = [each.hit(limits, "203.0.113.7")[0] for each in (one, other, one, other)]
    assert [(each.allowed, each.remaining) for each in found] == [(True, 2), (True, 1), (True, 0), (False, 0)]
    assert 0 < found[0].reset_time - time.time() <= 3600
    assert other.hit(limits, "203.0.113.8")[0].allowed


def test_while_the_database_is_gone_each_server_counts_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(STORE_ADDRESS, GONE)
    own, [limit] = windows(), parse_limits("2/hour")
    with caplog.at_level(logging.WARNING, "headjudge"):
        assert [own.hit([limit], "an address")[0].allowed for _ in range(3)] == [True, True, False]
    assert caplog.text.count("counted by each server alone") == 1


def test_what_one_server_understood_of_a_model_no_other_asks_again(address: str) -> None:
    models = Counting(), Counting()
    one, other = (SharedReplies(each, address) for each in models)
    one.keep(prompt("may it?"), one.complete(prompt("may it?"), 0))
    assert one.complete(prompt("may it?"), 0) == other.complete(prompt("may it?"), 0) == "reply 1 to may it?"
    assert other.complete(prompt("may he?"), 0) == "reply 1 to may he?"
    assert [each.asked for each in models] == [1, 1]


def test_what_nobody_has_understood_is_asked_again_and_a_better_reply_takes_its_place(address: str) -> None:
    model = SharedReplies(Counting(), address)
    assert [model.complete(prompt("may it?"), 0) for _ in range(2)] == ["reply 1 to may it?", "reply 2 to may it?"]
    for reply in ("garbage {", "it fits"):
        model.keep(prompt("may it?"), reply)
    assert SharedReplies(Counting(), address).complete(prompt("may it?"), 0) == "it fits"


def test_while_the_database_is_gone_the_model_is_asked() -> None:
    model = SharedReplies(Counting(), GONE)
    assert [model.complete(prompt("may it?"), 0) for _ in range(2)] == ["reply 1 to may it?", "reply 2 to may it?"]


def test_a_database_that_is_gone_is_left_alone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def unreachable(address: str, writing: bool) -> None:
        asked.append(address)
        raise SnapshotError("PostgreSQL cannot be reached: gone")

    monkeypatch.setattr(module, "connect", unreachable)
    gone = Together(GONE)
    for _ in range(3):
        with pytest.raises(SnapshotError, match=r"cannot be (written|reached)|could not be written"):
            gone.take("a", 600)
    assert asked == [GONE]


def test_a_lost_connection_is_made_anew_behind_what_is_asked(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one = Together(address)
    assert one.take("a", 600)
    monkeypatch.setattr(module, "REST_S", 0.05)
    with connect(address) as other:
        other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    opened, making = one._opened, threading.Event()

    def open_slowly() -> Any:
        making.set()
        time.sleep(0.3)
        return opened()

    monkeypatch.setattr(one, "_opened", open_slowly)
    with pytest.raises(SnapshotError, match="cannot be written"):
        one.take("b", 600)
    time.sleep(0.1)
    monkeypatch.setattr(module, "REST_S", 60.0)
    began = time.monotonic()
    with pytest.raises(SnapshotError, match="a moment ago"):
        one.take("b", 600)
    assert time.monotonic() - began < 0.2, "who asks does not wait for the connection"
    assert making.wait(5)
    for _ in range(100):
        time.sleep(0.05)
        if one._connection is not None:
            break
    assert one.take("b", 600)
    assert not one.take("a", 600)


def test_homes_of_one_database_take_a_signature_once(shared: str, tmp_path: Path) -> None:
    one, other = (SeenFiles(tmp_path / name, 600) for name in ("one", "other"))
    assert one.add("a")
    assert not other.add("a")
    assert other.add("b")
    assert not one.add("b")


def test_where_the_database_is_gone_a_home_knows_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(STORE_ADDRESS, GONE)
    files = SeenFiles(tmp_path, 600)
    with caplog.at_level(logging.WARNING, "headjudge"):
        assert (files.add("a"), files.add("a"), files.add("b")) == (True, False, True)
    assert caplog.text.count("remembered by each server alone") == 1
    assert "127.0.0.1:9/nothing" not in caplog.text


def test_what_is_reported_to_one_server_is_listed_by_any(shared: str, tmp_path: Path) -> None:
    assert store.add_report({"asked": "may it?"}, tmp_path / "one") == 1
    assert store.reports(tmp_path / "other") == [{"number": 1, "asked": "may it?"}]
    assert store.report_numbered(1, tmp_path / "other")["asked"] == "may it?"
    with pytest.raises(UnavailableError, match="as many as may be"):
        store.add_report({"asked": "x" * 200}, tmp_path, most=100)


def test_a_report_that_no_database_takes_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(STORE_ADDRESS, GONE)
    module.together.cache_clear()
    with pytest.raises(UnavailableError, match="could not be kept"):
        store.add_report({"asked": "may it?"}, tmp_path)
