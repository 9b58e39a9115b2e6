"""The clauses that a question may be answered by: those whose passages come near by meaning or hold its words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kb.records import Clause
from kb.records.question import Question
from kb.retrieval.arrays import Floats, Rows
from kb.retrieval.embedding.nearness import last_sentences
from kb.retrieval.ranking.alone import Alone, AloneGames
from kb.retrieval.ranking.layout import KINDS, NEAR_FEATURES, Layout
from kb.retrieval.ranking.meaning import NearPassages
from kb.retrieval.ranking.port import POOL, PassageLayout, Passages
from kb.retrieval.weights import Fusion

BY_WORDS = "bm25"
WORDED = 10
"""Clauses of games of text alone that are compared because they hold a question's words, among those of other games."""
FOUND = (*NEAR_FEATURES, BY_WORDS)
"""The names of the features by which clauses are found, in their order; kb/retrieval/weights.py says what each is."""
Scores = npt.NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Query:
    """What is searched for: a question, and what is searched for `also`; in a game or a document alone, where one is
    given; without the passages that read as `without` does. `limit` is how many clauses are found at most."""

    question: Question
    also: Question | None
    game: str | None
    document: str | None
    without: str
    limit: int

    @property
    def texts(self) -> list[str]:
        """The texts to which clauses may be near by meaning."""
        own = self.question.text
        return [own] if self.also is None or self.also.text == own else [own, self.also.text]

    @property
    def compared_later(self) -> list[str]:
        """The part of the question whose nearness is asked for when clauses have been found; none where it is the
        whole."""
        part = last_sentences(self.question)
        return [part] if part != self.question.text else []


@dataclass(frozen=True, slots=True)
class Candidates:
    """Clauses that were found: for each what its FOUND features weigh (`rough`) and these; which are of text alone."""

    clauses: Sequence[Clause]
    rough: Sequence[float]
    features: Sequence[tuple[float, ...]]
    alone: Alone


class CandidateSearch:
    """Finds the clauses of a store by meaning and by words; `near` is None while no encoder is there."""

    def __init__(
        self, store: Passages, layout: PassageLayout, near: NearPassages | None, alone: AloneGames, fusion: Fusion
    ) -> None:
        self._store, self._layout, self._near, self._alone, self._fusion = store, layout, near, alone, fusion

    def find(self, query: Query) -> Candidates:
        """The clauses whose passages come nearest by meaning to any of the query's texts, or by words to its question;
        those that weigh most first."""
        with self._foreseen(self._layout.while_clauses_are_found(query.compared_later)):
            worded, bm25 = self._by_words(query)
            rows, cosines = self._by_meaning(query)
            layout, (rows, worded) = self._layout.about(rows, worded)
            features = {**layout.nearest(rows, cosines), BY_WORDS: _lexical(layout, worded, bm25)}
            features["part"] = np.maximum(features["part"], features["clause"])
            alone = self._alone.within(layout)
            rough = self._rough(features, alone)
            kept = _best(rough, layout, query)
            if alone and query.game is None:
                kept = _with_worded(kept, features[BY_WORDS], alone, layout, query)
            return Candidates(
                clauses=self._clauses([layout.clauses[at] for at in kept.tolist()]),
                rough=rough[kept].tolist(),
                features=list(zip(*(features[name][kept].tolist() for name in FOUND), strict=True)),
                alone=alone,
            )

    def _foreseen(self, texts: Sequence[str]) -> AbstractContextManager[None]:
        """While the block runs, how near these texts come is worked out on another processor."""
        return self._near.foreseen(texts) if self._near is not None else nullcontext()

    def _by_words(self, query: Query) -> tuple[Rows, Floats]:
        """The passages that hold most of a question's words, and their BM25."""
        with self._foreseen(self._layout.while_words_are_searched(query.texts)):
            weight = self._fusion.of(alone=query.game is not None and not self._alone.taught(query.game))
            best: Sequence[tuple[int, float]] = ()
            if self._layout.searches_words(weight.get(BY_WORDS, 0.0)):
                best = self._store.lexical(query.question.content, query.game, query.document, POOL)
            rows = np.array([number for number, _ in best], dtype=np.int64)
            self._layout.know(rows)
        return rows, np.array([score for _, score in best], dtype=np.float32)

    def _by_meaning(self, query: Query) -> tuple[Rows, Floats]:
        """The passages nearest to each of a query's texts, and their cosines."""
        near = [self._near.nearest(text, query.without) for text in query.texts] if self._near is not None else []
        rows = np.concatenate([np.empty(0, dtype=np.int64), *(rows for rows, _ in near)])
        return rows, np.concatenate([np.empty(0, dtype=np.float32), *(scores for _, scores in near)])

    def _rough(self, features: Mapping[str, Floats], alone: Alone) -> Scores:
        """What the FOUND features of each clause weigh. In games of text alone, whose clauses first come as near as
        their examples, these are added up in single precision, as they were when their weights were fitted."""
        rough = _weighed(features, self._fusion.of(alone=False), np.float64)
        if not alone:
            return rough
        alone.tell(features)
        return np.where(alone.clauses, _weighed(features, self._fusion.of(alone=True), np.float32), rough)

    def _clauses(self, identifiers: Sequence[str]) -> list[Clause]:
        self._store.read_ahead(identifiers)
        return list(map(self._store.clause, identifiers))


def _weighed(features: Mapping[str, Floats], weight: Mapping[str, float], precision: type[np.floating]) -> Scores:
    """The weighted sum of each clause's FOUND features."""
    total = np.zeros(len(features[BY_WORDS]), dtype=precision)
    for name in FOUND:
        total += weight.get(name, 0.0) * features[name]
    return total


def _best(rough: Scores, layout: Layout, query: Query) -> Rows:
    """The places of the clauses that weigh most, of the query's game and document; none that weighs nothing."""
    places = np.flatnonzero((rough > 0) & _asked_for(layout, query))
    return places[np.argsort(-rough[places], kind="stable")[: query.limit]]


def _asked_for(layout: Layout, query: Query) -> npt.NDArray[np.bool_]:
    """Whether each clause is of the query's game and document."""
    wanted = np.ones(len(layout.clauses), dtype=np.bool_)
    if query.game is not None:
        wanted &= layout.game_of == query.game
    if query.document is not None:
        wanted &= layout.document_of == query.document
    return wanted


def _with_worded(kept: Rows, bm25: Floats, alone: Alone, layout: Layout, query: Query) -> Rows:
    """These places, behind them those that hold most of the question's words of the clauses of text alone: words weigh
    nothing among these, so that beside a game for which they do, a word that one clause alone has would not find it."""
    places = np.flatnonzero((bm25 > 0) & alone.clauses & _asked_for(layout, query))
    best = places[np.argsort(-bm25[places], kind="stable")[:WORDED]]
    return np.concatenate([kept, best[~np.isin(best, kept)]])


def _lexical(layout: Layout, rows: Rows, scores: Floats) -> Floats:
    """BM25 of each clause's own words over the best of all, of the passages that words found."""
    found = np.zeros(len(layout.clauses), dtype=np.float32)
    own = layout.kind_of[rows] != KINDS.index("wording")
    np.maximum.at(found, layout.clause_of[rows[own]], scores[own])
    return found / max(float(found.max(initial=0.0)), 1e-9)
