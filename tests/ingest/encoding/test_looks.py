"""What one pass of an encoder tells of a clause and its parts, and how it is kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from ingest.encoding.looks import EmbeddedText, Short, directions, look, looks
from kb.retrieval.embedding.encoder import OnnxEncoder, Tokens, normalised

OPENED = "Tea time > Tea: "
TOLD = EmbeddedText(OPENED + "Boil it. Pour it.", 11, 16, (OPENED + "Boil it.", OPENED + "Pour it."))


class WordEncoder:
    """Each word is a token, at most `longest`; its vector says how often each letter stands in it."""

    def __init__(self, longest: int = 99) -> None:
        self.longest = longest
        self.asked: list[str] = []

    def tokens(self, text: str) -> Tokens:
        """As kb/retrieval/embedding/encoder.py gives them."""
        self.asked.append(text)
        written, spans, at = text.split()[: self.longest], [], 0
        for word in written:
            at = text.index(word, at)
            spans.append((at, at + len(word)))
            at += len(word)
        vectors = np.array([[word.count(letter) for letter in LETTERS] for word in written], dtype=np.float32) + 0.01
        return Tokens(normalised(vectors.mean(axis=0)[None])[0], vectors, written, np.array(spans, dtype=np.int64))


LETTERS = "abcdefghijklmnopqrstuvwxyz.:>"
WHOLE = Short(np.eye(len(LETTERS), dtype=np.float32), 1 / 127)


def of(encoder: WordEncoder) -> OnnxEncoder:
    """As it is taken for."""
    return cast(OnnxEncoder, encoder)


def test_a_sentence_is_the_mean_of_its_own_tokens_in_its_clause() -> None:
    encoder = WordEncoder()
    vectors, tokens = look(TOLD, of(encoder), WHOLE)
    words = encoder.tokens("Boil it.").vectors
    assert np.allclose(vectors[1], normalised(words.mean(axis=0)[None])[0], atol=0.001)
    assert (len(vectors), len(tokens)) == (3, len("Tea: Boil it. Pour it.".split()))
    assert encoder.asked == [TOLD.text, "Boil it."]  # the second was asked here


@pytest.mark.parametrize(
    ("longest", "part"),
    [(7, OPENED + "Pour it."), (99, OPENED + "Serve it.")],
    ids=["cut off where the clause is too long", "other words than the clause's"],
)
def test_a_part_that_is_not_seen_whole_is_embedded_by_itself(longest: int, part: str) -> None:
    encoder = WordEncoder(longest)
    vectors, _ = look(replace(TOLD, parts=(part,)), of(encoder), WHOLE)
    assert encoder.asked == [TOLD.text, part]
    assert np.allclose(vectors[1], encoder.tokens(part).vector, atol=0.001)


def test_what_was_looked_at_is_not_looked_at_again(tmp_path: Path) -> None:
    """One clause of four has changed: it alone goes through the encoder, and tokens are kept as they were."""
    encoder = WordEncoder()
    told = [replace(TOLD, text=f"{TOLD.text} Wait {word}.", parts=()) for word in ("one", "two", "three", "four")]
    first, short = looks(told, of(encoder), "some encoder", tmp_path)
    encoder.asked.clear()
    changed = [*told[:3], replace(told[3], text=f"{TOLD.text} Wait five.")]
    found, again = looks(changed, of(encoder), "some encoder", tmp_path)
    assert encoder.asked == [changed[3].text]
    assert np.array_equal(again.basis, short.basis)
    assert all(np.array_equal(one, other) for at in range(3) for one, other in zip(first[at], found[at], strict=True))


def test_the_directions_hold_what_vectors_differ_in() -> None:
    vectors = np.array([[3, 0, 0], [0, 2, 0], [0, 0, 0.01]], dtype=np.float32)
    basis = directions(vectors, 2)
    assert basis.shape == (3, 2)
    assert np.allclose((vectors @ basis) @ (vectors @ basis).T, vectors @ vectors.T, atol=0.001)
