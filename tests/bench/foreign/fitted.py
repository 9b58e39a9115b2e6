"""`python -m tests.bench.foreign fit`: weights for games of text alone by the practice halves.

How much it weighs how alike words are (`fusion-text`, `words`). And how much `doubt` weighs in `decline-text`, beside
what the five games' own questions teach of declining: the encoder and `doubt` have learned from these, so that they
cannot tell it. Each document is declined from where the others lose FALSE_DECLINES of what they settle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from kb.answering.ranking import believed, rank
from kb.knowledge import KnowledgeBase
from kb.retrieval.classifying.decline import TEXT_ALONE as FEATURES
from kb.retrieval.weights import use, weights
from tests.bench.foreign.documents import Asked
from tests.bench.foreign.scored import hits

TRIED = (0.0, 0.25, 0.37, 0.49, 0.61, 0.86)
DOUBTS = (0.0, -0.2, -0.4, -0.6, -0.8, -1.2)
FALSE_DECLINES = 0.06


def fitted(base: KnowledgeBase, asked: Mapping[str, Sequence[Asked]]) -> str:
    """What each weight finds and declines."""
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
    """What each weight of `doubt` declines of each kind, and the bias that loses FALSE_DECLINES of what is settled."""
    told = [believed(base, base.read(each.text, each.document), each.document)[1].features for each in asked]
    kept = [at for at, features in enumerate(told) if features]
    settled = np.array([asked[at].settled for at in kept])
    documents, kinds = (np.array([getattr(asked[at], name) for at in kept]) for name in ("document", "kind"))
    sure = weights()["decline"]["threshold"]
    for doubt in DOUBTS:
        weight = {**weights()["decline-text"], "doubt": doubt}
        sums = np.array([sum(weight[name] * told[at][name] for name in FEATURES) for at in kept])
        least = {name: np.quantile(sums[settled & (documents != name)], FALSE_DECLINES) for name in set(documents)}
        declined = sums < np.array([least[name] for name in documents])
        shares = [f"{declined[kinds == kind].mean():.2f} {kind}" for kind in sorted(set(kinds))]
        shares.append(f"{declined[~settled].mean():.2f} not settled")
        bias = np.log(sure / (1 - sure)) - np.quantile(sums[settled], FALSE_DECLINES)
        yield f"doubt {doubt}: declined {', '.join(shares)}; bias {bias:.3f}"
