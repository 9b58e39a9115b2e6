"""Which check do a question's words and meaning speak for? One linear model per game, learned from all its samples.

A second one, for all games together, tells the questions that documents answer from those that they are known not to
(gaps.toml): what is asked where nothing answers, a price or a rarity, is much the same from game to game.

Nearness by meaning hardly tells `keep` from `lose` or ATK from DEF; what sets the samples of one check apart from all
others does. Each text becomes its sentence vector beside the tf-idf of its stems and of pairs of neighbouring stems
(numbers as `#`); a linear support vector machine, one check against the rest, gives each check a score: about 1 for
its own samples, below 0 for others. (Joachims 1998, Text categorization with support vector machines.)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from kb.errors import SnapshotError
from kb.index import products
from kb.text import fold, stem

WORD = re.compile(r"[a-z']+|\d+")
LEAST_TEXTS = 2
STRENGTH = 1.0
NEAR_ENOUGH = 0.01

Floats = npt.NDArray[np.float32]


def grams(text: str) -> list[str]:
    """The stems of a text and its pairs of neighbouring stems; every number is `#`."""
    stems = ["#" if word.isdigit() else stem(word) for word in WORD.findall(fold(text))]
    return stems + [f"{one} {two}" for one, two in pairwise(stems)]


_grams = lru_cache(maxsize=32)(grams)  # every game's models are asked about one question


@dataclass(frozen=True)
class Learned:
    """A game's model: `meaning` (dimension, checks), `words` (grams, checks), `bias` (checks); `idf` by gram."""

    checks: tuple[str, ...]
    place: dict[str, int]
    idf: Floats
    words: npt.NDArray[np.float16]
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
            found = found + (weight / np.linalg.norm(weight)) @ self.words[rows].astype(np.float32)
        return dict(zip(self.checks, found.tolist(), strict=True))

    def save(self, path: Path) -> None:
        """Write the model into a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as stream:
            np.savez(
                stream, checks=np.array(self.checks), grams=np.array(list(self.place)), idf=self.idf,
                words=self.words, meaning=self.meaning, bias=self.bias,
            )  # fmt: skip

    @classmethod
    def open(cls, path: Path) -> Learned | None:
        """The model in a file; None where there is none, SnapshotError where it cannot be read."""
        if not path.exists():
            return None
        try:
            with np.load(path, allow_pickle=False) as held:
                place = {gram: at for at, gram in enumerate(held["grams"].tolist())}
                arrays = {name: held[name] for name in ("idf", "words", "meaning", "bias")}
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
    from sklearn.svm import LinearSVC

    words = TfidfVectorizer(analyzer=grams, sublinear_tf=True, min_df=LEAST_TEXTS)
    try:
        known = words.fit_transform(texts)
    except ValueError:  # no gram stands in two texts
        return None
    rows = hstack([csr_matrix(vectors), known]).tocsr()
    machine = LinearSVC(C=STRENGTH, tol=NEAR_ENOUGH, random_state=0).fit(rows, list(checks))
    names = [str(each) for each in machine.classes_]
    weight, bias = machine.coef_, machine.intercept_
    if len(names) == LEAST_TEXTS:  # one score tells two apart
        weight, bias = np.vstack([-weight, weight]), np.concatenate([-bias, bias])
    dimension = vectors.shape[1]
    return Learned(
        checks=tuple(names),
        place={gram: at for at, gram in enumerate(words.get_feature_names_out())},
        idf=words.idf_.astype(np.float32),
        words=np.ascontiguousarray(weight[:, dimension:].T.astype(np.float16)),
        meaning=np.ascontiguousarray(weight[:, :dimension].T.astype(np.float32)),
        bias=bias.astype(np.float32),
    )
