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
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from kb.errors import SnapshotError
from kb.held import Alike, sum_of
from kb.retrieval.arrays import read_arrays
from kb.words.text import fold, stem

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

WORD = re.compile(r"[a-z']+|\d+")
LEAST_TEXTS = 2
STRENGTH = 1.0
NEAR_ENOUGH = 0.03
PARTS = 2
DIRECTIONS = 256
TELLING = 500
ARRAYS = ("idf", "starts", "told", "words", "scale", "meaning", "bias")
REST = "~"
"""Stands for the labels of the other parts; no check, clause or kind of sample is called so."""

Floats = npt.NDArray[np.float32]


def grams(text: str) -> list[str]:
    """The stems of a text and its pairs of neighbouring stems; every number is `#`."""
    stems = ["#" if word.isdigit() else stem(word) for word in WORD.findall(fold(text))]
    return stems + [f"{one} {two}" for one, two in pairwise(stems)]


@lru_cache(maxsize=32)
def _counted(text: str) -> tuple[npt.NDArray[np.bytes_], npt.NDArray[np.int64], Floats]:
    """The different grams of a text, how long they are, and how often each stands in it: every game's models are asked
    about one question."""
    count = Counter(grams(text))
    return (
        np.array([*count], np.bytes_),
        np.array([*map(len, count)], np.int64),
        np.array([*count.values()], np.float32),
    )


@dataclass(frozen=True)
class Learned:
    """A game's model. Each check has weights for the TELLING grams that tell most for or against it: those of gram `g`
    stand in `words`, of the checks `told`, from `starts[g]` to `starts[g + 1]`, each in a byte, times `scale[g]`.
    `meaning` (checks, dimension) and `bias` (checks) are whole; `idf` is by gram. `grams` are sorted, in ASCII: a dict
    of them takes five times the memory."""

    checks: tuple[str, ...]
    grams: npt.NDArray[np.bytes_]
    idf: Floats
    starts: npt.NDArray[np.int32]
    told: npt.NDArray[np.uint16]
    words: npt.NDArray[np.int8]
    scale: Floats
    meaning: Floats
    bias: Floats

    def scores(self, text: str, vector: Floats) -> dict[str, float]:
        """How much a text with its vector speaks for each check."""
        found = self.bias + np.vecdot(self.meaning, vector)
        grams, count = self._known(*_counted(text))
        if len(grams):
            weight = (1 + np.log(count)) * self.idf[grams]
            weight *= self.scale[grams] / np.sqrt(weight.dot(weight))
            starts, sizes = self.starts[grams], self.starts[grams + 1] - self.starts[grams]
            places = np.arange(sizes.sum()) + np.repeat(starts - np.cumsum(sizes) + sizes, sizes)
            spoken = np.repeat(weight, sizes) * self.words[places]
            found = found + np.bincount(self.told[places], spoken, len(found))
        return dict(zip(self.checks, found.tolist(), strict=True))

    def _known(
        self, spoken: npt.NDArray[np.bytes_], lengths: npt.NDArray[np.int64], count: Floats
    ) -> tuple[npt.NDArray[np.intp], Floats]:
        """The places of the grams of a text that the model knows, and how often each stands in it."""
        short = lengths <= self.grams.itemsize  # a longer one would be cut to what may be another
        asked = spoken[short].astype(self.grams.dtype)
        places = self.grams.searchsorted(asked)
        there = np.flatnonzero(self.grams.take(places, mode="clip") == asked)
        return places[there], count[short][there]

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """All that the model is, as arrays by name."""
        named = {name: getattr(self, name) for name in ARRAYS}
        named["meaning"] = self.meaning.T.astype(np.float16, order="C")
        return {"checks": np.array(self.checks), "grams": self.grams.astype(np.str_), **named}

    @classmethod
    def of(cls, held: Mapping[str, npt.NDArray[Any]]) -> Learned:
        """The model of these arrays; KeyError where one is missing, ValueError where its grams are not sorted."""
        spelled = held["grams"].astype(np.bytes_)
        if not np.all(spelled[:-1] < spelled[1:]):
            raise ValueError("its grams are not sorted")
        named = {name: held[name] for name in ARRAYS} | {"meaning": np.ascontiguousarray(held["meaning"].T, np.float32)}
        return cls(checks=tuple(held["checks"].tolist()), grams=spelled, **named)

    def save(self, path: Path) -> None:
        """Write the model into a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as stream:
            np.savez_compressed(stream, **self.arrays())  # type: ignore[arg-type]

    @classmethod
    def open(cls, path: Path) -> Learned | None:
        """The model in a file; None where there is none, SnapshotError where it cannot be read."""
        if not path.exists():
            return None
        try:
            return _open.of(sum_of(path.read_bytes()), lambda: cls.of(read_arrays(path)))
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise SnapshotError(f"{path} cannot be read: it is no learned model ({error})") from error


_open = Alike[Learned]()


def learn(texts: Sequence[str], vectors: Floats, checks: Sequence[str], most: int = TELLING) -> Learned | None:
    """The model for texts with their vectors (n, dimension) and the checks they ask for; None for fewer than two
    checks. Grams of one text only are left out, and of a check all but
    the `most` telling ones. The same input gives the same model."""
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
    idf = words.idf_.astype(np.float32)
    told = telling(of_words * idf, most) & (of_words != 0)
    kept = np.flatnonzero(told.any(axis=0))
    told, of_words = told[:, kept], of_words[:, kept]
    scale = np.maximum(np.abs(of_words).max(axis=0, initial=0.0), np.finfo(np.float32).tiny) / np.iinfo(np.int8).max
    gram, check = np.nonzero(told.T)
    spelled = words.get_feature_names_out()
    return Learned(
        checks=tuple(names),
        grams=spelled[kept].astype(np.bytes_),
        idf=idf[kept],
        starts=np.searchsorted(gram, np.arange(len(kept) + 1)).astype(np.int32),
        told=check.astype(np.uint16),
        words=np.rint(of_words / scale).T[gram, check].astype(np.int8),
        scale=scale.astype(np.float32),
        meaning=np.ascontiguousarray((mapping @ meaning.T).astype(np.float16).T, np.float32),
        bias=bias.astype(np.float32),
    )


def telling(weight: npt.NDArray[np.float64], most: int) -> npt.NDArray[np.bool_]:
    """Which of the grams (labels, grams) tell most for or against each label, `most` of them. With 500 as many
    development questions are answered rightly as with all of them, a fifteenth of the numbers; with 150 fewer."""
    if weight.shape[1] <= most:
        return np.ones(weight.shape, dtype=np.bool_)
    size = np.abs(weight)
    least = np.partition(size, -most, axis=1)[:, -most]
    found: npt.NDArray[np.bool_] = size >= least[:, None]
    return found


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
