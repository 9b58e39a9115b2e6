"""A game's rule model as the loader leaves it: frozen, complete, checked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kb.errors import Problem, UsageError
from kb.records.atoms import Partial
from kb.records.checks import Check
from kb.records.results import CheckResult
from kb.records.scenario import TextFact
from kb.records.types import Schema
from kb.rules.language.graph import Slice
from kb.rules.language.syntax import Rule

DRAFT = "draft"
"""The status of a section that nobody has read against its clause yet: its checks can be tried, and answer nobody."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of one clause: its status, and how many of its checkable statements rules decide."""

    clause: str
    document: str
    status: str
    reason: str
    done: int
    total: int
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, weakref_slot=True)
class RuleModel:
    """Rules, fact types and checks of a game; `slices` holds for each check the rules that it reaches, `demands`
    the patterns of facts that it can rest on, `documents` the ids of those that the entries are about, `withheld` the
    checks that a confirmed model has not.

    `version` is a digest of everything that can change a verdict; `problems` are the warnings met.
    """

    game: str
    version: str
    schema: Schema
    rules: tuple[Rule, ...]
    checks: dict[str, Check]
    slices: dict[str, Slice]
    demands: dict[str, tuple[Partial, ...]]
    entries: tuple[Entry, ...] = ()
    documents: tuple[str, ...] = ()
    texts: tuple[TextFact, ...] = ()
    cards: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = field(default=(), compare=False)
    withheld: tuple[str, ...] = ()

    @property
    def confirmed(self) -> RuleModel:
        """The same model without the checks that stand in a draft or rest on the rules of one."""
        drafts = {each.clause for each in self.entries if each.status == DRAFT}
        withheld = tuple(name for name in self.checks if not drafts.isdisjoint(self._rests_on(name)))
        if not withheld:
            return self
        kept = {name: each for name, each in self.checks.items() if name not in withheld}
        checks = {
            name: replace(each, twins=tuple(twin for twin in each.twins if twin.check in kept))
            for name, each in kept.items()
        }
        slices = {name: self.slices[name] for name in kept}
        demands = {name: self.demands[name] for name in kept}
        return replace(self, checks=checks, slices=slices, demands=demands, withheld=withheld)

    def _rests_on(self, name: str) -> set[str]:
        """The clauses that a check names first and those of the rules that it reaches."""
        return {*self.clauses_of(self.checks[name])[:1], *(rule.clause for rule in self.slices[name].rules)}

    @property
    def identity(self) -> tuple[object, ...]:
        """What is the same of two models that compute and tell the same: its text, and what it took from elsewhere."""
        return self.game, self.version, self.documents, self.cards

    def check(self, identifier: str) -> Check:
        """The check of an id, with or without the game before it; UsageError names near ones otherwise."""
        from difflib import get_close_matches

        short = identifier.removeprefix(f"{self.game}/")
        if short in self.checks:
            return self.checks[short]
        if short in self.withheld:
            raise UsageError(
                f"{self.game}/{short} is a draft that nobody has read against its clause yet, so it answers nobody: "
                "confirm it by the status of its section (modelled, or partly: why), then headjudge build"
            )
        near = get_close_matches(short, self.checks, 3, 0.5) or sorted(self.checks)[:5]
        raise UsageError(f"there is no check {identifier!r} in {self.game}: try {', '.join(near) or 'another game'}")

    def clauses_of(self, check: Check) -> tuple[str, ...]:
        """The full ids of the clauses that a check names."""
        return tuple(full_clause(each, self.game, self.documents) for each in check.clauses)

    def rests_on(self, result: CheckResult) -> tuple[str, ...]:
        """The clauses that a result of one of its checks rests on: those of its proof, and those that the check
        names."""
        return tuple(dict.fromkeys([*result.citations, *self.clauses_of(self.check(result.check))]))

    def rule(self, identifier: str) -> Rule | None:
        """The rule of an id."""
        return next((rule for rule in self.rules if rule.id == identifier), None)


def full_clause(path: str, game: str, documents: tuple[str, ...]) -> str:
    """`5.p1` or `document#5.p1` as a full id; the first document where none is named."""
    document, separator, rest = path.rpartition("#")
    if not separator:
        return f"{documents[0] if documents else game}#{rest}"
    return path if "/" in document else f"{game}/{path}"
