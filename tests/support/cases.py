"""The cases of every game's rules, and what each comes to: solved once a run, whichever process needs it first."""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ingest.games import parse_game
from kb.records.results import CheckResult
from kb.rules.checks import Checks
from kb.rules.model.cases import Case, load_cases
from tests.conftest import CORPUS, SHARED, once
from tests.support.five import GAMES, rules_of

__all__ = ["GAMES", "Solved", "cases", "cases_of", "checks_of", "solve", "solved"]

RESULTS = "results.pickle"


@dataclass(frozen=True)
class Solved:
    """What a case comes to, and how much of the processor's time that took, in seconds."""

    result: CheckResult
    took: float


@lru_cache
def checks_of(game: str) -> Checks:
    """The checks of one game, by its rules as they stand in the corpus."""
    parsed = [document for _, document in parse_game(CORPUS / game)]
    clauses = {clause.id: clause for document in parsed for clause in document.clauses}
    cards = [card for document in parsed for card in document.cards]
    folder = rules_of(game) if SHARED in os.environ else CORPUS / game
    return Checks({game: folder}, lambda game: clauses, lambda: cards)


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

    def make(place: Path) -> None:
        found: dict[str, Solved] = {}
        for case in cases_of(game):
            with suppress(Exception):  # whatever it is: the case's own test shows it
                found[case.id] = solve(case)
        (place / RESULTS).write_bytes(pickle.dumps(found))

    read: Mapping[str, Solved] = pickle.loads((once(f"solved/{game}", make) / RESULTS).read_bytes())
    return read
