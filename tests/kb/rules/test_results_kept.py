"""Results of checks are kept by their facts, as they were written, up to so many bytes; a timeout for a minute."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import kb.rules.resultcache
from kb.errors import UnavailableError
from kb.records.results import Status
from kb.rules.checks import Checks
from kb.rules.process.spent import stopped
from kb.rules.process.turns import MOST_WAITING
from kb.rules.resultcache import MOST_BYTES


class Counting:
    """A worker that counts its calls; a check called `slow` times out, one called `waits` takes its time."""

    def __init__(self) -> None:
        self.ran: list[str] = []

    def run(self, model: object, check: str, facts: Mapping[str, object]) -> Any:
        """A new result each time."""
        self.ran.append(f"{check} {dict(facts)}")
        if check.endswith("waits"):
            time.sleep(0.2)
        return SimpleNamespace(status=Status.TIMEOUT if check.endswith("slow") else Status.ANSWERED, verdict=check)

    def find(self, model: object, check: str, facts: Mapping[str, object]) -> Any:
        """A new finding each time."""
        return self.run(model, f"found {check}", facts)

    def find_many(self, model: object, check: str, scenarios: Sequence[Mapping[str, object]]) -> list[Any]:
        """A finding for each."""
        return [self.find(model, check, each) for each in scenarios]

    def worlds(self, model: object, check: str, facts: Mapping[str, object], limit: int) -> list[Any]:
        """The scenario alone."""
        return [(facts, self.find(model, check, facts))]


@pytest.fixture
def checks() -> Checks:
    found = Checks({"go": Path()}, lambda game: {})
    found.worker = Counting()  # type: ignore[assignment]
    check = SimpleNamespace(full_id="go/slow", title="Slow", clauses=())
    model = SimpleNamespace(check=lambda _: check, clauses_of=lambda _: ())
    found._models["go"] = model  # type: ignore[assignment]
    return found


def ran(checks: Checks) -> list[str]:
    return checks.worker.ran  # type: ignore[attr-defined, no-any-return]


def test_the_same_facts_are_computed_once(checks: Checks) -> None:
    assert checks.run("go/ko", {"n": 1}) == checks.run("go/ko", {"n": 1})
    assert ran(checks) == ["go/ko {'n': 1}"]


def test_a_finding_is_kept_and_taken_from_a_whole_result(checks: Checks) -> None:
    assert checks.find("go/ko", {"n": 1}) == checks.find("go/ko", {"n": 1})
    checks.run("go/ko", {"n": 2})
    assert checks.find("go/ko", {"n": 2}).verdict == "go/ko"
    assert ran(checks) == ["found go/ko {'n': 1}", "go/ko {'n': 2}"]


def test_findings_of_several_scenarios_are_kept_one_by_one(checks: Checks) -> None:
    checks.find("go/ko", {"n": 1})
    for _ in range(2):
        found = checks.find_many("go/ko", [{"n": 0}, {"n": 1}, {"n": 2}])
        assert [each.status for each in found] == [Status.ANSWERED] * 3
        assert len(checks.worlds("go/ko", {"n": 7})) == 1
    assert len(ran(checks)) == 4


def test_facts_of_other_types_are_other_facts(checks: Checks) -> None:
    for value in (1, True, "1", [1]):
        checks.run("go/ko", {"n": value})
    assert len(ran(checks)) == 4


def test_what_timed_out_is_told_at_once_for_a_minute_and_then_tried_again(
    checks: Checks, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(kb.rules.resultcache, "time", SimpleNamespace(monotonic=lambda: now[0]))
    for seconds in (0, 59, 2):
        now[0] += seconds
        assert checks.run("go/slow", {}).status is Status.TIMEOUT
    assert len(ran(checks)) == 2


def test_a_check_whose_verdict_took_too_long_is_not_begun_with_its_proof(checks: Checks) -> None:
    assert checks.find("go/slow", {}).status is Status.TIMEOUT
    assert checks.run("go/slow", {}).status is Status.TIMEOUT
    assert ran(checks) == ["found go/slow {}"]


def test_the_results_longest_unused_are_given_up(checks: Checks) -> None:
    checks.run("go/ko", {"n": 1})
    checks._kept.entries.most = 2 * checks.kept_bytes
    for number in (2, 1, 3, 1, 2):
        checks.run("go/ko", {"n": number})
    assert [each[-2] for each in ran(checks)] == ["1", "2", "3", "2"]


def test_large_results_take_no_more_than_the_bytes_they_may(checks: Checks, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand results of 42 KB: what is kept of them is counted, and bounded."""
    monkeypatch.setattr(
        checks.worker, "run", lambda *_: SimpleNamespace(status=Status.ANSWERED, verdict=random.randbytes(42_000))
    )
    for number in range(1_000):
        checks.run("go/ko", {"n": number})
        assert checks.kept_bytes <= MOST_BYTES
    assert checks.kept_bytes > MOST_BYTES - 100_000
    assert len(checks._kept.entries) < 800


def at_once(calls: int, call: Callable[[int], object]) -> list[object]:
    """What several calls give that begin together: their results or errors."""

    def told(number: int) -> object:
        try:
            return call(number)
        except UnavailableError as error:
            return error

    with ThreadPoolExecutor(calls) as threads:
        return list(threads.map(told, range(calls)))


def test_the_same_check_asked_by_many_at_once_is_computed_once(checks: Checks) -> None:
    found = at_once(5, lambda _: checks.run("go/waits", {}).verdict)
    assert found == ["go/waits"] * 5
    assert len(ran(checks)) == 1


def test_beyond_a_few_nobody_waits_for_the_solver(checks: Checks) -> None:
    checks.run("go/waits", {"n": -1})
    checks.turns.usual_s, started = 0.2, time.monotonic()
    found = at_once(30, lambda number: checks.run("go/waits", {"n": number}))
    refused = [each for each in found if isinstance(each, UnavailableError)]
    assert len(refused) == 30 - 1 - MOST_WAITING
    assert time.monotonic() - started < 5


def test_while_checks_are_quick_all_are_answered(checks: Checks) -> None:
    found = at_once(30, lambda number: checks.run("go/ko", {"n": number}).verdict)
    assert found == ["go/ko"] * 30
    assert len(ran(checks)) == 30


def test_nobody_waits_for_the_solver_longer_than_a_deadline(checks: Checks) -> None:
    checks.turns.longest_s = 0.05
    with checks.turns.taken(), pytest.raises(UnavailableError):
        checks.run("go/ko", {"n": 1})
    assert (ran(checks), checks.turns.waiting) == ([], 0)


@pytest.mark.parametrize(
    ("ask", "stops"),
    [
        (lambda checks, check: checks.run(check, {}), 1),
        (lambda checks, check: checks.find(check, {}), 1),
        (lambda checks, check: checks.find_many(check, [{}, {"a": 1}]), 1),
        (lambda checks, check: checks.worlds(check, {}), 1),
    ],
    ids=["run", "find", "find_many", "worlds"],
)
def test_a_thread_knows_that_it_was_given_the_result_of_a_stopped_check(
    checks: Checks, ask: Callable[[Checks, str], object], stops: int
) -> None:
    before = stopped()
    ask(checks, "go/ko")
    assert stopped() == before
    ask(checks, "go/slow")
    assert stopped() == before + stops
    ask(checks, "go/slow")
    assert stopped() == before + 2 * stops, "one that is kept counts as well"
