"""Results of checks are kept by their facts, as they were written, and never those that timed out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import kb.rules.checks
from kb.records.checks import Status
from kb.rules.checks import Checks


class Counting:
    """A worker that counts its calls; a check called `slow` times out."""

    def __init__(self) -> None:
        self.ran: list[str] = []

    def run(self, model: object, check: str, facts: Mapping[str, object]) -> Any:
        """A new result each time."""
        self.ran.append(f"{check} {dict(facts)}")
        return SimpleNamespace(status=Status.TIMEOUT if check.endswith("slow") else Status.ANSWERED, verdict=check)

    def find(self, model: object, check: str, facts: Mapping[str, object]) -> Any:
        """A new finding each time."""
        return self.run(model, f"found {check}", facts)


@pytest.fixture
def checks() -> Checks:
    found = Checks({"go": Path()}, dict)
    found.worker = Counting()  # type: ignore[assignment]
    found._models["go"] = SimpleNamespace()  # type: ignore[assignment]
    return found


def ran(checks: Checks) -> list[str]:
    return checks.worker.ran  # type: ignore[attr-defined, no-any-return]


def test_the_same_facts_are_computed_once(checks: Checks) -> None:
    assert checks.run("go/ko", {"n": 1}) is checks.run("go/ko", {"n": 1})
    assert ran(checks) == ["go/ko {'n': 1}"]


def test_a_finding_is_kept_and_taken_from_a_whole_result(checks: Checks) -> None:
    assert checks.find("go/ko", {"n": 1}) is checks.find("go/ko", {"n": 1})
    checks.run("go/ko", {"n": 2})
    assert checks.find("go/ko", {"n": 2}).verdict == "go/ko"
    assert ran(checks) == ["found go/ko {'n': 1}", "go/ko {'n': 2}"]


def test_facts_of_other_types_are_other_facts(checks: Checks) -> None:
    for value in (1, True, "1", [1]):
        checks.run("go/ko", {"n": value})
    assert len(ran(checks)) == 4


def test_what_timed_out_is_tried_again(checks: Checks) -> None:
    for _ in range(2):
        assert checks.run("go/slow", {}).status is Status.TIMEOUT
    assert len(ran(checks)) == 2


def test_the_results_longest_unused_are_given_up(checks: Checks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kb.rules.checks, "KEPT", 2)
    for number in (1, 2, 1, 3, 1, 2):
        checks.run("go/ko", {"n": number})
    assert [each[-2] for each in ran(checks)] == ["1", "2", "3", "2"]
