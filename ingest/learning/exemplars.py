"""Which of many questions stand for all of them: those that the others come nearest to.

A game may have tens of thousands of labelled questions; to find an answer by them, each would have to be embedded and
compared. A few of them come nearly as near to whatever is asked. They are chosen greedily, each time the one that
brings the others of its group nearest (facility location; Nemhauser, Wolsey and Fisher 1978: within 1 - 1/e of the
best choice), until one brings too little.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from kb.retrieval.embedding.encoder import Vectors

GAIN = 0.7
"""How much nearer, as a sum of cosines over a group, one more exemplar brings the questions of its group at least."""


def exemplars(groups: Sequence[Hashable], vectors: Vectors, gain: float = GAIN) -> list[int]:
    """The places of the questions that stand for all, in order; `groups` are the groups of the questions, which ask
    for the same, and `vectors` (n, dimension) theirs, normalised. Every group has at least one."""
    members: dict[Hashable, list[int]] = {}
    for at, group in enumerate(groups):
        members.setdefault(group, []).append(at)
    return sorted(at for own in members.values() for at in of_group(own, vectors[own], gain))


def of_group(members: Sequence[int], vectors: Vectors, gain: float) -> list[int]:
    """Those of one group, the one that stands for most of it first."""
    likeness = vectors @ vectors.T
    nearest = np.zeros(len(members), dtype=np.float32)
    found: list[int] = []
    while len(found) < len(members):
        gains = np.maximum(likeness - nearest[:, None], 0.0).sum(axis=0)
        best = int(gains.argmax())
        if found and gains[best] < gain:
            break
        found.append(best)
        nearest = np.maximum(nearest, likeness[:, best])
    return [members[at] for at in found]
