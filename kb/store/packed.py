"""What one word adds to passages, in few bytes: of very many passages a common word would take megabytes.

BM25 of a word depends on how often it stands in a passage and how long that is, so there are few different scores: each
is kept once, with its number for each passage. Passages are kept as the steps from one to the next. Nothing is lost.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float64]
Passages = npt.NDArray[np.int32]
Small = npt.NDArray[Any]
HEAD = struct.Struct("<IIBB")
SIZES = {1: "<u1", 2: "<u2", 4: "<i4"}
"""How whole numbers of so many bytes are kept; steps back, which only unordered passages have, take four."""


@dataclass(frozen=True, slots=True)
class Packed:
    """The passages that hold a word, and what it adds to each."""

    steps: Small
    codes: Small
    values: Scores

    @classmethod
    def of(cls, passages: Passages, scores: Scores) -> Packed:
        """From the passages' numbers and their scores."""
        steps = np.diff(passages, prepend=np.int32(0)) if len(passages) else passages
        values, codes = np.unique(scores, return_inverse=True)
        return cls(smallest(steps), smallest(codes), values)

    @property
    def passages(self) -> Passages:
        """The numbers of the passages."""
        return np.cumsum(self.steps, dtype=np.int32)

    @property
    def scores(self) -> Scores:
        """What the word adds to each."""
        found: Scores = self.values[self.codes]
        return found

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return int(self.steps.nbytes + self.codes.nbytes + self.values.nbytes)

    def to_bytes(self) -> bytes:
        """All of it in one value."""
        head = HEAD.pack(len(self.steps), len(self.values), self.steps.itemsize, self.codes.itemsize)
        return b"".join([head, self.values.astype("<f8").tobytes(), self.steps.tobytes(), self.codes.tobytes()])

    @classmethod
    def from_bytes(cls, said: bytes) -> Packed:
        """What `to_bytes` wrote."""
        count, different, step, code = HEAD.unpack_from(said)
        values = np.frombuffer(said, "<f8", different, HEAD.size)
        at = HEAD.size + values.nbytes
        steps = np.frombuffer(said, SIZES[step], count, at)
        return cls(steps, np.frombuffer(said, SIZES[code], count, at + steps.nbytes), values)


def smallest(numbers: npt.NDArray[np.int32] | npt.NDArray[np.intp]) -> Small:
    """The same numbers in the fewest bytes."""
    least, most = (int(numbers.min()), int(numbers.max())) if len(numbers) else (0, 0)
    size = 4 if least < 0 or most >= 1 << 16 else 2 if most >= 1 << 8 else 1
    return numbers.astype(SIZES[size])
