"""What a clause of a list is shown with: the line above a point, the points below a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import pytest

from kb.knowledge import KnowledgeBase
from kb.records import Clause, Kind, digest
from service.show.quoting.lists import listing

TEXTS = {
    "moving.p1": "A figure is moved by a push. When moved, it may cross either of these:",
    "moving.b1": "Single white lines, or",
    "moving.b2": "Double white lines, downwards.",
    "moving.p2": "It stops at a wall.",
    "end.b1": "The game ends when one of these is met:",
    "end.b1.1": "Three are out",
    "end.b1.2": "Nobody is left.",
    "end.b2": "Nobody goes on",
    "end.b2.1": "They all sit down.",
}


@dataclass(frozen=True)
class Beside:
    """As much of a knowledge base as lists ask: the clauses around one."""

    clauses: tuple[Clause, ...]

    def around(self, clause: Clause, reach: int) -> list[Clause]:
        return [each for each in self.clauses if 0 < abs(each.ordinal - clause.ordinal) <= reach]


def made(at: int, path: str, text: str) -> Clause:
    """A clause of a document that holds nothing else."""
    return Clause(
        id=f"game/rules#{path}", game="game", document="game/rules", headings=(), text=text, kind=Kind.RULE, start=0,
        end=len(text), digest=digest(text), ordinal=at,
    )  # fmt: skip


CLAUSES = {path: made(at, path, text) for at, (path, text) in enumerate(TEXTS.items())}
BASE = cast(KnowledgeBase, Beside(tuple(CLAUSES.values())))


@pytest.mark.parametrize(
    ("path", "lead", "points"),
    [
        ("moving.p1", "", ["moving.b1", "moving.b2"]),
        ("moving.b1", "When moved, it may cross either of these:", ["moving.b2"]),
        ("moving.b2", "When moved, it may cross either of these:", []),
        ("moving.p2", "", []),
        ("end.b1", "", ["end.b1.1", "end.b1.2"]),
        ("end.b1.1", "The game ends when one of these is met:", []),
        ("end.b1.2", "The game ends when one of these is met:", []),
        ("end.b2.1", "", []),
    ],
)
def test_a_point_has_its_lead_and_a_lead_its_points(path: str, lead: str, points: list[str]) -> None:
    found = listing(BASE, CLAUSES[path])
    assert (found.lead, [each.path for each in found.points]) == (lead, points)
