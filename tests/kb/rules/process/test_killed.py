"""Workers that are killed, are stopped or do not start are replaced or given up, and none outlives its server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

import kb.rules.process.worker
from kb.errors import UnavailableError
from kb.records.results import Status
from kb.rules.model.rulemodel import RuleModel
from kb.rules.process.worker import Worker


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


def test_a_worker_ends_with_the_process_that_started_it_in_the_middle_of_a_check_too(tmp_path: Path) -> None:
    """A server that is ended leaves no solver behind that computes for minutes what nobody waits for."""
    script = tmp_path / "script.py"
    script.write_text(
        "import threading, time\n"
        "from pathlib import Path\n"
        "from kb.rules.process.worker import Worker\n"
        "from tests.kb.rules.process.bombs import BOMBS, planted\n"
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
