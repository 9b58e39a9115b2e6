"""The worker process: programs that would not end are stopped, and the next check is answered."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kb.errors import FactsError
from kb.interpreter import INTERPRETER
from kb.records.results import Status
from kb.rules.model.rulemodel import RuleModel
from kb.rules.process.spent import spent
from kb.rules.process.worker import Worker
from kb.rules.solve.outcomes import Finding
from tests.kb.rules.process.bombs import BOMBS, planted

TRIES = 4


@pytest.mark.parametrize("name", BOMBS)
@pytest.mark.slow
def test_a_bomb_ends_in_timeout_and_the_next_check_is_answered(
    worker: Worker, tiny: RuleModel, tmp_path: Path, name: str
) -> None:
    model = planted(tmp_path, BOMBS[name])
    assert model.checks
    taken: list[float] = []
    while not taken or (min(taken) >= 1.5 and len(taken) < TRIES):  # whatever else runs only adds
        worker.run(tiny, "crown", {})
        started = time.perf_counter()
        result = worker.run(model, "ends", {"size": 1})
        assert result.status is Status.TIMEOUT
        taken.append(time.perf_counter() - started)
    assert min(taken) < 1.5
    assert worker.find(model, "ends", {"size": 2}).status is Status.TIMEOUT
    answered = worker.run(tiny, "can-strike", {"stunned": True})
    assert answered.verdict is not None
    assert answered.verdict.value is False


def test_what_a_check_comes_to_is_found_without_its_proof(worker: Worker, tiny: RuleModel) -> None:
    result = worker.run(tiny, "can-strike", {"stunned": True})
    found = worker.find(tiny, "can-strike", {"stunned": True})
    assert (found.status, found.verdict) == (result.status, result.verdict)
    assert worker.find(tiny, "can-strike", {}).status is worker.run(tiny, "can-strike", {}).status


def test_errors_come_back_as_they_are(worker: Worker, tiny: RuleModel) -> None:
    with pytest.raises(FactsError, match="true or false is expected"):
        worker.run(tiny, "can-strike", {"stunned": 1})
    with pytest.raises(FactsError, match="true or false is expected"):
        worker.find(tiny, "can-strike", {"stunned": 1})


def nested(depth: int) -> list[object]:
    found: list[object] = []
    for _ in range(depth):
        found = [found]
    return found


HOSTILE: dict[str, dict[str, object]] = {
    "nested": {"carries": nested(5_000)},
    "long": {"carries": "x" * 5_000_000},
    "many": {"carries": ["crown"] * 10_000},
    "many slots": {f"x{number}": 1 for number in range(10_000)},
    "large": {"stunned": 2**31},
    "not a number": {"carries": [float("nan")]},
    "null byte": {"carries": ["crown\x00"]},
    "half a character": {"carries": ["\ud800"]},
    "a function": {"carries": nested},
    "a directive": {"carries": ['#include "/etc/passwd".']},
    "a quote": {"carries": ['crown"). scores(hero,9). x("']},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_facts_that_mean_harm_are_refused_and_the_next_check_is_answered(
    worker: Worker, tiny: RuleModel, name: str
) -> None:
    with pytest.raises(FactsError):
        worker.run(tiny, "crown", HOSTILE[name])
    assert worker.run(tiny, "crown", {"stunned": False, "carries": []}).status is Status.ANSWERED


def test_the_seconds_that_a_check_computes_are_counted_for_its_thread(
    worker: Worker, tiny: RuleModel, tmp_path: Path
) -> None:
    worker.start()
    before = spent()
    worker.run(planted(tmp_path, BOMBS["an interval bomb"]), "ends", {"size": 3})
    assert 1.0 <= spent() - before < 1.5
    with ThreadPoolExecutor(1) as other:
        assert other.submit(spent).result() == 0.0


def test_others_compute_while_the_solver_does(tiny: RuleModel, monkeypatch: pytest.MonkeyPatch) -> None:
    worker, found = Worker(), Finding(Status.DEPENDS, None)
    held: list[bool] = []

    def exchanged(*_: object) -> list[object]:
        held.append(INTERPRETER.mine)
        return [found]

    monkeypatch.setattr(worker, "_exchanged", exchanged)
    with INTERPRETER.held():
        assert worker.find(tiny, "crown", {}) is found
        assert INTERPRETER.mine
    assert held == [False]


def test_a_script_needs_no_guard_to_run_checks(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from tests.kb.rules.conftest import TINY, read_clauses\n"
        "from kb.rules.model.loader import load_rules\n"
        "from kb.rules.process.worker import Worker\n"
        "print(Worker().run(load_rules(TINY, read_clauses(TINY)), 'crown', {}).verdict.value)\n"
    )
    root = Path(__file__).parents[4]
    ran = subprocess.run([sys.executable, script], env={**os.environ, "PYTHONPATH": str(root)}, capture_output=True)
    assert ran.stdout.strip() == b"0", ran.stderr
