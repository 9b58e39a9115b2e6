"""A second look at games of text alone: by the encoder as it is published, and word by word.

The encoder's correction (decision 0007) was learned from games whose questions are known and costs others something.
So a snapshot that holds a game of text alone holds for it, in a folder of its own, the encoder without the correction,
each passage's vector by it, and a short vector for each token of each clause (ingest/encoding/looks.py). How near a
passage comes is the mean of both cosines; among the clauses that come nearest, each word of the question is held
against all words of the clause (Khattab and Zaharia 2020, ColBERT).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from kb.errors import SnapshotError
from kb.held import Alike
from kb.home import file_sum
from kb.retrieval.arrays import Floats, Rows, read_arrays
from kb.retrieval.embedding.encoder import EncoderSettings, OnnxEncoder, normalised
from kb.retrieval.embedding.index import products
from kb.retrieval.embedding.nearness import Dense
from kb.words.text import SAYING_NOTHING

ARRAYS = "second.npz"
KEPT = 32
UNKNOWN = np.float32(-1.0)
"""How alike a clause is whose words are not held."""


class Words:
    """What is held of passages and clauses: `rows` are the passages' numbers, `vectors` theirs by the published
    encoder; the tokens of a clause stand in `tokens` from `starts` of its place to the next, each turned into the
    `basis` (dimension, fewer) and in bytes, times `scale`."""

    def __init__(self, path: Path) -> None:
        held = read_arrays(path)
        self.rows: Rows = held["rows"]
        self.vectors: Floats = held["vectors"].astype(np.float32)
        self.place = {name: at for at, name in enumerate(held["clauses"].tolist())}
        self.starts: Rows = held["starts"]
        self.tokens: npt.NDArray[np.int8] = held["tokens"]
        self.basis: Floats = held["basis"].astype(np.float32)
        self.scale = float(held["scale"])


class Second:
    """The second look of a snapshot's folder; its files are read with the first question."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._asked = lru_cache(maxsize=KEPT)(self._ask)

    @cached_property
    def _encoder(self) -> OnnxEncoder:
        return OnnxEncoder(self.folder, EncoderSettings.read(self.folder))

    @cached_property
    def _words(self) -> Words:
        path = self.folder / ARRAYS
        try:
            return _open.of(file_sum(path), lambda: Words(path))
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise SnapshotError(f"{path} cannot be read: {error}") from error

    def _ask(self, text: str) -> tuple[Floats, Floats]:
        """A question's vector, and those of its tokens that say something, in the basis that tokens are held in."""
        read = self._encoder.tokens(text)
        telling = [at for at, each in enumerate(read.written) if each not in SAYING_NOTHING and _is_word(each)]
        chosen = normalised(read.vectors[telling] if telling else read.vectors)
        return read.vector, chosen @ self._words.basis

    def averaged(self, dense: Dense, others: tuple[Rows, Sequence[str]] | None = None) -> Dense:
        """A Dense whose cosine to a passage that is held here, or to one of `others`, numbers and texts, is the mean of
        both; only where all passages are compared: of the nearest of very many there is no telling which would be near
        by both."""
        told: list[tuple[Rows, Floats]] = []
        if others is not None:
            told.append(
                (others[0], np.array([self._encoder.tokens(text).vector for text in others[1]], dtype=np.float32))
            )

        def near(text: str) -> tuple[Rows, Floats]:
            rows, scores = dense(text)
            held, vectors = told[0] if told else (self._words.rows, self._words.vectors)
            if len(held) == 0 or len(rows) <= held[-1]:
                return rows, scores
            both = scores.copy()
            both[held] = (scores[held] + products(vectors, self._asked(text)[0])) / 2
            return rows, both

        return lru_cache(maxsize=KEPT)(near)

    def alike(self, text: str, clauses: Sequence[str]) -> Floats:
        """How alike each clause is to a question word by word: the mean over the question's telling tokens of the best
        cosine to one of the clause's; UNKNOWN where the clause is not held."""
        held, found = self._words, np.full(len(clauses), UNKNOWN, dtype=np.float32)
        asked = self._asked(text)[1]
        for number, name in enumerate(clauses):
            at = held.place.get(name)
            if at is not None and len(asked):
                own = held.tokens[held.starts[at] : held.starts[at + 1]].astype(np.float32)
                found[number] = held.scale * (own @ asked.T).max(axis=0).mean() if len(own) else 0.0
        return found


def _is_word(written: str) -> bool:
    """Whether a token is letters or figures: a word, or what continues one (`##ing`)."""
    return written.strip("#").isalnum()


_open = Alike[Words]()
