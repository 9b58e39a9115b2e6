"""How a build tells what it has done."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Told after each step: the stage, how much of it is done, and how much there is in all."""

    def __call__(self, stage: str, done: int, total: int) -> None: ...


def silent(stage: str, done: int, total: int) -> None:
    """A progress that nobody sees."""
