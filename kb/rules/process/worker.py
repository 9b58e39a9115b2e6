"""Run checks in a process of its own that is killed at a time limit and replaced: grounding cannot be interrupted."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import cast
from weakref import WeakValueDictionary

from kb.errors import FactsError, UnavailableError
from kb.interpreter import INTERPRETER
from kb.records.results import CheckResult, Status
from kb.records.types import Json
from kb.rules.model.rulemodel import RuleModel
from kb.rules.process.forkserver import Forked, Nursery, started
from kb.rules.process.spent import require_awaited, spend
from kb.rules.solve.outcomes import Finding

LIMIT_S = 1.0
STARTING_S = 30.0
ATTEMPTS = 2
OWN_END = 0.8
"""Of the time limit, after which the worker itself begins no further scenario, so that it need not be killed."""


class Worker:
    """One worker process; calls take turns. A call beyond `limit_s` seconds ends in `timeout`.

    Compiled models in `folders`, by game, it reads itself; others are sent to it. Where there is
    a `nursery`, the process is forked from that. Several snapshots may use one worker: it knows the models of each, and
    ends when the last of them has closed it.
    """

    def __init__(
        self, limit_s: float = LIMIT_S, folders: Mapping[str, Path] | None = None, nursery: Nursery | None = None
    ) -> None:
        self.limit_s = limit_s
        self.folders = folders or {}
        self.nursery = nursery
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | Forked | None = None
        self._pipe: Connection | None = None
        self._sent: WeakValueDictionary[int, RuleModel] = WeakValueDictionary()
        self._there: set[int] = set()
        self._users = 1

    def also_for(self, folders: Mapping[str, Path]) -> Worker:
        """This worker, for one more user, who has compiled models in `folders`."""
        with self._lock:
            self._users += 1
            self.folders = {**self.folders, **folders}
        return self

    def run(self, model: RuleModel, check: str, facts: Mapping[str, object]) -> CheckResult:
        """Run a check; raises what `run_check` raises."""
        answer = self._ask("run", model, check, facts)
        return cast(CheckResult, answer[0]) if answer else timed_out(model, model.check(check).id)

    def find(self, model: RuleModel, check: str, facts: Mapping[str, object]) -> Finding:
        """What a check comes to, without its proof; raises what `find` of kb.rules.solve.decide raises."""
        answer = self._ask("find", model, check, facts)
        return cast(Finding, answer[0]) if answer else Finding(Status.TIMEOUT, None)

    def find_many(self, model: RuleModel, check: str, scenarios: Sequence[Mapping[str, object]]) -> list[Finding]:
        """`find` of each scenario in one round trip, which takes no longer than one check may: the scenarios that are
        not done by then end in `timeout`. Raises the error of the first that has one."""
        answers = self._ask("find_many", model, check, scenarios, self.limit_s * OWN_END, answers=len(scenarios))
        return [*cast(list[Finding], answers), *[Finding(Status.TIMEOUT, None)] * (len(scenarios) - len(answers))]

    def worlds(
        self, model: RuleModel, check: str, facts: Mapping[str, object], limit: int
    ) -> list[tuple[Json, Finding]]:
        """The scenarios around one (see kb/rules/solve/variations.py), as many as one check's time allows."""
        answer = self._ask("worlds", model, check, facts, limit, self.limit_s * OWN_END)
        found = cast(list[list[tuple[Json, Finding]]], answer)
        return found[0] if found else [(dict(facts), Finding(Status.TIMEOUT, None))]

    def _ask(
        self, what: str, model: RuleModel, check: str, facts: object, *bounds: float, answers: int = 1
    ) -> list[object]:
        """What the process answers to a message about a check, less than all `answers` beyond the time limit; raises
        the first of its errors, UnavailableError where the process ends over it twice or nobody waits for it."""
        require_awaited()
        known = model.check(check)
        try:
            message = (what, id(model), known.id, json.dumps(facts), *bounds)
        except (RecursionError, TypeError, ValueError):
            raise FactsError(known.full_id, [("", "they are nested too deeply or are no plain values")]) from None
        with INTERPRETER.let_go(), self._lock:
            found = self._exchanged(model, message, answers)
        for answer in found:
            if isinstance(answer, BaseException):
                raise answer
        return found

    def _exchanged(self, model: RuleModel, message: tuple[object, ...], answers: int) -> list[object]:
        """The answers to a message; it is sent once more where the process has ended."""
        for _ in range(ATTEMPTS):
            try:
                return self._answers(self._knowing(model), message, answers)
            except (EOFError, OSError):
                self._stop()
        raise UnavailableError("the solver has ended while it computed this: try again in a few seconds")

    def _answers(self, pipe: Connection, message: tuple[object, ...], answers: int) -> list[object]:
        """What comes within the time limit; the process is replaced where that is not all."""
        found: list[object] = []
        started = time.monotonic()
        try:
            pipe.send(message)
            while len(found) < answers and pipe.poll(max(0.0, started + self.limit_s - time.monotonic())):
                found.append(pipe.recv())
        finally:
            spend(time.monotonic() - started)
        if len(found) < answers:
            self._stop()
            self._start()
        return found

    def _knowing(self, model: RuleModel) -> Connection:
        """The pipe to a process that knows a model."""
        pipe = self._ready()
        if self._sent.get(id(model)) is not model:
            self._hand_over(model, pipe)
        return pipe

    def _hand_over(self, model: RuleModel, pipe: Connection) -> None:
        """Have the worker know a model: reading it there is faster than sending it."""
        if gone := self._there - set(self._sent):
            pipe.send(("forget", tuple(gone)))
            self._there -= gone
        folder = self.folders.get(model.game)
        if folder is not None:
            pipe.send(("read", id(model), str(folder), model.identity))
        if folder is None or not self._within(pipe, STARTING_S).recv():
            pipe.send(("model", id(model), model))
        self._sent[id(model)] = model
        self._there.add(id(model))

    def launch(self) -> None:
        """Have the process start and read all compiled models, without waiting for it."""
        with self._lock:
            self._running(ahead=True)

    def start(self) -> None:
        """Start the process, so that the first check need not wait for it; where that fails, the first check will."""
        with self._lock:
            try:
                self._ready()
            except (EOFError, OSError, UnavailableError):
                self._stop()

    def prepare(self, model: RuleModel) -> None:
        """Have the process know a model, so that the first check of its game need not wait for it; where that fails,
        the first check will try."""
        with self._lock:
            try:
                self._knowing(model)
            except (EOFError, OSError, UnavailableError):
                self._stop()

    def _running(self, ahead: bool = False) -> None:
        running = self._process is not None and self._process.poll() is None and self._pipe is not None
        if not running or (not self._waiting and self._pipe is not None and self._pipe.poll()):  # it says its end
            self._stop()
            self._start(ahead)

    def _ready(self) -> Connection:
        """The pipe to a process that has started; one that ends while it starts is replaced. EOFError where that one
        ends too, UnavailableError where none starts in time."""
        self._running()
        assert self._pipe is not None
        if self._waiting:
            try:
                _, number = self._within(self._pipe, STARTING_S).recv()
            except (EOFError, OSError):
                self.nursery = None  # it may have ended: start a process of our own
                self._stop()
                self._start()
                _, number = self._within(self._pipe, STARTING_S).recv()
            if isinstance(self._process, Forked):
                self._process.pid = number
            self._waiting = False
        return self._pipe

    def _within(self, pipe: Connection, seconds: float) -> Connection:
        """The pipe once something can be read from it; UnavailableError, and the process ended, where nothing comes."""
        if not pipe.poll(seconds):
            self._stop()
            raise UnavailableError("the solver does not start: try again in a few seconds")
        return pipe

    _waiting = False

    def _start(self, ahead: bool = False) -> None:
        self._forget()
        self._waiting = True
        if self.nursery is not None:
            try:
                self._pipe, self._process = self.nursery.fork()
            except OSError:
                self.nursery = None
            else:
                return
        self._pipe, there = Pipe()
        with there:
            read = [str(folder) for folder in self.folders.values()] if ahead else []
            self._process = started("kb.rules.process.loop", there.fileno(), *read)

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        if self._pipe is not None:
            self._pipe.close()
        self._process, self._pipe = None, None
        self._forget()

    def _forget(self) -> None:
        self._sent.clear()
        self._there.clear()

    def close(self) -> None:
        """End the process, once all its users have closed it."""
        with self._lock:
            self._users -= 1
            if self._users <= 0:
                self._stop()


def timed_out(model: RuleModel, identifier: str) -> CheckResult:
    """The result of a check that did not end in time."""
    check = model.check(identifier)
    return CheckResult(
        check=check.full_id, title=check.title, status=Status.TIMEOUT, verdict=None,
        summary="This took too long to compute and was stopped.", facts={}, read_as=(), assumed=(), ask=(), proof=None,
        citations=model.clauses_of(check),
    )  # fmt: skip
