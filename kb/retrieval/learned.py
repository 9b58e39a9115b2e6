"""Which check do a question's words and meaning speak for? One linear model per game, learned from all its samples.

A second one, for all games together, tells the questions that documents answer from those that they are known not to
(gaps): what is asked where nothing answers, a price or a rarity, is much the same from game to game.

Nearness by meaning hardly tells `keep` from `lose` or ATK from DEF; what sets the samples of one check apart from all
others does. Each text becomes its sentence vector beside the tf-idf of its stems and of pairs of neighbouring stems
(numbers as `#`); a linear support vector machine, one check against the rest, gives each check a score: about 1 for
its own samples, below 0 for others. (Joachims 1998, Text categorization with support vector machines.)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from kb.errors import SnapshotError
from kb.retrieval.index import products
from kb.words.text import fold, stem

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

WORD = re.compile(r"[a-z']+|\d+")
LEAST_TEXTS = 2
STRENGTH = 1.0
NEAR_ENOUGH = 0.03
PARTS = 2
DIRECTIONS = 256
REST = "~"
"""Stands for the labels of the other parts; no check, clause or kind of sample is called so."""

Floats = npt.NDArray[np.float32]


def grams(text: str) -> list[str]:
    """The stems of a text and its pairs of neighbouring stems; every number is `#`."""
    stems = ["#" if word.isdigit() else stem(word) for word in WORD.findall(fold(text))]
    return stems + [f"{one} {two}" for one, two in pairwise(stems)]


_grams = lru_cache(maxsize=32)(grams)  # every game's models are asked about one question


@dataclass(frozen=True)
class Learned:
    """A game's model: `meaning` (dimension, checks), `words` (grams, checks), `bias` (checks); `idf` and `scale` by
    gram: a gram's weights are its row of `words` times its scale, which keeps each in a byte."""

    checks: tuple[str, ...]
    place: dict[str, int]
    idf: Floats
    words: npt.NDArray[np.int8]
    scale: Floats
    meaning: Floats
    bias: Floats

    @cached_property
    def _meaning(self) -> Floats:
        """`meaning` by check: (checks, dimension)."""
        return np.ascontiguousarray(self.meaning.T)

    def scores(self, text: str, vector: Floats) -> dict[str, float]:
        """How much a text with its vector speaks for each check."""
        found = self.bias + products(self._meaning, vector)
        count: dict[int, int] = {}
        for gram in _grams(text):
            at = self.place.get(gram)
            if at is not None:
                count[at] = count.get(at, 0) + 1
        if count:
            rows = np.array(list(count))
            weight = (1 + np.log(np.array(list(count.values()), dtype=np.float32))) * self.idf[rows]
            found = found + (weight / np.linalg.norm(weight) * self.scale[rows]) @ self.words[rows].astype(np.float32)
        return dict(zip(self.checks, found.tolist(), strict=True))

    def save(self, path: Path) -> None:
        """Write the model into a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as stream:
            np.savez(
                stream, checks=np.array(self.checks), grams=np.array(list(self.place)), idf=self.idf,
                words=self.words, scale=self.scale, meaning=self.meaning, bias=self.bias,
            )  # fmt: skip

    @classmethod
    def open(cls, path: Path) -> Learned | None:
        """The model in a file; None where there is none, SnapshotError where it cannot be read."""
        if not path.exists():
            return None
        try:
            with np.load(path, allow_pickle=False) as held:
                place = {gram: at for at, gram in enumerate(held["grams"].tolist())}
                arrays = {name: held[name] for name in ("idf", "words", "scale", "meaning", "bias")}
                return cls(checks=tuple(held["checks"].tolist()), place=place, **arrays)
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise SnapshotError(f"{path} cannot be read: it is no learned model ({error})") from error


def learn(texts: Sequence[str], vectors: Floats, checks: Sequence[str]) -> Learned | None:
    """The model for texts with their vectors (n, dimension) and the checks they ask for; None for fewer than two
    checks. Grams of one text only are left out. The same input gives the same model."""
    if len(set(checks)) < LEAST_TEXTS:
        return None
    from scipy.sparse import csr_matrix, hstack
    from sklearn.feature_extraction.text import TfidfVectorizer

    words = TfidfVectorizer(analyzer=grams, sublinear_tf=True, min_df=LEAST_TEXTS)
    try:
        known = words.fit_transform(texts)
    except ValueError:  # no gram stands in two texts
        return None
    mapping = _directions(vectors)
    rows = hstack([csr_matrix(vectors @ mapping), known]).tocsr()
    names, weight, bias = _one_against_the_rest(rows, np.array(checks))
    meaning, of_words = weight[:, : mapping.shape[1]], weight[:, mapping.shape[1] :]
    scale = np.maximum(np.abs(of_words).max(axis=0), np.finfo(np.float32).tiny) / np.iinfo(np.int8).max
    return Learned(
        checks=tuple(names),
        place={gram: at for at, gram in enumerate(words.get_feature_names_out())},
        idf=words.idf_.astype(np.float32),
        words=np.ascontiguousarray(np.rint(of_words / scale).T.astype(np.int8)),
        scale=scale.astype(np.float32),
        meaning=np.ascontiguousarray((mapping @ meaning.T).astype(np.float32)),
        bias=bias.astype(np.float32),
    )


def _directions(vectors: Floats) -> Floats:
    """The DIRECTIONS along which vectors (n, dimension) differ most: (dimension, DIRECTIONS). Learning along them takes
    half the time of learning along all of them and finds as many samples that it was not taught."""
    _, found = np.linalg.eigh(vectors.T @ vectors)
    kept: Floats = np.ascontiguousarray(found[:, ::-1][:, :DIRECTIONS], dtype=np.float32)
    return kept


def _one_against_the_rest(
    rows: csr_matrix, labels: npt.NDArray[np.str_]
) -> tuple[list[str], npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The different labels, in some order, with the weights (labels, columns) and the bias of each against all others.

    They are learned in PARTS side by side, for the library lets other threads run; the parts are the same on every
    machine, and so is what is learned.
    """
    from sklearn.svm import LinearSVC

    def part(own: list[str]) -> tuple[list[str], npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        machine = LinearSVC(C=STRENGTH, tol=NEAR_ENOUGH, random_state=0)
        machine.fit(rows, np.where(np.isin(labels, own), labels, REST))
        if len(machine.classes_) == LEAST_TEXTS:  # one score tells two apart
            coef, bias = machine.coef_, machine.intercept_
            return machine.classes_.tolist(), np.vstack([-coef, coef]), np.concatenate([-bias, bias])
        kept = machine.classes_ != REST
        return machine.classes_[kept].tolist(), machine.coef_[kept], machine.intercept_[kept]

    names = sorted(set(labels.tolist()))
    parts = [names[at::PARTS] for at in range(PARTS)] if len(names) >= PARTS * LEAST_TEXTS else [names]
    with ThreadPoolExecutor(len(parts)) as threads:
        found = list(threads.map(part, parts))
    return (
        [name for own, _, _ in found for name in own],
        np.vstack([weight for _, weight, _ in found]),
        np.concatenate([bias for _, _, bias in found]),
    )
