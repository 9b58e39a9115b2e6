"""The best passages for words are those that adding up every word for every passage finds, in whichever way."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from kb.store import sums
from kb.store.packed import Packed
from kb.store.wordsearch import WordSearch

TOTAL = 4_000
SHARES = {"the": 0.9, "knight": 0.3, "jumps": 0.1, "castling": 0.02, "zwischenzug": 0.0005, "unheard-of": 0.0}
"""In what share of the passages each word stands."""


@pytest.fixture(scope="module")
def added() -> dict[str, Packed]:
    """What each word adds: few different scores, so that there are ties."""
    drawn = np.random.default_rng(4)
    found = {}
    for word, share in SHARES.items():
        passages = np.flatnonzero(drawn.random(TOTAL) < share).astype(np.int32)
        found[word] = Packed.of(
            passages, drawn.choice(np.log(np.arange(2.0, 12.0)) / max(share, 1e-9) ** 0.2, len(passages))
        )
    return found


def expected(added: dict[str, Packed], asked: Sequence[str], odd: bool, limit: int) -> list[tuple[int, float]]:
    """The same, passage by passage."""
    sums: dict[int, float] = {}
    for word in asked:
        for number, score in zip(added[word].passages.tolist(), added[word].scores.tolist(), strict=True):
            sums[number] = sums.get(number, 0.0) + score
    own = [(number, score) for number, score in sums.items() if number % 2 or not odd]
    return sorted(own, key=lambda each: (-each[1], each[0]))[:limit]


@pytest.fixture(params=["few", "very many"])
def passages(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of very many passages common words are only looked up, for those that rare words have found."""
    if request.param == "very many":
        for name in ("WIDE", "SETTLING"):
            monkeypatch.setattr(sums, name, 0)


@pytest.mark.usefixtures("passages")
@pytest.mark.parametrize("limit", [1, 30, TOTAL])
@pytest.mark.parametrize("game", [None, "odd"])
@pytest.mark.parametrize(
    "asked",
    [
        ["zwischenzug"],
        ["castling", "zwischenzug"],
        ["the", "knight", "jumps"],
        ["castling", "the", "zwischenzug", "knight"],
        ["the", "unheard-of"],
        [],
    ],
    ids=len,
)
def test_the_best_are_those_of_all(added: dict[str, Packed], asked: list[str], game: str | None, limit: int) -> None:
    odd = np.arange(1, TOTAL, 2, dtype=np.int32)
    search = WordSearch(lambda new: {each: added[each] for each in new}, TOTAL, lambda column, name: odd)
    assert search.best(asked, game, None, limit) == expected(added, asked, game is not None, limit)


@pytest.mark.usefixtures("passages")
def test_a_game_that_stands_among_others_is_searched_alone(added: dict[str, Packed]) -> None:
    """Its passages follow each other, and of each word only those are added up."""
    own = np.arange(1_000, 1_500, dtype=np.int32)
    search = WordSearch(lambda new: {each: added[each] for each in new}, TOTAL, lambda column, name: own)
    every = expected(added, ["the", "castling", "jumps"], False, TOTAL)
    assert (
        search.best(["the", "castling", "jumps"], "chess", None, 20)
        == [each for each in every if 1_000 <= each[0] < 1_500][:20]
    )


@pytest.mark.usefixtures("passages")
def test_a_game_without_passages_has_none(added: dict[str, Packed]) -> None:
    none = np.empty(0, dtype=np.int32)
    search = WordSearch(lambda new: {each: added[each] for each in new}, TOTAL, lambda column, name: none)
    assert search.best(["the"], "chess", None, 20) == []
