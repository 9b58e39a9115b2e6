"""Run checks in a process of its own that is killed at a time limit and replaced: grounding cannot be interrupted."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import cast

from kb.errors import FactsError, HeadjudgeError, RuleError
from kb.records.checks import CheckResult, Json, Status
from kb.rules.model.compiled import read_compiled
from kb.rules.model.rulemodel import RuleModel
from kb.rules.solve.forkserver import Forked, Nursery, started
from kb.rules.solve.outcomes import Finding

LIMIT_S = 1.0
STARTING_S = 30.0
OWN_END = 0.8
"""Of the time limit, after which the worker itself begins no further scenario, so that it need not be killed."""


def serve(pipe: Connection, models: dict[str, RuleModel]) -> None:
    """The loop, which first tells that it is ready, and its process' number: ("model", model) is kept, ("read", game,
    folder, version) keeps the compiled model of a folder and answers whether it is of that version. ("run", game,
    check, facts as JSON) answers with a result or an error, ("find", …) with a finding or an error, ("find_many", …,
    seconds) with one for each of a list of facts, in turn, ("worlds", …, limit, seconds) with scenarios or an error.

    The solver is imported here, in the worker alone.
    """
    from kb.rules.solve.decide import find
    from kb.rules.solve.run import run_check
    from kb.rules.solve.variations import variations

    asked: dict[str, Callable[..., object]] = {"run": run_check, "find": find, "worlds": variations}
    pipe.send(("ready", os.getpid()))
    while True:
        try:
            message = pipe.recv()
        except (EOFError, OSError):
            return
        if message[0] == "model":
            models[message[1].game] = message[1]
            continue
        if message[0] == "read":
            _, game, folder, version = message
            if game not in models or models[game].version != version:
                models.update(read_models([folder]))
            pipe.send(game in models and models[game].version == version)
            continue
        what, game, check, facts, *bounds = message
        if what != "find_many":
            pipe.send(answered(asked[what], models[game], check, json.loads(facts), *bounds))
            continue
        until = time.monotonic() + bounds[0]
        for each in json.loads(facts):
            late = time.monotonic() > until
            pipe.send(Finding(Status.TIMEOUT, None) if late else answered(find, models[game], check, each))


def answered(
    asked: Callable[..., object], model: RuleModel, check: str, facts: Mapping[str, object], *bounds: float
) -> object:
    """What a function makes of a check's facts, or the error that it raises."""
    try:
        return asked(model, check, facts, *bounds)
    except HeadjudgeError as error:
        return error
    except Exception as error:
        return RuleError(f"{model.game}/{check} failed: {type(error).__name__}: {error}")


def read_models(folders: Iterable[str]) -> dict[str, RuleModel]:
    """The compiled models of these folders by game, those that can be used, with the solver that they need."""
    import kb.rules.solve.run  # noqa: F401 (takes longest, and whoever forks from here has it then)

    found = (read_compiled(Path(folder)) for folder in folders)
    models = {model.game: model for model in found if model is not None}
    gc.freeze()  # what stays need not be searched for garbage again and again
    return models


def serve_on(descriptor: int, *folders: str) -> None:
    """The worker's loop over an inherited pipe, with the models of `folders`; it ends when the other end is closed."""
    serve(Connection(descriptor), read_models(folders))


class Worker:
    """One worker process; calls take turns. A call beyond `limit_s` seconds ends in `timeout`.

    Compiled models in `folders`, by game, it reads itself; others are sent to it. Where there is
    a `nursery`, the process is forked from that.
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
        self._sent: dict[str, str] = {}

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
        the first of its errors."""
        known = model.check(check)
        with self._lock:
            pipe = self._ready()
            if self._sent.get(model.game) != model.version:
                self._hand_over(model, pipe)
            try:
                pipe.send((what, model.game, known.id, json.dumps(facts), *bounds))
            except (RecursionError, TypeError, ValueError):
                raise FactsError(known.full_id, [("", "they are nested too deeply or are no plain values")]) from None
            found: list[object] = []
            until = time.monotonic() + self.limit_s
            try:
                while len(found) < answers and pipe.poll(max(0.0, until - time.monotonic())):
                    found.append(pipe.recv())
            except EOFError:
                self._stop()
                raise RuleError(f"the worker ended while it ran {known.full_id}") from None
            if len(found) < answers:
                self._stop()
                self._start()
        for answer in found:
            if isinstance(answer, BaseException):
                raise answer
        return found

    def _hand_over(self, model: RuleModel, pipe: Connection) -> None:
        """Have the worker know a model: reading it there is faster than sending it."""
        folder = self.folders.get(model.game)
        if folder is not None:
            pipe.send(("read", model.game, str(folder), model.version))
        if folder is None or not pipe.recv():
            pipe.send(("model", model))
        self._sent[model.game] = model.version

    def launch(self) -> None:
        """Have the process start and read all compiled models, without waiting for it."""
        with self._lock:
            self._running(ahead=True)

    def start(self) -> None:
        """Start the process, so that the first check need not wait for it."""
        with self._lock:
            self._ready()

    def prepare(self, model: RuleModel) -> None:
        """Have the process know a model, so that the first check of its game need not wait for it."""
        with self._lock:
            pipe = self._ready()
            if self._sent.get(model.game) != model.version:
                self._hand_over(model, pipe)

    def _running(self, ahead: bool = False) -> None:
        running = self._process is not None and self._process.poll() is None and self._pipe is not None
        if not running or (not self._waiting and self._pipe is not None and self._pipe.poll()):  # it says its end
            self._stop()
            self._start(ahead)

    def _ready(self) -> Connection:
        self._running()
        assert self._pipe is not None
        if self._waiting:
            if not self._pipe.poll(STARTING_S):
                raise RuleError("the worker did not start")
            try:
                _, number = self._pipe.recv()
            except EOFError:
                if self.nursery is None:
                    raise RuleError("the worker did not start") from None
                self.nursery = None  # it has ended: start a process of our own
                self._stop()
                return self._ready()
            if isinstance(self._process, Forked):
                self._process.pid = number
            self._waiting = False
        return self._pipe

    _waiting = False

    def _start(self, ahead: bool = False) -> None:
        self._sent, self._waiting = {}, True
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
            self._process = started("kb.rules.solve.worker", there.fileno(), *read)

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        if self._pipe is not None:
            self._pipe.close()
        self._process, self._pipe, self._sent = None, None, {}

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._stop()


def timed_out(model: RuleModel, identifier: str) -> CheckResult:
    """The result of a check that did not end in time."""
    check = model.check(identifier)
    return CheckResult(
        check=check.full_id, title=check.title, status=Status.TIMEOUT, verdict=None,
        summary="This took too long to compute and was stopped.", facts={}, read_as=(), assumed=(), ask=(), proof=None,
        citations=tuple(check.clauses),
    )  # fmt: skip
