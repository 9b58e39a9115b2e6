"""What the questions of players tell of the clauses and checks that they ask for."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field

import numpy as np

from kb.retrieval.arrays import Rows

Lessons = Callable[[str, str, str], Mapping[str, float]]
"""How much a question speaks for each class of a lesson, learned from a game's wordings: (lesson, game, text)."""


def nothing_learned(lesson: str, game: str, text: str) -> Mapping[str, float]:  # noqa: ARG001
    """The Lessons of a game without samples."""
    return {}


def nothing_heard(clause: str) -> str:  # noqa: ARG001
    """The words in which players ask for a clause that nobody has asked for."""
    return ""


@dataclass(frozen=True, eq=False)
class Teaching:
    """What is known of a base's games from the questions of players.

    `heard_for` gives the words in which players ask for a clause, by its id. `vocabularies` holds for each game the
    stems of all words that its clauses use, and its players. Passages that are `left_out` are not found by meaning:
    what the others are worth without them is measured so. `text_alone` are the games that are ranked as ones for which
    nobody has written questions, None where the layout's counts tell them.
    """

    heard_for: Callable[[str], str] = nothing_heard
    lessons: Lessons = nothing_learned
    vocabularies: Mapping[str, Container[str]] = field(default_factory=dict)
    left_out: Rows = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    text_alone: frozenset[str] | None = None
