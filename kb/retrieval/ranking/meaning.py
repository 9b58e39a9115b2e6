"""Passages that are near a text by meaning, without those that are left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

import numpy as np

from kb.retrieval.arrays import Floats, Rows
from kb.retrieval.embedding.nearness import NONE, Dense, foreseen, spread
from kb.retrieval.ranking.alone import Alike

SAME = 0.99
"""A passage whose cosine is no more than this is no other writing of a text."""
Cosines = Callable[[str, Rows], Floats]


@dataclass(frozen=True, slots=True)
class Meaning:
    """Search by meaning.

    `near` finds the passages nearest to a text. Where it does not compare all, `cosines` compares given ones; None
    where it does. `alike` compares clauses word by word; None where no game is of text alone.
    """

    near: Dense
    cosines: Cosines | None = None
    alike: Alike | None = None


class NearPassages:
    """How near passages come to a text by meaning. Of `total` passages those that are `left_out` are not found;
    `text_of` gives a passage's text by its number."""

    def __init__(self, meaning: Meaning, total: int, left_out: Rows, text_of: Callable[[int], str]) -> None:
        self._meaning, self._total, self._left_out, self._text_of = meaning, total, left_out, text_of

    def nearest(self, text: str, without: str = "") -> tuple[Rows, Floats]:
        """The numbers and cosines of the passages nearest to a text; not those that read as `without` does."""
        rows, scores = self._meaning.near(text)
        if len(self._left_out):
            kept = ~np.isin(rows, self._left_out)
            rows, scores = rows[kept], scores[kept]
        if not without:
            return rows, scores
        same = [at for at in np.flatnonzero(scores > SAME) if self._text_of(int(rows[at])) == without]
        return np.delete(rows, same), np.delete(scores, same)

    def cosines(self, text: str, rows: Rows, without: str = "") -> Floats:
        """The cosine of each of these passages, -1 of those that were not compared; the number of all is none. Where
        not all are compared these are by themselves, and none is left out."""
        if self._meaning.cosines is None:
            return np.append(spread(*self.nearest(text, without), self._total), NONE)[rows]
        found = np.full(rows.shape, NONE, dtype=np.float32)
        there = rows < self._total
        found[there] = self._meaning.cosines(text, rows[there])
        return found

    def foreseen(self, texts: Sequence[str]) -> AbstractContextManager[None]:
        """While the block runs, how near these texts come is worked out on another processor."""
        return foreseen(self._meaning.near, texts)
