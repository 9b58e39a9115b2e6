"""The process that runs checks: its loop over a pipe. The other end is kb/rules/process/worker.py."""

from __future__ import annotations

import gc
import json
import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

from kb.errors import HeadjudgeError, RuleError
from kb.records.results import Status
from kb.rules.model.compiled import read_compiled
from kb.rules.model.rulemodel import RuleModel
from kb.rules.solve.outcomes import Finding

LOOK_S = 1.0


def serve(pipe: Connection, models: dict[str, RuleModel]) -> None:
    """The loop, which first tells that it is ready, and its process' number. Each model has a number: ("model", number,
    model) is kept, ("read", number, folder, identity) keeps the compiled model of a folder and answers whether it is
    that one, ("forget", numbers) gives some up. ("run", number, check, facts as JSON) answers with a result or an
    error, ("find", …) with a finding or an error, ("find_many", …, seconds) with one for each of a list of facts, in
    turn, ("worlds", …, limit, seconds) with scenarios or an error. `models` are those that are known ahead, by game.

    The solver is imported here, in the worker alone.
    """
    from kb.rules.solve.decide import find
    from kb.rules.solve.run import run_check
    from kb.rules.solve.solver import engine  # noqa: F401 (the solver's library, before the first check)
    from kb.rules.solve.variations import variations

    asked: dict[str, Callable[..., object]] = {"run": run_check, "find": find, "worlds": variations}
    with suppress(BrokenPipeError, ConnectionResetError):  # who asked has gone
        pipe.send(("ready", os.getpid()))
        answer_all(pipe, models, asked)


def answer_all(pipe: Connection, models: dict[str, RuleModel], asked: Mapping[str, Callable[..., object]]) -> None:
    """The loop itself, until the other end is closed."""
    known: dict[int, RuleModel] = {}
    while True:
        try:
            message = pipe.recv()
        except (EOFError, OSError):
            return
        if message[0] == "model":
            known[message[1]] = message[2]
            continue
        if message[0] == "forget":
            for number in message[1]:
                known.pop(number, None)
            continue
        if message[0] == "read":
            _, number, folder, identity = message
            found = models.pop(identity[0], None)
            if found is None or found.identity != identity:
                found = read_models([folder]).get(identity[0])
            if there := found is not None and found.identity == identity:
                known[number] = found
            pipe.send(there)
            continue
        what, number, check, facts, *bounds = message
        if what != "find_many":
            pipe.send(answered(asked[what], known[number], check, json.loads(facts), *bounds))
            continue
        until = time.monotonic() + bounds[0]
        for each in json.loads(facts):
            late = time.monotonic() > until
            pipe.send(Finding(Status.TIMEOUT, None) if late else answered(asked["find"], known[number], check, each))


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
    from kb.rules.solve import run  # noqa: F401 (takes longest, and whoever forks from here has it then)
    from kb.rules.solve.solver import engine  # noqa: F401

    found = (read_compiled(Path(folder)) for folder in folders)
    models = {model.game: model for model in found if model is not None}
    gc.freeze()  # what stays need not be searched for garbage again and again
    return models


def serve_on(descriptor: int, *folders: str) -> None:
    """The worker's loop over an inherited pipe, with the models of `folders`; it ends when the other end is closed."""
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    serve(Connection(descriptor), read_models(folders))


def end_with(parent: int) -> None:
    """End this process once its parent has gone, in the middle of a check too: nobody waits for that any more."""
    while os.getppid() == parent:
        time.sleep(LOOK_S)
    os._exit(0)
