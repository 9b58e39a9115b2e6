"""When a game's rules are in force, where they were read against a version of a document whose day has not come."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

ALWAYS = (("", frozenset[str]()),)


@dataclass(frozen=True, slots=True)
class Ahead:
    """For today, whose day is empty, and for each later day on which a version comes: the clauses that do not read then
    as the rules on them were read against them. Nothing is computed that rests on one of them."""

    days: tuple[tuple[str, frozenset[str]], ...] = ALWAYS

    def until(self, clauses: Iterable[str]) -> str:
        """The first day on which what rests on these clauses is computed, the last one where it is on none; empty
        where it is today."""
        rests = frozenset(clauses)
        return next((day for day, otherwise in self.days if not rests & otherwise), self.days[-1][0])
