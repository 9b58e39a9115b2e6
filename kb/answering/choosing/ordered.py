"""The checks that a question may ask for, best first, each weighed only where it may be among those that are looked at.

What a check's samples, clauses and lesson say of a question is known at once; which of its facts the question states
takes ten times as long to read. So each is sketched first, with the most that it may come to whatever is stated, and
weighed once what is asked for may be it: of nine checks one or two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Protocol, overload

if TYPE_CHECKING:
    from kb.answering.choosing.choose import Choice


class Scored(Protocol):
    """A choice or its sketch."""

    @property
    def score(self) -> float:
        """A probability; of a sketch the most that it may be."""

    @property
    def features(self) -> Mapping[str, float]:
        """What speaks for the check, by name; of a sketch what is not known yet as if it spoke for it most."""


@dataclass(frozen=True)
class Sketch:
    """A check before its facts are read; what is `given` of it is known at once."""

    name: str
    given: Mapping[str, float]
    features: Mapping[str, float]
    score: float


class Ordered(Sequence["Choice"]):
    """The choices of these sketches, in the order of their scores, of two that are equal in that of their ids."""

    def __init__(self, sketches: Sequence[Sketch], weigh: Callable[[Sketch], Choice]) -> None:
        self._sketches = sorted(sketches, key=lambda each: each.score)
        self._weigh = weigh
        self._weighed: list[Choice] = []

    def __len__(self) -> int:
        return len(self._weighed) + len(self._sketches)

    @overload
    def __getitem__(self, at: int) -> Choice: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Choice, ...]: ...

    def __getitem__(self, at: int | slice) -> Choice | tuple[Choice, ...]:
        if isinstance(at, slice):
            return tuple(self[each] for each in range(*at.indices(len(self))))
        most = range(len(self))[at] + 1
        while self._sketches and (len(self._weighed) < most or self._weighed[most - 1].score <= self._highest):
            self._add(self._sketches.pop())
        return self._weighed[at]

    def __iter__(self) -> Iterator[Choice]:
        return map(self.__getitem__, range(len(self)))

    def others(self, best: Choice, most: int, fits: Callable[[Scored], bool]) -> Iterator[Choice]:
        """Of so many of the best beside this one those that fit; what fits must fit as well with a higher score."""
        for each in [each for each in self._sketches if fits(each)]:
            self._sketches.remove(each)
            self._add(each)
        if any(fits(each) for each in self._weighed if each is not best):
            yield from filter(fits, islice((each for each in self if each is not best), most))

    @property
    def _highest(self) -> float:
        """The most that any may come to that is not weighed yet."""
        return self._sketches[-1].score

    def _add(self, sketch: Sketch) -> None:
        self._weighed.append(self._weigh(sketch))
        self._weighed.sort(key=lambda each: (-each.score, each.check.id))
