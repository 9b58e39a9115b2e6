"""The cases of every game's rules, and what each comes to: solved once a run, whichever process needs it first."""

from __future__ import annotations

import os
import pickle
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from filelock import FileLock

from ingest.building.checked import check_game
from ingest.games import parse_game
from kb.gamefolder import model_files
from kb.records.checks import CheckResult
from kb.rules.checks import Checks
from kb.rules.model.cases import Case, load_cases
from kb.rules.model.compiled import COMPILED, write_compiled
from tests.conftest import CORPUS, SHARED, shared

GAMES = sorted(path.parent.name for path in CORPUS.glob("*/facts.toml"))


@dataclass(frozen=True)
class Solved:
    """What a case comes to, and how much of the processor's time that took, in seconds."""

    result: CheckResult
    took: float


def compiled(game: str) -> Path:
    """A folder with a game's rules and the model that is made of them, made once a run: to read the five games' rules
    takes each process a quarter of a minute."""
    folder = shared() / "rules" / game
    folder.parent.mkdir(exist_ok=True)
    with FileLock(f"{folder}.lock"):
        if not (folder / COMPILED).exists():
            model, errors = check_game(CORPUS / game, "restated", None, shared())
            assert (errors, model is None) == ([], False)
            for path in model_files(CORPUS / game):
                copy = folder / path.relative_to(CORPUS / game)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)
            write_compiled(model, folder)
    return folder


@lru_cache
def checks_of(game: str) -> Checks:
    """The checks of one game, by its rules as they stand in the corpus."""
    parsed = [document for _, document in parse_game(CORPUS / game)]
    clauses = {clause.id: clause for document in parsed for clause in document.clauses}
    cards = [card for document in parsed for card in document.cards]
    return Checks(
        {game: compiled(game) if SHARED in os.environ else CORPUS / game}, lambda game: clauses, lambda: cards
    )


@lru_cache
def cases_of(game: str) -> tuple[Case, ...]:
    """The cases of one game."""
    return tuple(load_cases(CORPUS / game, [document.document.id for _, document in parse_game(CORPUS / game)]))


@lru_cache
def cases() -> tuple[Case, ...]:
    """The cases of all games."""
    return tuple(case for game in GAMES for case in cases_of(game))


def solve(case: Case) -> Solved:
    """A case, solved in this process."""
    checks = checks_of(case.game)
    checks.model(case.game)
    started = time.process_time()
    result = checks.run_here(f"{case.game}/{case.check}", case.facts)
    return Solved(result, time.process_time() - started)


def solved(case: Case) -> Solved:
    """What a case comes to, solved with its game's other cases by the first process of this run that asks for one."""
    return _solved(case.game).get(case.id) or solve(case)


@lru_cache
def _solved(game: str) -> Mapping[str, Solved]:
    """The cases of a game by their ids; those that raise are left out, and raise again for whoever asks for them."""
    kept = shared() / f"{game}.solved"
    with FileLock(f"{kept}.lock"):
        if not kept.exists():
            found: dict[str, Solved] = {}
            for case in cases_of(game):
                try:
                    found[case.id] = solve(case)
                except Exception:  # whatever it is: the case's own test shows it
                    continue
            kept.write_bytes(pickle.dumps(found))
    read: Mapping[str, Solved] = pickle.loads(kept.read_bytes())
    return read
