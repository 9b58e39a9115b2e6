"""The worker process: programs that would not end are stopped, and the next check is answered."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

import kb.rules.process.worker
from kb.errors import FactsError, UnavailableError
from kb.interpreter import INTERPRETER
from kb.records.checks import Status
from kb.rules.model.compiled import write_compiled
from kb.rules.model.loader import lint_rules
from kb.rules.model.rulemodel import RuleModel
from kb.rules.process.forkserver import Forked, Nursery
from kb.rules.process.spent import spent
from kb.rules.process.worker import Worker
from kb.rules.solve.outcomes import Finding
from tests.kb.rules.conftest import read_clauses

FACTS = """
[entities]
thing = "{1} is a thing"

[fact.size]
args = ["thing"]
value = "0..9"
sentence = "{1} has size {2}"
"""
CHECKS = """
[ends]
title = "Does it end?"
kind = "yes_no"
goal = "ends(hero)"
cast = { hero = "thing" }
wordings = ["does it end"]
[ends.slots]
size = "size(hero)"
"""
TRIES = 4
BOMBS = {
    "a program without end": "n(0) :- thing(hero).\nn(f(X)) :- n(X).\nends(T) :- thing(T), n(X), X = 7.",
    "an interval bomb": "n(X) :- thing(hero), X = 1..900000.\nm(X+Y) :- n(X), n(Y).\nends(T) :- thing(T), m(7).",
    "a cross join": (
        "n(X) :- thing(hero), X = 1..1500.\nends(T) :- thing(T), n(A), n(B), n(C), n(D), A * B + C * D = 0 - 7."
    ),
}


def planted(folder: Path, rules: str) -> RuleModel:
    """A rule model with a program that does not end in time, loaded as if lint had missed it."""
    game = folder / "bomb"
    (game / "rules").mkdir(parents=True)
    (game / "facts.toml").write_text(FACTS)
    (game / "clauses.txt").write_text("book#1.p1 | It ends.")
    quoted = "\n\n".join(f"%@ r{number} | it ends\n{rule}" for number, rule in enumerate(rules.split("\n")))
    blocks = f"```asp\n{quoted}\n```\n\n```check\n{CHECKS}```\n"
    (game / "rules" / "book.md").write_text(f"# Book\n\n## 1.p1 End\n\n> It ends.\n\n{blocks}")
    model, _ = lint_rules(game, read_clauses(game))
    return model


@pytest.fixture(scope="module")
def nursery(tiny: RuleModel, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """A nursery that knows Tiny Duel."""
    rules = tmp_path_factory.mktemp("rules")
    (rules / tiny.game).mkdir()
    write_compiled(tiny, rules / tiny.game)
    started = Nursery(rules)
    yield started
    started.close()


@pytest.fixture(scope="module", params=["started", "forked"])
def worker(request: pytest.FixtureRequest, nursery: Nursery) -> Iterator[Worker]:
    started = Worker(nursery=nursery if request.param == "forked" else None)
    started.start()
    yield started
    started.close()


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


def test_a_worker_that_was_killed_is_replaced(worker: Worker, tiny: RuleModel) -> None:
    assert worker._process is not None
    worker._process.kill()
    worker._process.wait()
    assert worker.run(tiny, "crown", {}).status is Status.ANSWERED


def killing(worker: Worker, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the worker's process be killed by the next messages about a check, so many times."""
    left, answers = [times], worker._answers

    def killed(pipe: Connection, message: tuple[object, ...], wanted: int) -> list[object]:
        if left[0] > 0:
            left[0] -= 1
            assert worker._process is not None
            assert worker._process.pid is not None
            os.kill(worker._process.pid, signal.SIGSTOP)  # so that it is in the middle of it
            threading.Timer(0.1, os.kill, (worker._process.pid, signal.SIGKILL)).start()
        return answers(pipe, message, wanted)

    monkeypatch.setattr(worker, "_answers", killed)


def test_a_check_whose_worker_is_killed_is_computed_again(
    worker: Worker, tiny: RuleModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    killing(worker, 1, monkeypatch)
    assert worker.run(tiny, "crown", {}).status is Status.ANSWERED


def test_a_check_whose_worker_is_killed_twice_cannot_be_had_now_and_the_next_one_is_answered(
    worker: Worker, tiny: RuleModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    killing(worker, 2, monkeypatch)
    with pytest.raises(UnavailableError, match="try again in a few seconds"):
        worker.run(tiny, "crown", {})
    assert worker.run(tiny, "crown", {}).status is Status.ANSWERED


@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGTERM])
def test_a_worker_that_is_stopped_while_it_starts_is_replaced(tiny: RuleModel, stop: signal.Signals) -> None:
    worker = Worker()
    try:
        worker.launch()
        assert isinstance(worker._process, subprocess.Popen)
        worker._process.send_signal(stop)
        assert worker.run(tiny, "crown", {}).status is Status.ANSWERED
    finally:
        worker.close()


def test_a_worker_that_does_not_start_is_not_waited_for_without_end(
    tiny: RuleModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kb.rules.process.worker, "STARTING_S", 0.2)
    worker = Worker()
    try:
        worker.launch()
        assert isinstance(worker._process, subprocess.Popen)
        worker._process.send_signal(signal.SIGSTOP)
        with pytest.raises(UnavailableError, match="does not start"):
            worker.run(tiny, "crown", {})
        monkeypatch.undo()
        assert worker.run(tiny, "crown", {}).status is Status.ANSWERED
    finally:
        worker.close()


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


def test_a_worker_ends_with_the_process_that_started_it_in_the_middle_of_a_check_too(tmp_path: Path) -> None:
    """A server that is ended leaves no solver behind that computes for minutes what nobody waits for."""
    script = tmp_path / "script.py"
    script.write_text(
        "import threading, time\n"
        "from pathlib import Path\n"
        "from kb.rules.process.worker import Worker\n"
        "from tests.kb.rules.process.test_worker import BOMBS, planted\n"
        f"model = planted(Path({str(tmp_path)!r}), BOMBS['an interval bomb'])\n"
        "worker = Worker(limit_s=60)\n"
        "worker.start()\n"
        "print(worker._process.pid, flush=True)\n"
        "threading.Thread(target=worker.run, args=(model, 'ends', {'size': 1})).start()\n"
        "time.sleep(1)\n"
        "print('computing', flush=True)\n"
    )
    root = Path(__file__).parents[4]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    with subprocess.Popen([sys.executable, script], env=environment, stdout=subprocess.PIPE) as ran:
        assert ran.stdout
        number = int(ran.stdout.readline())
        assert ran.stdout.readline() == b"computing\n"
        ran.kill()
    until = time.monotonic() + 20
    while alive(number) and time.monotonic() < until:
        time.sleep(0.1)
    assert not alive(number)


def alive(number: int) -> bool:
    """Whether there is a process of a number that has not ended."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


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


@pytest.mark.parametrize("compiled", [True, False])
def test_a_compiled_model_is_read_by_the_worker_and_another_one_sent(
    tiny: RuleModel, tmp_path: Path, compiled: bool
) -> None:
    write_compiled(tiny if compiled else replace(tiny, version="older"), tmp_path)
    worker = Worker(folders={tiny.game: tmp_path})
    try:
        assert worker.run(tiny, "can-strike", {"stunned": True}).status is Status.ANSWERED
    finally:
        worker.close()


def test_several_snapshots_share_a_worker_which_knows_the_rules_of_each(tiny: RuleModel, tmp_path: Path) -> None:
    """While a newer snapshot is warmed both compute, each by its own rules; the last one that closes it ends it."""
    older, newer = replace(tiny, documents=("older",)), replace(tiny, documents=("newer",))
    write_compiled(newer, tmp_path)
    first = Worker()
    second = first.also_for({tiny.game: tmp_path})
    try:
        for each in (older, newer, older):
            assert first.run(each, "can-strike", {"stunned": True}).status is Status.ANSWERED
        assert first._process is second._process
        assert first._there == {id(older), id(newer)}
        first.close()
        assert second._process is not None, "it is used by the other one yet"
        gone, newest = id(older), replace(tiny, version="newest")
        del older, each
        gc.collect()
        assert second.run(newest, "crown", {}).status is Status.ANSWERED
        assert gone not in second._there, "the rules of a snapshot that is gone are given up"
    finally:
        second.close()
    assert second._process is None


def test_workers_of_a_nursery_are_processes_of_their_own_and_know_its_models(
    nursery: Nursery, tiny: RuleModel, tmp_path: Path
) -> None:
    workers = [Worker(folders={tiny.game: tmp_path / "nothing here"}, nursery=nursery) for _ in range(2)]
    try:
        for each in workers:
            assert each.run(tiny, "can-strike", {"stunned": True}).status is Status.ANSWERED
        processes = [each._process for each in workers]
        assert all(isinstance(each, Forked) for each in processes)
        assert len({each.pid for each in processes if each}) == 2
    finally:
        for each in workers:
            each.close()


def test_a_worker_starts_by_itself_where_its_nursery_has_ended(tiny: RuleModel, tmp_path: Path) -> None:
    ended = Nursery(tmp_path)
    ended._process.kill()
    ended._process.wait()
    worker = Worker(nursery=ended)
    try:
        assert worker.run(tiny, "can-strike", {"stunned": True}).status is Status.ANSWERED
        assert not isinstance(worker._process, Forked)
    finally:
        worker.close()
        ended.close()


def test_there_is_no_nursery_where_nothing_was_published(tmp_path: Path) -> None:
    assert Nursery.ahead(tmp_path) is None
