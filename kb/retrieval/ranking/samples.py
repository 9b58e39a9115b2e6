"""The sample wordings of checks that come nearest to a question."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kb.retrieval.arrays import Floats
from kb.retrieval.embedding.nearness import NONE
from kb.retrieval.ranking.layout import Samples

NEAREST, FURTHER = 3, 12


@dataclass(frozen=True, slots=True)
class Asked:
    """The sample wordings of a check that come nearest to a question: (cosine, passage number), nearest first, and the
    next ones."""

    nearest: tuple[tuple[float, int], ...]
    further: tuple[tuple[float, int], ...] = ()

    @property
    def best(self) -> float:
        """The best cosine."""
        return self.nearest[0][0]


class Nearest:
    """How near each check's samples come: `best` for all, the nearest ones of a check when asked for."""

    def __init__(self, samples: Samples, scores: Floats) -> None:
        self._samples, self._scores = samples, scores
        highest = scores.max(axis=1).tolist()
        self.best = {check: score for check, score in zip(samples.checks, highest, strict=True) if score > NONE}

    def of(self, check: str) -> Asked | None:
        """The NEAREST samples of a check, None where it has none."""
        if check not in self.best:
            return None
        scores, rows = (each[self._samples.place[check]] for each in (self._scores, self._samples.rows))
        order = np.argsort(-scores, kind="stable")[:FURTHER]
        pairs = zip(scores[order].tolist(), rows[order].tolist(), strict=True)
        found = tuple(pair for pair in pairs if pair[0] > NONE)
        return Asked(found[:NEAREST], found[NEAREST:])


NO_SAMPLES = Nearest(Samples((), np.empty((0, 1), dtype=np.int64)), np.empty((0, 1), dtype=np.float32))
"""What comes near of a game without checks."""
