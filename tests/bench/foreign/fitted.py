"""`python -m tests.bench.foreign fit`: weights for games of text alone by the practice halves.

How much it weighs how alike words are (`fusion-text`, `words`), and the table `decline-text`: what the five games' own
questions teach of declining holds for others less, for the encoder and `doubt` have learned from them. It is told too
what is declined of each document by the others' weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from kb.answering.ranking import believed, rank
from kb.evaluation.fitting.ranking import AGAINST, PENALTY, signed_logistic
from kb.knowledge import KnowledgeBase
from kb.retrieval.decline import TEXT_ALONE as FEATURES
from kb.retrieval.weights import use, weights
from tests.bench.foreign.documents import Asked
from tests.bench.foreign.scored import hits

TRIED = (0.0, 0.2, 0.3, 0.4, 0.5, 0.7)
FALSE_DECLINES = 0.06


def fitted(base: KnowledgeBase, asked: Mapping[str, Sequence[Asked]]) -> str:
    """What each weight of words finds, and the table of declining."""
    before, clauses = weights()["fusion-text"]["words"], {clause.id: clause for clause in base.store.clauses()}
    lines = []
    for words in TRIED:
        use("fusion-text", {"words": words})
        found = {name: [_found(base, each) for each in of] for name, of in asked.items()}
        scored = {name: hits({"": of}, asked[name], clauses)[""] for name, of in found.items()}
        lines.append(
            f"words {words}: " + ", ".join(f"{name} {' / '.join(map(str, of))}" for name, of in scored.items())
        )
    use("fusion-text", {"words": before})
    return "\n".join([*lines, *_declining(base, [each for of in asked.values() for each in of])])


def _found(base: KnowledgeBase, asked: Asked) -> list[str]:
    """The clauses that are found, best first."""
    return [hit.clause.id for hit in rank(base, base.read(asked.text, asked.document), asked.document).hits]


def _declining(base: KnowledgeBase, asked: Sequence[Asked]) -> Iterator[str]:
    """The table `decline-text`, and what it declines of each kind when its document was left out."""
    told = [believed(base, base.read(each.text, each.document), each.document)[1].features for each in asked]
    kept = [at for at, features in enumerate(told) if features]
    rows = np.array([[told[at][name] for name in FEATURES] for at in kept])
    settled = np.array([asked[at].settled for at in kept])
    documents, kinds = (np.array([getattr(asked[at], name) for at in kept]) for name in ("document", "kind"))
    declined = np.zeros(len(kept), dtype=bool)
    for document in sorted(set(documents)):
        own = documents == document
        weight, threshold = _weights(rows[~own], settled[~own])
        declined[own] = rows[own] @ weight < threshold
    for kind in sorted(set(kinds)):
        yield f"declined with its document left out, {kind}: {declined[kinds == kind].mean():.2f}"
    weight, threshold = _weights(rows, settled)
    sure = weights()["decline"]["threshold"]
    yield f"bias = {np.log(sure / (1 - sure)) - threshold:.3f}"
    yield from (f"{name} = {value:.3f}" for name, value in zip(FEATURES, weight, strict=True))


def _weights(rows: np.ndarray, settled: np.ndarray) -> tuple[np.ndarray, float]:
    """Each feature's weight, and the sum below which FALSE_DECLINES of what is settled is declined."""
    signs = [-1 if name in AGAINST else 1 for name in FEATURES]
    weight = signed_logistic(rows, settled.astype(float), signs, PENALTY / 10)[:-1]
    return weight, float(np.quantile((rows @ weight)[settled], FALSE_DECLINES))
