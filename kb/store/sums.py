"""The passages to which words add most, where these are very many: without adding up every word for every passage.

Words are added up from the rarest on, which add most. As soon as all that are left add less to a passage than what
makes the best apart from the others, only the passages that have come near enough by then are looked up in the others:
common words are in most passages and say little of any. The order of the best is worked out from exact sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from kb.store.packed import Packed, Passages, Scores

Sums = tuple[Passages, Scores]
Mask = npt.NDArray[np.bool_]
Rough = npt.NDArray[np.float32]
WIDE = 100_000
"""Up to so many passages every word is added up for every passage."""
LOOKED_UP = 30
"""Adding up so many passages of a word takes as long as looking one up."""
SETTLING = 80_000
"""Where the words that are left have fewer passages together, they are added up as well."""
AGAIN = 1.5
"""How many times as much has been added up before that is looked at again."""
GROUP = 64
"""Of so many passages only the best one's sum is looked at, to know what the best of all have at least."""
NOTHING = 1e-30
"""Less than any word adds."""
ROUNDED = 1e-4
"""Rough sums are off by less than this share."""


def all_sums(words: Sequence[Packed], first: int, end: int, inside: Mask | None) -> Sums:
    """Every passage from `first` on before `end`, of those that are `inside`, to which the words add something, and the
    sum of what they add."""
    sums = np.zeros(end - first)
    for each in words:
        for passages, codes in each.pieces(first, end):
            np.add.at(sums, passages, each.values[codes])
    found = np.flatnonzero(sums if inside is None else np.where(inside, sums, 0.0))
    return (found + first).astype(np.int32), sums[found]


class Summed:
    """Adds up words for the best of `total` passages; any number of threads may ask."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._spare: list[Rough] = []
        """Arrays over all passages that no thread uses now: to take one from the system anew costs more than to sum."""

    def best(self, words: Sequence[Packed], first: int, end: int, inside: Mask | None, limit: int) -> Sums:
        """What `all_sums` finds of the `limit` best passages at least, and of few others."""
        if end - first <= WIDE:
            return all_sums(words, first, end, inside)
        rarest = sorted((each for each in words if len(each.steps)), key=lambda each: -each.most)
        with self._array(end - first) as rough:
            passages = _near(rarest, rough, first, end, inside, limit)
        sums = np.zeros(len(passages))
        for each in words:  # in their order, for the same sum to the last bit
            sums += each.scores_of(passages)
        return passages, sums

    @contextmanager
    def _array(self, size: int) -> Iterator[Rough]:
        """Zeros, for as long as the block runs: GROUP rows, in which there is room for so many passages."""
        try:
            whole = self._spare.pop()
        except IndexError:
            whole = np.empty(self._total + GROUP, dtype=np.float32)
        try:
            own = whole[: -(-size // GROUP) * GROUP].reshape(GROUP, -1)
            own.fill(0.0)
            yield own
        finally:
            self._spare.append(whole)


def _near(words: Sequence[Packed], rows: Rough, first: int, end: int, inside: Mask | None, limit: int) -> Passages:
    """All passages from `first` on that may be among the best; the words that add most come first."""
    most = [*accumulate((each.most for each in reversed(words)), initial=0.0)][::-1]
    many = [*accumulate((len(each.steps) for each in reversed(words)), initial=0)][::-1]
    rough = rows.reshape(-1)
    looked_at = 0
    for at, word in enumerate(words, 1):
        for passages, codes in word.pieces(first, end):
            np.add.at(rough, passages, word.small_values.take(codes))
        so_far = many[0] - many[at]
        if at < len(words) and (most[at] * 2 > most[0] or many[at] < SETTLING or so_far < looked_at * AGAIN):
            continue
        looked_at = so_far
        if inside is not None:
            rough[: end - first] *= inside
        best = rows.max(axis=0)
        enough = _last(best, limit)
        least = max(NOTHING, enough * (1 - ROUNDED) - most[at] * (1 + ROUNDED))
        if least == NOTHING and at < len(words):  # one may be among the best that has none of the words so far
            continue
        columns = np.flatnonzero(best >= least)
        if at == len(words) or len(columns) * LOOKED_UP * (len(words) - at) < many[at]:
            row, column = np.nonzero(rows.take(columns, axis=1) >= least)
            found = (row * len(best) + columns[column]).astype(np.int32)
            return _narrowed(found + np.int32(first), rough[found], words[at:], most[at:], enough, limit)
    return np.empty(0, dtype=np.int32)


def _last(scores: Rough | Scores, limit: int) -> float:
    """What the last of the `limit` best of these is, nothing where there are fewer."""
    return float(np.partition(scores, len(scores) - limit)[len(scores) - limit]) if len(scores) >= limit else 0.0


def _narrowed(
    passages: Passages, rough: Rough, words: Sequence[Packed], most: Sequence[float], enough: float, limit: int
) -> Passages:
    """Those of the passages that may be among the best, when they are looked up in the words that are left."""
    bounds = rough.astype(np.float64)
    for at in range(len(words) + 1):
        if at:
            bounds += words[at - 1].scores_of(passages)
        enough = max(enough, _last(bounds, limit))
        kept = bounds >= enough * (1 - ROUNDED) - most[at] * (1 + ROUNDED)
        passages, bounds = passages[kept], bounds[kept]
    return passages
