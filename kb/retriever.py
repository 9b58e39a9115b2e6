"""Find the clauses that answer a question: dense and lexical candidates, one weighted score per clause."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from kb.fusion import fused, weights
from kb.lexicon import Lexicon
from kb.reading import Reading
from kb.records import Clause, Hit, Passage
from kb.text import stem, words

POOL = 300
ASIDE = frozenset({"note", "tip", "setup", "example"})
FEATURE_OF_KIND = {"clause": "clause", "sentence": "part", "power": "part", "wording": "wording"}


class Passages(Protocol):
    """The part of the store that retrieval needs."""

    def passage(self, number: int) -> Passage:
        """The passage of one index row."""

    def clause(self, identifier: str) -> Clause:
        """The clause of one id."""

    def lexical(
        self, query_words: Sequence[str], game: str | None = None, document: str | None = None, limit: int = POOL
    ) -> list[tuple[int, float]]:
        """(passage number, BM25) best first; higher is better."""


Dense = Callable[[str, int], Sequence[tuple[int, float]]]


@dataclass
class Candidate:
    """A clause on its way to a score."""

    features: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def raise_to(self, name: str, value: float) -> None:
        """Keep the best value seen for a feature."""
        self.features[name] = max(self.features[name], value)


class Retriever:
    """Ranks clauses for questions that were read; `dense` is None while no encoder is there."""

    def __init__(
        self,
        store: Passages,
        dense: Dense | None,
        lexicon: Lexicon,
        weight: Mapping[str, float] | None = None,
    ) -> None:
        self.store = store
        self.dense = dense
        self.lexicon = lexicon
        self.weight = weights()["fusion"] if weight is None else weight
        self._stems: dict[str, frozenset[str]] = {}

    def search(
        self, reading: Reading, game: str | None = None, document: str | None = None, limit: int = 20
    ) -> tuple[Hit, ...]:
        """The best clauses, best first; only this game's or this document's where one is given."""
        candidates = self._candidates(reading, game, document)
        found = [(self.store.clause(identifier), candidate) for identifier, candidate in candidates.items()]
        for clause, candidate in found:
            self._judge(reading, clause, candidate)
        scored = [(fused(candidate.features, self.weight), clause, candidate) for clause, candidate in found]
        scored.sort(key=lambda entry: (-entry[0], entry[1].id))
        return tuple(
            Hit(clause, score, rank, tuple(sorted(candidate.features.items())))
            for rank, (score, clause, candidate) in enumerate(scored[:limit], 1)
        )

    def _candidates(self, reading: Reading, game: str | None, document: str | None) -> dict[str, Candidate]:
        found: dict[str, Candidate] = defaultdict(Candidate)
        for number, cosine in self.dense(reading.text, POOL) if self.dense else ():
            passage = self.store.passage(number)
            if game in (None, passage.game) and document in (None, passage.document):
                found[passage.clause].raise_to(FEATURE_OF_KIND[passage.kind], cosine)
        ranked = self.store.lexical(reading.content, game, document, POOL)
        best = max((score for _, score in ranked), default=0.0)
        for number, score in ranked:
            found[self.store.passage(number).clause].raise_to("bm25", score / best if best > 0 else 0.0)
        return found

    def _judge(self, reading: Reading, clause: Clause, candidate: Candidate) -> None:
        """Add the features that come from the clause itself."""
        features = candidate.features
        features["part"] = max(features["part"], features["clause"])
        features["cover"] = self.coverage(reading.content, self.stems(clause))
        named = [match for match in reading.matches if match.term.game == clause.game]
        cards = [match.score for match in named if match.term.name in clause.subject and clause.subject]
        features["card"] = max(cards, default=0.0)
        features["defines"] = max((match.score for match in named if match.term.clause == clause.id), default=0.0)
        section = clause.path.rpartition(".")[0]
        features["section"] = float(any(section == number for number in reading.sections))
        features["aside"] = float(clause.kind in ASIDE)

    def stems(self, clause: Clause) -> frozenset[str]:
        """The stems of a clause's words, its headings' and its card's name."""
        kept = self._stems.get(clause.id)
        if kept is None:
            text = " ".join([clause.plain, *clause.headings, clause.subject])
            kept = self._stems[clause.id] = frozenset(stem(word) for word in words(text))
        return kept

    def coverage(self, content: Sequence[str], stems: frozenset[str]) -> float:
        """The share of these words, weighted by idf, whose stem is among `stems`; 0 for no words."""
        weight = {word: self.lexicon.idf(word) for word in set(content)}
        total = sum(weight.values())
        held = sum(value for word, value in weight.items() if stem(word) in stems)
        return held / total if total else 0.0


def dense_search(
    encode: Callable[[Sequence[str]], npt.NDArray[np.float32]],
    search: Callable[[npt.NDArray[np.float32], int], tuple[npt.NDArray[np.float32], npt.NDArray[np.int64]]],
) -> Dense:
    """A Dense from an encoder and an index: the question is encoded once, rows below 0 are padding."""

    def find(text: str, limit: int) -> list[tuple[int, float]]:
        scores, rows = search(encode([text]), limit)
        return [(int(row), float(score)) for row, score in zip(rows[0], scores[0], strict=True) if row >= 0]

    return find
