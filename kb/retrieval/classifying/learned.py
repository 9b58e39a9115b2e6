"""Which check do a question's words and meaning speak for? One linear model per game, learned from all its samples.

A second one, for all games together, tells the questions that documents answer from those that they are known not to
(gaps): what is asked where nothing answers, a price or a rarity, is much the same from game to game.

Nearness by meaning hardly tells `keep` from `lose` or ATK from DEF; what sets the samples of one check apart from all
others does. Each text becomes its sentence vector beside the tf-idf of its stems and of pairs of neighbouring stems
(numbers as `#`); linear weights give each check a score. How they are learned: learning.py.

A third one tells what a question says of a check's facts, see Learned.values.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from kb.errors import SnapshotError
from kb.held import Alike, sum_of
from kb.retrieval.arrays import read_arrays
from kb.words.text import fold, stem

WORD = re.compile(r"[a-z']+|\d+")
ARRAYS = ("idf", "starts", "told", "words", "scale", "meaning", "bias")

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
        grams, weight = self._weighed(text)
        if len(grams):
            places, of = self._places(grams)
            spoken = (weight * self.scale[grams] / np.sqrt(weight.dot(weight)))[of] * self.words[places]
            found = found + np.bincount(self.told[places], spoken, len(found))
        return dict(zip(self.checks, found.tolist(), strict=True))

    def values(self, check: str, slot: str, text: str, vector: Floats) -> dict[bool | str | None, float]:
        """How likely a text with its vector tells each value of a check's fact, None for none of them, 0 to 1 each, by
        a model of facts (learning.py, learn_values); empty where nothing was learned of it. Of the text those grams
        alone are weighed that tell something of this fact."""
        begins = value_label(check, slot)
        own = [at for at, label in enumerate(self.checks) if label.startswith(begins)]
        if not own:
            return {}
        found = self.bias[own] + self.meaning[own] @ vector
        grams, weight = self._weighed(text)
        if len(grams):
            places, of = self._places(grams)
            there = np.isin(self.told[places], own)
            places, of = places[there], of[there]
            size = np.sqrt(np.square(weight[np.unique(of)]).sum()) or 1.0
            spoken = (weight * self.scale[grams] / size)[of] * self.words[places]
            found = found + np.bincount(np.searchsorted(own, self.told[places]), spoken, len(own))
        odds = np.exp(found - found.max())
        names = [json.loads(self.checks[at].removeprefix(begins)) for at in own]
        return dict(zip(names, (odds / odds.sum()).tolist(), strict=True))

    def _weighed(self, text: str) -> tuple[npt.NDArray[np.intp], Floats]:
        """The places of the grams of a text that the model knows, with their tf-idf."""
        grams, count = self._known(*_counted(text))
        return grams, (1 + np.log(count)) * self.idf[grams]

    def _places(self, grams: npt.NDArray[np.intp]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """Where the weights of these grams stand in `words`, and of which of the grams each is."""
        starts, sizes = self.starts[grams], self.starts[grams + 1] - self.starts[grams]
        places = np.arange(sizes.sum()) + np.repeat(starts - np.cumsum(sizes) + sizes, sizes)
        return places, np.repeat(np.arange(len(grams)), sizes)

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


def value_label(check: str, slot: str, *value: bool | str | None) -> str:
    """What a model of facts calls a value of a check's fact, None for the fact that a question leaves unsaid; without a
    value how the labels of all its values begin."""
    return f"{check} {slot} " + "".join(map(json.dumps, value))
