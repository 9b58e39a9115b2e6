"""The checks of all games: which there are, what they ask for, and running them.

checks = Checks.of(corpus_dir(), clauses)
result = checks.run("vs-system/press-cost", {"cost": 4, "recruited": 2})
result_json(result)
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import TypeVar, cast

from kb.errors import SnapshotError, SourceError, UsageError
from kb.gamefolder import has_rules
from kb.records import Card, Clause
from kb.records.checks import Check
from kb.records.results import CheckResult, Status
from kb.records.types import Json
from kb.rules.model.compiled import COMPILED, is_ours, read_compiled
from kb.rules.model.rulemodel import RuleModel
from kb.rules.process.spent import stop
from kb.rules.process.turns import Turns
from kb.rules.process.worker import LIMIT_S, Worker, timed_out
from kb.rules.resultcache import ResultCache
from kb.rules.solve.outcomes import Finding

TIMEOUT_S = 60.0
MOST_WORLDS = 64
Told = TypeVar("Told", CheckResult, Finding)


class Checks:
    """The rule models below one folder, each loaded when it is first needed; with drafts where these are tried."""

    def __init__(
        self,
        folders: Mapping[str, Path],
        clauses: Callable[[str], Mapping[str, Clause]],
        cards: Callable[[], Sequence[Card]] = tuple,
        quotes: bool = True,
        limit_s: float = LIMIT_S,
        drafts: bool = False,
    ) -> None:
        self.folders, self.clauses, self.cards, self.quotes = dict(folders), clauses, cards, quotes
        self.drafts = drafts
        self.worker = Worker(limit_s, self.folders)
        self._models: dict[str, RuleModel] = {}
        self._kept = ResultCache()
        self.turns = Turns()

    @classmethod
    def of(
        cls, corpus: Path, clauses: Callable[[str], Iterable[Clause]], cards: Callable[[], Sequence[Card]], quotes: bool
    ) -> Checks:
        """The checks of every game folder that has a rule model; clauses and cards are asked for only where a
        game's rules must be read anew."""
        folders = {path.name: path for path in sorted(corpus.glob("*/")) if has_rules(path)}
        return cls(folders, lambda game: {clause.id: clause for clause in clauses(game)}, cards, quotes)

    @property
    def games(self) -> tuple[str, ...]:
        """The games that have checks."""
        return tuple(self.folders)

    def model(self, game: str) -> RuleModel:
        """A game's rule model; UsageError where the game has none, SourceError where it has errors, SnapshotError where
        another version of the program built it and this one cannot read its rules."""
        if game not in self.folders:
            known = ", ".join(self.folders) or "none"
            raise UsageError(f"there are no checks for {game!r}: games with checks are {known}")
        if game not in self._models:
            self._models[game] = read_compiled(self.folders[game]) or self._read(game)
        return self._models[game]

    def require(self) -> None:
        """SnapshotError where another version of the program built a game's rules and this one cannot read them. What
        this one built is not read for it: it is known to be readable."""
        for game, folder in self.folders.items():
            if not is_ours(folder):
                try:
                    self.model(game)
                except SourceError as error:
                    raise SnapshotError(f"the rules of {game} cannot be read: {error}") from error

    def _read(self, game: str) -> RuleModel:
        """A game's rules as they are written; their parser is imported only here."""
        from kb.rules.cards.texts import card_facts
        from kb.rules.model.loader import load_rules

        cards = [card for card in self.cards() if card.game == game]
        titles = sorted({card.title for card in cards})
        try:
            model = load_rules(self.folders[game], self.clauses(game), card_facts(cards), titles, self.quotes)
            return model if self.drafts else model.confirmed
        except SourceError as error:
            if not (self.folders[game] / COMPILED).is_file():
                raise
            raise SnapshotError(f"another version built the rules of {game}: run headjudge build") from error

    def checks(self, game: str | None = None) -> tuple[Check, ...]:
        """The checks of one game, or of all."""
        return tuple(check for name in ([game] if game else self.games) for check in self.model(name).checks.values())

    def check(self, identifier: str) -> Check:
        """A check by its full id `game/check`; UsageError with near ones where there is none."""
        return self.model(game_of(identifier)).check(identifier)

    def run(self, identifier: str, facts: Mapping[str, object]) -> CheckResult:
        """Run a check in the worker process, at most `limit_s` seconds; see `run_check` for what it raises. Raises
        UnavailableError where too many wait for the worker already, or where it ends over this check."""
        model = self.model(game_of(identifier))
        key, found = _key("run", identifier, facts), _key("find", identifier, facts)
        late = self._kept.get(found)
        if late is not None and late.status is Status.TIMEOUT:
            stop()
            return timed_out(model, identifier)
        return self._told(key, lambda: self.worker.run(model, identifier, facts))

    def find(self, identifier: str, facts: Mapping[str, object]) -> Finding:
        """What a check comes to, without its proof: for verdicts that are only compared. Raises what `run` raises."""
        model = self.model(game_of(identifier))
        whole = self._kept.get(_key("run", identifier, facts))
        if whole is not None and whole.status is not Status.TIMEOUT:
            return Finding(whole.status, whole.verdict)
        return self._told(_key("find", identifier, facts), lambda: self.worker.find(model, identifier, facts))

    def _told(self, key: bytes | None, compute: Callable[[], Told]) -> Told:
        """What is kept by a key; else what is computed, once the worker is free, and kept: the same facts give the same
        result, and many questions state the same ones. What was stopped is kept for TIMEOUT_S only."""
        kept = self._kept.get(key)
        told = cast(Told, kept) if kept is not None else self._computed(key, compute)
        if told.status is Status.TIMEOUT:
            stop()
        return told

    def _computed(self, key: bytes | None, compute: Callable[[], Told]) -> Told:
        with self.turns.taken():
            if (kept := self._kept.get(key)) is not None:  # whoever had the turn before computed it
                return cast(Told, kept)
            told = compute()
            self._keep(key, told, told.status)
        return told

    def _keep(self, key: bytes | None, told: object, status: Status) -> None:
        self._kept.put(key, told, TIMEOUT_S if status is Status.TIMEOUT else inf)

    @property
    def kept_bytes(self) -> int:
        """How many bytes the results take that are kept, at most MOST_BYTES of kb/rules/resultcache.py."""
        return self._kept.entries.held

    def find_many(self, identifier: str, scenarios: Sequence[Mapping[str, object]]) -> list[Finding]:
        """`find` of several scenarios of one check, in their order, in one round trip of the worker: many take little
        longer than one. Together they may take as long as one check; those that are not done by then end in `timeout`.
        Raises what `run` raises, for the first scenario that has an error.

        >>> found = checks.find_many("tiny-duel/can-strike", [{"stunned": True}, {"row": "front"}])
        >>> [each.verdict.value for each in found]
        [False, True]
        """
        model = self.model(game_of(identifier))
        keys = [_key("find", identifier, each) for each in scenarios]
        found: list[Finding | None] = [self._kept.get(key) for key in keys]
        missing = [at for at, each in enumerate(found) if each is None]
        if missing:
            with self.turns.taken():
                computed = self.worker.find_many(model, identifier, [scenarios[at] for at in missing])
            for at, each in zip(missing, computed, strict=True):
                found[at] = each
                if each.status is not Status.TIMEOUT:  # of several none may be slow by itself
                    self._keep(keys[at], each, each.status)
        if any(each.status is Status.TIMEOUT for each in found if each is not None):
            stop()
        return [each for each in found if each is not None]

    def worlds(
        self, identifier: str, facts: Mapping[str, object], limit: int = MOST_WORLDS
    ) -> list[tuple[Json, Finding]]:
        """What a check comes to in the scenarios around this one: whether its verdict is the same whatever else is so,
        and if not, with which facts it is another. In one round trip of the worker.

        First stands the scenario itself; then at most `limit - 1` others, each the scenario with one more fact stated
        that it leaves unsaid, where its values can be listed: what a default denies affirmed, every other word, of
        numbers the least, the greatest and those beside the default. An unsaid fact without a default is not known: all
        its values are tried, and where one leaves the verdict open (`depends`), further facts that are not known are
        stated too. Facts that tell which way a question asks are left as they are. The time limit is that of one
        check: where not all is tried by then, the last finding is a `timeout`. Raises what `run` raises.

        "Always" holds where every finding is answered with the same verdict; otherwise the facts that a scenario has
        beyond `facts` are the counter-example.

        >>> for scenario, finding in checks.worlds("tiny-duel/can-strike", {"row": "support"}):
        ...     print(scenario, finding.verdict and finding.verdict.value)
        {'row': 'support'} None
        {'row': 'support', 'bow': True} True
        {'row': 'support', 'stunned': True} False
        {'row': 'support', 'bow': False} False
        """
        model, key = self.model(game_of(identifier)), _key(f"worlds {limit}", identifier, facts)
        found: list[tuple[Json, Finding]] | None = self._kept.get(key)
        if found is None:
            with self.turns.taken():
                found = self.worker.worlds(model, identifier, facts, limit)
            self._keep(key, found, found[-1][1].status)
        if found[-1][1].status is Status.TIMEOUT:
            stop()
        return found

    def run_here(self, identifier: str, facts: Mapping[str, object]) -> CheckResult:
        """Run a check in this process, without a limit: for tests and for single commands."""
        from kb.rules.solve.run import run_check

        return run_check(self.model(game_of(identifier)), identifier, facts)

    def launch(self) -> None:
        """Have the worker's process start where there are checks, without waiting for it."""
        if self.games:
            self.worker.launch()

    def prepare(self, game: str) -> None:
        """Have the worker's process know a game's rules, so that its first check need not wait for them."""
        self.worker.prepare(self.model(game))

    def close(self) -> None:
        """End the worker."""
        self.worker.close()


def _key(what: str, identifier: str, facts: Mapping[str, object]) -> bytes | None:
    """By what a check's results are kept: a digest of the facts as they are written; None where they are no JSON."""
    try:
        written = json.dumps([what, identifier, facts])
    except (RecursionError, TypeError, ValueError):
        return None
    return hashlib.sha256(written.encode()).digest()


def game_of(identifier: str) -> str:
    """The game of a check's full id; UsageError where it names none."""
    game, separator, check = identifier.partition("/")
    if not separator or not check:
        raise UsageError(f"{identifier!r} is no check's id: an id is game/check, for example vs-system/press-cost")
    return game
