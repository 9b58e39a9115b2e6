"""Whose request is answered next: clients take turns, a busy one has one thread while others are here; probes have
their own."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from service.server.front.shares import MEMORY_S, MUCH_S, Shares
from service.server.front.turns import Turns, dispatcher

PATIENCE_S = 10


class Asked:
    """A request of a client that is answered once it is let go."""

    def __init__(self, client: str, path: str = "/", go: threading.Event | None = None) -> None:
        self.client, self.path, self.go = client, path, go
        self.began = threading.Event()

    def service(self) -> None:
        self.began.set()
        if self.go:
            self.go.wait(PATIENCE_S)

    def cancel(self) -> None:
        self.began.clear()


def whose(task: Asked) -> tuple[str, str]:
    return task.client, task.path


def order(turns: Turns) -> list[str]:
    """Who is answered, one after the other."""
    found = []
    while len(turns):
        turn = turns.popleft()
        found.append(turn.client)
        turn.service()
    return found


def test_clients_take_turns_however_many_requests_one_has() -> None:
    turns = Turns(8, whose)
    for client in "aaaaaabbc":
        turns.append(Asked(client))
    assert "".join(order(turns)) == "abcabaaaa"


def test_one_client_has_half_of_the_threads_at_most() -> None:
    turns = Turns(8, whose)
    for _ in range(20):
        turns.append(Asked("a"))
    assert [turns.popleft().client for _ in range(len(turns))] == ["a"] * 4
    assert len(turns) == 0
    turns.append(Asked("b"))
    assert turns.popleft().client == "b"


def test_a_place_that_is_given_back_is_taken_again() -> None:
    turns = Turns(2, whose)
    for _ in range(2):
        turns.append(Asked("a"))
    first = turns.popleft()
    assert len(turns) == 0
    first.service()
    assert len(turns) == 1


def test_a_probe_is_ready_while_every_thread_is_taken() -> None:
    turns = Turns(2, whose)
    for client in "abc":
        turns.append(Asked(client))
    taken = [turns.popleft() for _ in range(2)]
    assert (len(taken), len(turns)) == (2, 0)
    turns.append(Asked("d", "/healthz"))
    assert turns.popleft().client == "d"


@pytest.fixture
def clock() -> list[float]:
    """A time that a test sets."""
    return [1_000.0]


def test_who_computes_much_has_one_thread_while_others_are_here(clock: list[float]) -> None:
    shares = Shares(4, lambda: clock[0])
    shares.add("a", 2 * MUCH_S)
    assert shares.of("a") == 4, "alone it is held back by nothing"
    shares.add("b")
    assert (shares.of("a"), shares.of("b")) == (1, 4)
    clock[0] += MEMORY_S
    assert shares.of("a") == 4, "nobody else asked for a while"


def test_what_was_used_is_forgotten(clock: list[float]) -> None:
    shares = Shares(4, lambda: clock[0])
    shares.add("a", 2 * MUCH_S)
    clock[0] += MEMORY_S
    shares.add("b")
    assert shares.of("a") == 4


def test_no_more_clients_are_remembered_than_there_is_room_for(clock: list[float]) -> None:
    shares = Shares(4, lambda: clock[0])
    for number in range(10_000):
        shares.add(f"192.0.2.{number}", 1.0)
    assert len(shares._uses) == 4_096


@pytest.fixture
def threads() -> Iterator[Any]:
    """Four threads that take turns, and one for probes."""
    found = dispatcher(4, whose)
    yield found
    found.shutdown()


def test_a_client_whose_requests_take_long_holds_up_nobody_else(threads: Any) -> None:
    go = threading.Event()
    slow = [Asked("a", go=go) for _ in range(30)]
    for each in slow:
        threads.add_task(each)
    other, probe = Asked("b"), Asked("a", "/healthz")
    threads.add_task(other)
    threads.add_task(probe)
    assert other.began.wait(PATIENCE_S)
    assert probe.began.wait(PATIENCE_S)
    assert sum(each.began.is_set() for each in slow) == 2
    go.set()
    until = time.monotonic() + PATIENCE_S
    while not all(each.began.is_set() for each in slow) and time.monotonic() < until:
        time.sleep(0.01)
    assert all(each.began.is_set() for each in slow)
