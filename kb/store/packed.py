"""What one word adds to passages, in few bytes: of very many passages a common word would take megabytes.

BM25 of a word depends on how often it stands in a passage and how long that is, so there are few different scores: each
is kept once, with its number for each passage. Passages are kept as the steps from one to the next. Nothing is lost.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float64]
Passages = npt.NDArray[np.int32]
Small = npt.NDArray[Any]
HEAD = struct.Struct("<IIBB")
SIZES = {1: "<u1", 2: "<u2", 4: "<i4"}
"""How whole numbers of so many bytes are kept; steps back, which only unordered passages have, take four."""
BLOCK = 32
"""Passages are counted on from the last one of the block before, so that few are found without going through all."""
FEW = 6
"""Where of so many passages at most one is looked for, its block alone is gone through."""
PIECE = 1024 * BLOCK
"""So many passages are counted on at a time."""


@dataclass(frozen=True)
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
        found = self.steps.astype(np.int32)  # at once: added up from small numbers it takes twice as long
        return np.cumsum(found, out=found)

    @property
    def scores(self) -> Scores:
        """What the word adds to each."""
        found: Scores = self.values[self.codes]
        return found

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        ends = -(-len(self.steps) // BLOCK) * 4
        return int(self.steps.nbytes + self.codes.nbytes + self.values.nbytes + ends)

    @cached_property
    def most(self) -> float:
        """The most that it adds to any."""
        return float(self.values.max(initial=0.0))

    @cached_property
    def small_values(self) -> npt.NDArray[np.float32]:
        """The different scores, in half the bytes."""
        return self.values.astype(np.float32)

    @cached_property
    def ends(self) -> Passages:
        """The last passage of each block; the passages are in order."""
        starts = np.arange(0, len(self.steps), BLOCK)
        sums = np.add.reduceat(self.steps, starts, dtype=np.int32) if len(starts) else np.empty(0, dtype=np.int32)
        return np.cumsum(sums, out=sums)

    def pieces(self, first: int, end: int) -> Iterator[tuple[Passages, Small]]:
        """The passages from `first` on that stand before `end`, counted from `first`, and the numbers of their scores;
        some at a time, so that what is made of them stays near the processor. The passages are in order."""
        if not first and 0 < len(self.steps) <= PIECE and self.ends[-1] < end:
            yield self.passages, self.codes
            return
        blocks = np.searchsorted(self.ends, np.array([first, end], dtype=np.int32))
        start, stop = (blocks * BLOCK + np.array([0, BLOCK])).tolist()
        for at in range(start, stop, PIECE):
            found = self.steps[at : min(at + PIECE, stop)].astype(np.int32)
            if not len(found):
                return
            found[0] += (self.ends[at // BLOCK - 1] if at else 0) - first
            np.cumsum(found, out=found)
            codes = self.codes[at : at + len(found)]
            if found[0] < 0 or found[-1] >= end - first:
                left, right = np.searchsorted(found, np.array([0, end - first], dtype=np.int32)).tolist()
                found, codes = found[left:right], codes[left:right]
            yield found, codes

    def scores_of(self, passages: Passages) -> Scores:
        """What the word adds to each of these; the passages are in order."""
        if not len(self.steps):
            return np.zeros(len(passages))
        if len(self.steps) < max(BLOCK, len(passages) * FEW):
            own = self.passages
            at = np.minimum(np.searchsorted(own, passages), len(own) - 1)
            there = own[at] == passages
        else:
            at, there = self._in_blocks(passages)
        return np.where(there, self.values[self.codes[at]], 0.0)

    def _in_blocks(self, passages: Passages) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.bool_]]:
        """The place of each of these passages, and whether it is there at all; of a block or more."""
        block = np.minimum(np.searchsorted(self.ends, passages), len(self.ends) - 1)
        whole = len(self.steps) // BLOCK
        own = self.steps[: whole * BLOCK].reshape(whole, BLOCK).take(block, axis=0, mode="clip").astype(np.int32)
        rest = self.steps[whole * BLOCK :]
        own[block == whole] = np.append(rest, np.zeros(BLOCK - len(rest), dtype=np.int32))
        np.cumsum(own, axis=1, out=own)
        alike = own == (passages - np.where(block > 0, self.ends[block - 1], 0))[:, None]
        at = alike.argmax(axis=1)
        return block * BLOCK + at, alike[np.arange(len(at)), at]

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
