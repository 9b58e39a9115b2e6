"""What reads a game's rule files goes on behind a problem, and notes each."""

from __future__ import annotations

from kb.errors import Place, Problem


class Noting:
    """A reader with a list of the problems it has met."""

    problems: list[Problem]

    def problem(self, code: str, message: str, place: Place, expected: str = "") -> None:
        """Note a problem."""
        self.problems.append(Problem(code, message, place, expected))
