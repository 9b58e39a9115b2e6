"""The outcomes of all worlds from a few of them: what a proof does not rest on may be anything.

A world's outcome is proven in it. The worlds that share the values on which the proof rests (a cube) have the same
outcome; those beside it, where one of these values is another, are solved in turn. Three facts that are not known, each
with ten values, are a thousand worlds; where the outcome rests on one of them, ten are solved.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

Found = TypeVar("Found")
Chosen = Mapping[int, int]


class TooManyCubesError(Exception):
    """More worlds would have to be solved than there is time for."""


@dataclass(frozen=True, slots=True)
class Cube(Generic[Found]):
    """The worlds with these values of these facts: all of them come to `found`."""

    chosen: Chosen
    found: Found


class Cubes(Generic[Found]):
    """Facts by number, each with so many values; `solve` gives a world's outcome and the facts on which it rests. At
    most `most` worlds are solved."""

    def __init__(
        self, sizes: tuple[int, ...], solve: Callable[[tuple[int, ...]], tuple[Found, Collection[int]]], most: int
    ) -> None:
        self.sizes, self.solve, self.most = sizes, solve, most
        self.solved: dict[tuple[int, ...], tuple[Found, Collection[int]]] = {}

    def all(self, chosen: Chosen) -> Iterator[Cube[Found]]:
        """The cubes of all worlds with these values, no world in two of them; TooManyCubesError in their midst."""
        waiting: list[Chosen] = [chosen]
        while waiting:
            own = dict(waiting.pop())
            world = tuple(own.get(number, 0) for number in range(len(self.sizes)))
            found, rests = self._solved(world)
            for number in sorted(set(rests) - own.keys()):
                waiting += [{**own, number: value} for value in range(1, self.sizes[number])]
                own[number] = 0
            yield Cube(own, found)

    def _solved(self, world: tuple[int, ...]) -> tuple[Found, Collection[int]]:
        if world not in self.solved:
            if len(self.solved) >= self.most:
                raise TooManyCubesError
            self.solved[world] = self.solve(world)
        return self.solved[world]
