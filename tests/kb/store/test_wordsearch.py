"""The best passages for words are those that adding up every word for every passage finds, in whichever way."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from kb.store.packed import Packed
from kb.store.wordsearch import WordSearch

TOTAL = 4_000
SHARES = {"the": 0.9, "knight": 0.3, "jumps": 0.1, "castling": 0.02, "zwischenzug": 0.0005}
"""In what share of the passages each word stands."""


@pytest.fixture(scope="module")
def added() -> dict[str, Packed]:
    """What each word adds: few different scores, so that there are ties."""
    drawn = np.random.default_rng(4)
    found = {}
    for word, share in SHARES.items():
        passages = np.flatnonzero(drawn.random(TOTAL) < share).astype(np.int32)
        found[word] = Packed.of(passages, drawn.choice(np.log(np.arange(2.0, 12.0)) / share**0.2, len(passages)))
    return found


def expected(added: dict[str, Packed], asked: Sequence[str], odd: bool, limit: int) -> list[tuple[int, float]]:
    """The same, passage by passage."""
    sums: dict[int, float] = {}
    for word in asked:
        for number, score in zip(added[word].passages.tolist(), added[word].scores.tolist(), strict=True):
            sums[number] = sums.get(number, 0.0) + score
    own = [(number, score) for number, score in sums.items() if number % 2 or not odd]
    return sorted(own, key=lambda each: (-each[1], each[0]))[:limit]


@pytest.mark.parametrize("limit", [1, 30, TOTAL])
@pytest.mark.parametrize("game", [None, "odd"])
@pytest.mark.parametrize(
    "asked",
    [
        ["zwischenzug"],
        ["castling", "zwischenzug"],
        ["the", "knight", "jumps"],
        ["castling", "the", "zwischenzug", "knight"],
        [],
    ],
    ids=len,
)
def test_the_best_are_those_of_all(added: dict[str, Packed], asked: list[str], game: str | None, limit: int) -> None:
    odd = np.arange(1, TOTAL, 2, dtype=np.int32)
    search = WordSearch(lambda new: {each: added[each] for each in new}, TOTAL, lambda column, name: odd)
    assert search.best(asked, game, None, limit) == expected(added, asked, game is not None, limit)
