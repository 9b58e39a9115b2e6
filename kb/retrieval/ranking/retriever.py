"""Find the clauses that answer a question: dense and lexical candidates, one weighted score per clause."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from operator import itemgetter, mul

import numpy as np

from kb.records import Clause, Hit
from kb.records.question import Question
from kb.retrieval.embedding.nearness import NONE, last_sentences
from kb.retrieval.ranking.alone import (
    Alone,
    AloneGames,
    behind_what_they_explain,
    covered_by_examples,
    word_by_word,
)
from kb.retrieval.ranking.candidates import FOUND, CandidateSearch, Query
from kb.retrieval.ranking.clausewords import ClauseWords
from kb.retrieval.ranking.judged import JUDGED, judged
from kb.retrieval.ranking.meaning import Meaning, NearPassages
from kb.retrieval.ranking.port import PassageLayout, Passages
from kb.retrieval.ranking.samples import NO_SAMPLES, Nearest
from kb.retrieval.ranking.teaching import Teaching
from kb.retrieval.weights import Fusion, fusion
from kb.words.lexicon import Lexicon

CANDIDATES = 80
"""So many clauses at least are compared with a question one by one."""
NAMES = tuple(sorted((*FOUND, *JUDGED)))
BY_NAME = itemgetter(*map((*FOUND, *JUDGED).index, NAMES))


class Retriever:
    """Ranks a store's clauses for questions that were read.

    It searches by words alone till it is given `meaning` (`search_by`), as a server does that answers at once. What it
    knows from players may be exchanged (`teach`), to measure what that is worth.
    """

    def __init__(
        self,
        store: Passages,
        layout: PassageLayout,
        lexicon: Lexicon,
        meaning: Meaning | None = None,
        teaching: Teaching | None = None,
    ) -> None:
        self.store, self.layout, self.lexicon = store, layout, lexicon
        self.meaning: Meaning | None = meaning
        self.teach(teaching or Teaching())

    def teach(self, teaching: Teaching) -> None:
        """Go by this from now on; what was worked out by what players told before is forgotten."""
        self.teaching = teaching
        self.words = ClauseWords(self.lexicon, teaching, self.layout.CLAUSES_KEPT)
        self._games = AloneGames(self.layout, self.store.pairs, teaching.text_alone)
        self.search_by(self.meaning)

    def search_by(self, meaning: Meaning | None) -> None:
        """Search by meaning with this from now on; by words alone where it is None."""
        near = None
        if meaning is not None:
            near = NearPassages(meaning, len(self.layout), self.teaching.left_out, self._text_of)
        self.meaning, self._near = meaning, near
        self._candidates = CandidateSearch(self.store, self.layout, near, self._games, self._fusion)

    @property
    def _fusion(self) -> Fusion:
        """What features weigh."""
        return fusion(by_meaning=self.meaning is not None)

    def search(
        self,
        question: Question,
        game: str | None = None,
        document: str | None = None,
        limit: int = 20,
        without: str = "",
        also: Question | None = None,
    ) -> tuple[Hit, ...]:
        """The best clauses, best first; only this game's or this document's where one is given.

        `without` is a wording that is left out: a question is not to be found by itself when reading is measured. A
        clause is as near by meaning as to the question or to what is searched for `also`, the nearer of the two.
        """
        found = self._candidates.find(Query(question, also, game, document, without, max(limit, CANDIDATES)))
        clauses, alone = found.clauses, found.alone
        features = self._judged(question, clauses, not without)
        if alone:
            covered_by_examples(clauses, features, alone.games)
        scores = [
            score + sum(map(mul, weight, each))
            for score, weight, each in zip(found.rough, self._weights_of(clauses, alone), features, strict=True)
        ]
        if alone:
            if self.meaning is not None and self.meaning.alike is not None:
                word_by_word(question, clauses, scores, alone, self.meaning.alike)
            behind_what_they_explain(clauses, scores, alone)
        behind = [alone.tells_of_another(clause) for clause in clauses] if alone else [False] * len(clauses)
        order = sorted(range(len(clauses)), key=lambda at: (-scores[at], behind[at], clauses[at].id))[:limit]
        named = [tuple(zip(NAMES, BY_NAME((*found.features[at], *features[at])), strict=True)) for at in order]
        best = enumerate(zip(order, named, strict=True), 1)
        return tuple(Hit(clauses[at], scores[at], rank, each) for rank, (at, each) in best)

    def _judged(self, question: Question, clauses: Sequence[Clause], learned: bool) -> list[tuple[float, ...]]:
        """The JUDGED features of each clause, in their order.

        `learned` is whether what was learned from sample wordings counts. It is False where a wording is left out, so
        that a question is not found by itself: what was learned came from that one too.
        """
        games = dict.fromkeys(clause.game for clause in clauses) if learned else ()
        told = {game: self.teaching.lessons("clauses", game, question.text) for game in games}
        return judged(question, clauses, self.words, told)

    def _weights_of(self, clauses: Sequence[Clause], alone: Alone) -> list[list[float]]:
        """What the JUDGED features of each clause weigh: in a game of text alone not what in others."""
        asked, text = ([self._fusion.of(alone=of).get(name, 0.0) for name in JUDGED] for of in (False, True))
        return [text if clause.game in alone.games else asked for clause in clauses]

    def checks(self, question: Question, game: str, without: str = "") -> Nearest:
        """How near the sample wordings of a game's checks come; nothing without an encoder or without checks."""
        samples = self.layout.samples_of(game)
        if self._near is None or samples is None:
            return NO_SAMPLES
        scores = self._near.cosines(question.text, samples.rows, without)
        if (part := last_sentences(question)) != question.text:
            scores = np.maximum(scores, self._near.cosines(part, samples.rows))
        return Nearest(samples, scores)

    def gap(self, question: Question, game: str) -> tuple[float, str]:
        """How near a question comes that a game's documents are known not to answer: (cosine, what they lack)."""
        gaps = self.layout.gaps_of(game)
        if self._near is None or gaps is None:
            return 0.0, ""
        scores = self._near.cosines(question.text, gaps)
        at = int(scores.argmax())
        if scores[at] <= NONE:
            return 0.0, ""
        return float(scores[at]), str(json.loads(self.store.passage(int(gaps[at])).states)["lacks"])

    def taught(self, game: str) -> bool:
        """Whether there are at least as many players' questions of a game as clauses; else it is one of text alone."""
        return self._games.taught(game)

    def text_alone(self, games: Iterable[str]) -> frozenset[str]:
        """Those of these games that are ranked as ones for which nobody has written questions."""
        return self._games.among(games)

    def warm_up(self, game: str) -> None:
        """Work out what of each of a game's clauses is the same for every question, before one asks for it."""
        for name in self.layout.clauses_of(game):
            if not self.words.knows(name):
                self.words.known([self.store.clause(name)])

    def _text_of(self, number: int) -> str:
        return self.store.passage(number).text
