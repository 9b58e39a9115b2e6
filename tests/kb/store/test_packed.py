"""What a word adds to passages comes back as it was, in a third of the bytes or fewer."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from kb.store.packed import BLOCK, Packed
from kb.store.wordsearch import WordCache


def scored(count: int, within: int) -> tuple[np.ndarray, np.ndarray]:
    """Passages in order, and few different scores."""
    drawn = np.random.default_rng(count)
    passages = np.sort(drawn.choice(within, count, replace=False)).astype(np.int32)
    return passages, drawn.choice(np.log(np.arange(2.0, 90.0)), count)


@given(st.lists(st.integers(0, 2**31 - 1), unique=True).map(sorted), st.data())
def test_nothing_is_lost(passages: list[int], data: st.DataObject) -> None:
    numbers = np.array(passages, dtype=np.int32)
    scores = data.draw(arrays(np.float64, len(passages), elements=st.floats(0.001, 20)))
    for packed in (found := Packed.of(numbers, scores), Packed.from_bytes(found.to_bytes())):
        assert packed.passages.tolist() == passages
        assert packed.scores.tobytes() == scores.tobytes()


@given(st.lists(st.integers(0, 500), unique=True).map(sorted), st.integers(0, 510), st.integers(0, 510))
def test_a_part_of_the_passages_is_read_by_itself_some_at_a_time(passages: list[int], first: int, more: int) -> None:
    packed = Packed.of(np.array(passages, dtype=np.int32), np.arange(1.0, len(passages) + 1))
    with patch("kb.store.packed.PIECE", 2 * BLOCK):
        pieces = [*packed.pieces(first, first + more)]
    found = [
        (int(number) + first, packed.values[code])
        for own, codes in pieces
        for number, code in zip(own, codes, strict=True)
    ]
    assert found == [(each, at + 1.0) for at, each in enumerate(passages) if first <= each < first + more]


@given(st.lists(st.integers(0, 500), unique=True).map(sorted), st.lists(st.integers(0, 510)))
def test_a_passage_is_looked_up_by_itself(passages: list[int], asked: list[int]) -> None:
    packed = Packed.of(np.array(passages, dtype=np.int32), np.arange(1.0, len(passages) + 1))
    own = {number: at + 1.0 for at, number in enumerate(passages)}
    found = packed.scores_of(np.array(asked, dtype=np.int32))
    assert found.tolist() == [own.get(each, 0.0) for each in asked]


def test_a_common_word_takes_a_sixth() -> None:
    passages, scores = scored(30_000, 100_000)
    assert Packed.of(passages, scores).size * 5 < passages.nbytes + scores.nbytes


def test_a_word_that_nothing_holds_adds_nothing() -> None:
    none = Packed.of(np.array([], dtype=np.int32), np.array([]))
    assert Packed.from_bytes(none.to_bytes()).passages.tolist() == []


def test_words_are_kept_up_to_so_many_bytes_the_last_used_longest() -> None:
    asked: list[str] = []

    def look_up(words: list[str]) -> dict[str, Packed]:
        asked.extend(words)
        return {word: Packed.of(*scored(1_000, 5_000)) for word in words}

    room = 3 * (Packed.of(*scored(1_000, 5_000)).size + 500)
    kept = WordCache(look_up, room)  # type: ignore[arg-type]
    kept(["a", "b", "c"])
    kept(["a"])  # b is now the one that was not used for longest
    kept(["d"])
    assert asked == ["a", "b", "c", "d"]
    kept(["a", "c", "d"])
    assert asked == ["a", "b", "c", "d"]
    kept(["b"])
    assert asked[-1] == "b"
