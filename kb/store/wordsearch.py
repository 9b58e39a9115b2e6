"""BM25 of questions, added up from the scores of their words.

BM25 is a sum over a question's words, and what a word adds to a passage is the same in every question. So each word
is looked up once, by itself, and a question costs a sum of arrays instead of a search of the whole text. The sums are
those of SQLite, to the last bit: the same numbers in the same order.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from kb.store.packed import Packed, Passages

KEPT_BYTES = 16 * 2**20
"""Of looked up words so much is kept, by all threads of a process."""
OWN = 500
"""Bytes that a word takes beside its numbers."""
MASKS = 16
"""Games and documents whose passages are kept."""
SPARSE = 16
"""Words that stand in one of so many passages at most are added up without an array over all of them."""
Lookup = Callable[[Sequence[str]], Mapping[str, Packed]]
Sums = tuple[npt.NDArray[np.intp], npt.NDArray[np.float64]]


class WordSearch:
    """The best of `total` passages for words; `lookup` finds the passages of each with what it adds to them.

    `numbers` gives the passages of a `game` or a `document` by its name, when a question names one.
    """

    def __init__(self, lookup: Lookup, total: int, numbers: Callable[[str, str], Passages]) -> None:
        self._lookup = Kept(lookup, KEPT_BYTES)
        self._total = total
        self._numbers = numbers
        self._within = lru_cache(MASKS)(self._mask)
        self._sums = threading.local()

    def best(self, words: Sequence[str], game: str | None, document: str | None, limit: int) -> list[tuple[int, float]]:
        """(passage number, BM25), best first, the lower number first of two as good."""
        rows, scores = self._summed(tuple(words), game, document, limit)
        if len(rows) > limit:
            chosen = scores >= np.partition(scores, len(rows) - limit)[len(rows) - limit]
            rows, scores = rows[chosen], scores[chosen]
        order = np.lexsort((rows, -scores))[:limit]
        return list(zip(rows[order].tolist(), scores[order].tolist(), strict=True))

    def _summed(self, words: tuple[str, ...], game: str | None, document: str | None, limit: int) -> Sums:
        """Passages of a game and a document in their order, the `limit` best among them, and the sum of what the words
        add to each."""
        looked_up = self._lookup(words)
        within = self._within(game, document) if game is not None or document is not None else None
        if sum(len(each.steps) for each in looked_up) * SPARSE <= self._total:
            rows, sums = added_up(looked_up)
            return (rows, sums) if within is None else (rows[within[rows]], sums[within[rows]])
        total = self._added(words, looked_up)
        for each in sorted(looked_up, key=lambda each: len(each.steps)):
            own = each.passages if within is None else each.passages[within[each.passages]]
            if len(own) >= limit:  # the best of a rare word's are good enough to leave most of the others out
                least = np.partition(total[own], len(own) - limit)[len(own) - limit]
                found = np.flatnonzero(total >= least)
                break
        else:
            found = np.flatnonzero(total)
        found = found if within is None else found[within[found]]
        return found, total[found]

    def _added(self, words: tuple[str, ...], looked_up: Sequence[Packed]) -> npt.NDArray[np.float64]:
        """What the words add to each passage. Each thread has one array for it, filled anew for other words: a question
        is asked twice where its game is found out first."""
        if getattr(self._sums, "total", None) is None:
            self._sums.total = np.zeros(self._total)
        total: npt.NDArray[np.float64] = self._sums.total
        if getattr(self._sums, "words", None) != words:
            self._sums.words = None
            total.fill(0.0)
            for each in looked_up:
                total[each.passages] += each.scores
            self._sums.words = words
        return total

    def _mask(self, game: str | None, document: str | None) -> npt.NDArray[np.bool_]:
        """True for the passages of a game and of a document; None is any."""
        found = np.ones(self._total, dtype=np.bool_)
        for column, name in (("game", game), ("document", document)):
            if name is not None:
                within = np.zeros(self._total, dtype=np.bool_)
                within[self._numbers(column, name)] = True
                found &= within
        return found


def added_up(words: Sequence[Packed]) -> Sums:
    """The passages that hold any of these words, in their order, and the sum of what the words add to each."""
    passages = np.concatenate([np.empty(0, dtype=np.int32), *(each.passages for each in words)])
    rows, places = np.unique(passages, return_inverse=True)
    sums = np.zeros(len(rows))
    np.add.at(sums, places, np.concatenate([np.empty(0), *(each.scores for each in words)]))
    return rows.astype(np.intp), sums


class Kept:
    """Looked up words, the last used of them, of `most` bytes together."""

    def __init__(self, lookup: Lookup, most: int) -> None:
        self._lookup, self._most = lookup, most
        self._words: OrderedDict[str, Packed] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def __call__(self, words: Sequence[str]) -> list[Packed]:
        """What each of these words adds; those that are not kept are looked up together."""
        with self._lock:
            found = {word: self._words[word] for word in words if word in self._words}
            for word in found:
                self._words.move_to_end(word)
        new = [word for word in dict.fromkeys(words) if word not in found]
        looked_up = self._lookup(new) if new else {}
        with self._lock:
            for word, packed in looked_up.items():
                self._bytes += packed.size + OWN if word not in self._words else 0
                self._words.setdefault(word, packed)
            while self._bytes > self._most and len(self._words) > 1:
                self._bytes -= self._words.popitem(last=False)[1].size + OWN
        return [found.get(word) or looked_up[word] for word in words]
