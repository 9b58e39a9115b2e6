"""Run checks in a process of its own that is killed at a time limit and replaced: grounding cannot be interrupted."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import threading
from collections.abc import Iterable, Mapping
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import cast

from kb.errors import FactsError, HeadjudgeError, RuleError
from kb.records.checks import CheckResult, Status
from kb.rules.model.compiled import read_compiled
from kb.rules.model.rulemodel import RuleModel
from kb.rules.solve.forkserver import Forked, Nursery, started
from kb.rules.solve.outcomes import Finding

LIMIT_S = 1.0
STARTING_S = 30.0


def serve(pipe: Connection, models: dict[str, RuleModel]) -> None:
    """The loop, which first tells that it is ready, and its process' number: ("model", model) is kept, ("read", game,
    folder, version) keeps the compiled model of a folder and answers whether it is of that version, ("run", game,
    check, facts as JSON) answers with a result or an error, ("find", …) with a finding or an error.

    The solver is imported here, in the worker alone.
    """
    from kb.rules.solve.decide import find
    from kb.rules.solve.run import run_check

    asked = {"run": run_check, "find": find}
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
        what, game, check, facts = message
        try:
            pipe.send(asked[what](models[game], check, json.loads(facts)))
        except HeadjudgeError as error:
            pipe.send(error)
        except Exception as error:
            pipe.send(RuleError(f"{game}/{check} failed: {type(error).__name__}: {error}"))


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
        return timed_out(model, model.check(check).id) if answer is None else cast(CheckResult, answer)

    def find(self, model: RuleModel, check: str, facts: Mapping[str, object]) -> Finding:
        """What a check comes to, without its proof; raises what `find` of kb.rules.solve.decide raises."""
        answer = self._ask("find", model, check, facts)
        return Finding(Status.TIMEOUT, None) if answer is None else cast(Finding, answer)

    def _ask(self, what: str, model: RuleModel, check: str, facts: Mapping[str, object]) -> object:
        """What the process answers to a message about a check, None beyond the time limit; raises its errors."""
        known = model.check(check)
        with self._lock:
            pipe = self._ready()
            if self._sent.get(model.game) != model.version:
                self._hand_over(model, pipe)
            try:
                pipe.send((what, model.game, known.id, json.dumps(facts)))
            except (RecursionError, TypeError, ValueError):
                raise FactsError(known.full_id, [("", "they are nested too deeply or are no plain values")]) from None
            if not pipe.poll(self.limit_s):
                self._stop()
                self._start()
                return None
            try:
                answer: object = pipe.recv()
            except EOFError:
                self._stop()
                raise RuleError(f"the worker ended while it ran {known.full_id}") from None
        if isinstance(answer, BaseException):
            raise answer
        return answer

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
