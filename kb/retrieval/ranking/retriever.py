"""Find the clauses that answer a question: dense and lexical candidates, one weighted score per clause."""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Mapping, Sequence
from functools import cached_property, lru_cache
from operator import itemgetter, mul
from typing import Protocol

import numpy as np

from kb.records import Clause, Hit, Passage
from kb.records.question import Question
from kb.retrieval.arrays import Floats, Rows
from kb.retrieval.embedding.nearness import NONE, Dense, foreseen, last_sentences, spread
from kb.retrieval.ranking.alone import Alike, Alone, behind_what_they_explain, covered_by_examples, word_by_word
from kb.retrieval.ranking.found import FoundLayout
from kb.retrieval.ranking.layout import KINDS, NEAR_FEATURES, Layout, Samples
from kb.retrieval.ranking.samples import Nearest
from kb.retrieval.weights import text_alone, weights
from kb.words.lexicon import Lexicon
from kb.words.text import StemSet, different_words, stem

POOL = 300
CANDIDATES = 80
SAME = 0.99
JUDGED = ("cover", "heard", "card", "defines", "section", "aside", "example", "long", "learned")
BY_WORDS = "bm25"
FOUND = (*NEAR_FEATURES, BY_WORDS)
NAMES = tuple(sorted((*FOUND, *JUDGED)))
BY_NAME = itemgetter(*map((*FOUND, *JUDGED).index, NAMES))
LEAST_LEARNED = -1.2
Known = tuple[str, frozenset[str], tuple[float, float, float]]
"""The stems of a clause's words, each between blanks, and of its wordings; whether it stands aside, whether an
example, how long it is."""
Lessons = Callable[[str, str, str], Mapping[str, float]]
"""How much a question speaks for each class of a lesson, learned from a game's wordings: (lesson, game, text)."""
ASIDE = frozenset({"note", "tip", "setup"})
LONG = 400
KNOWN, KNOWN_OF_MANY = 30_000, 5_000
"""Clauses of which is kept what is the same for every question, some 600 bytes each; fewer where there are very
many, for which a server's memory is not to grow."""

Pairs = Callable[..., tuple[Sequence[tuple[str, str]], Sequence[tuple[str, str]]]]
"""Each example and what it explains, each glossary entry and what it cites: all, or those among given clauses."""


def no_pairs(clauses: Sequence[str] | None = None) -> tuple[tuple[()], tuple[()]]:  # noqa: ARG001
    """The Pairs of clauses none of which leads to another."""
    return (), ()


def nothing_learned(lesson: str, game: str, text: str) -> Mapping[str, float]:  # noqa: ARG001
    """The Lessons of a game without samples."""
    return {}


class Passages(Protocol):
    """The part of the store that retrieval needs."""

    def passage_places(self) -> Sequence[tuple[str, str, str, str, str]]:
        """Clause, game, document, kind and check of every passage, in the order of their numbers."""

    def clause(self, identifier: str) -> Clause:
        """The clause of one id."""

    def passage(self, number: int) -> Passage:
        """The passage of one number."""

    def texts_of(self, numbers: Sequence[int]) -> Sequence[tuple[int, str, str]]:
        """Number and text of these passages, and what they state."""

    def lexical(
        self, query_words: Sequence[str], game: str | None = None, document: str | None = None, limit: int = POOL
    ) -> Sequence[tuple[int, float]]:
        """(passage number, BM25) best first; higher is better."""


class Retriever:
    """Ranks clauses for questions that were read; `dense` is None while no encoder is there.

    Passages that are `left_out` are not found by meaning: what the others are worth without them is measured so.
    """

    def __init__(
        self,
        store: Passages,
        dense: Dense | None,
        lexicon: Lexicon,
        heard_for: Callable[[str], str] = lambda clause: "",
        weight: Mapping[str, float] | None = None,
        lessons: Lessons = nothing_learned,
        layout: Layout | FoundLayout | None = None,
        vocabularies: Mapping[str, Container[str]] | None = None,
        pairs: Pairs = no_pairs,
        alone: frozenset[str] | None = None,
        read_ahead: Callable[[Sequence[str]], None] = lambda clauses: None,
        cosines: Callable[[str, Rows], Floats] | None = None,
        alike: Alike | None = None,
    ) -> None:
        self.store = store
        self.cosines = cosines
        self.alike = alike
        self.read_ahead = read_ahead
        self._layout = layout
        self.lessons = lessons
        self.dense = dense
        self.lexicon = lexicon
        self.heard_for = heard_for
        self._weight = weight
        self._pairs, self._alone = pairs, alone
        self._stems: dict[str, StemSet] = {}
        self._heard: dict[str, frozenset[str]] = {}
        self._known: dict[str, Known] = {}
        self._vocabularies = vocabularies or {}
        self.left_out: Rows = np.empty(0, dtype=np.int64)
        self._weighed = lru_cache(maxsize=32)(self._weigh)

    @property
    def weight(self) -> Mapping[str, float]:
        """What features weigh."""
        return weights()["fusion"] if self._weight is None else self._weight

    @property
    def weight_alone(self) -> Mapping[str, float]:
        """What they weigh in a game of text alone: by words alone, while no encoder is there, as in others."""
        return text_alone() if self._weight is None and self.dense is not None else self.weight

    @cached_property
    def layout(self) -> Layout | FoundLayout:
        """Where every passage leads."""
        return self._layout or Layout.of(self.store.passage_places())

    @cached_property
    def alone(self) -> Alone:
        """What is ranked as text alone: the games for which nobody has written questions, if not others are given."""
        assert isinstance(self.layout, Layout), "of very many passages there is no list of all"
        games = self._alone
        if games is None:
            games = frozenset(game for game in self.layout.counts if not self.taught(game))
        return Alone.of(self.layout, games, *(self._pairs() if games else ((), ())))

    def _alone_in(self, layout: Layout) -> Alone:
        """The same of the passages that were found, where these are of very many."""
        if layout is self.layout:
            return self.alone
        games = frozenset(game for game in set(layout.game_of.tolist()) if not self.taught(game))
        return Alone.of(layout, games, *(self._pairs(layout.clauses) if games else ((), ())))

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
        asked = (question,) if also is None or also.text == question.text else (question, also)
        with foreseen(self.dense, self._asked_later(question)):
            found = self._candidates(asked, game, document, max(limit, CANDIDATES), without)
        clauses, rough, features, alone = found
        judged = self._judge(question, clauses, not without)
        if alone:
            covered_by_examples(clauses, judged, alone.games)
        scores = [
            score + sum(map(mul, weight, each))
            for score, weight, each in zip(rough, self._weights_of(clauses, alone), judged, strict=True)
        ]
        if alone:
            if self.alike is not None and self.dense is not None:
                word_by_word(question, clauses, scores, alone, self.alike)
            behind_what_they_explain(clauses, scores, alone)
        behind = [alone.tells_of_another(clause) for clause in clauses]
        order = sorted(range(len(clauses)), key=lambda at: (-scores[at], behind[at], clauses[at].id))[:limit]
        return tuple(
            Hit(clauses[at], scores[at], rank, tuple(zip(NAMES, BY_NAME((*features[at], *judged[at])), strict=True)))
            for rank, at in enumerate(order, 1)
        )

    def _asked_later(self, question: Question) -> list[str]:
        """The part of a question whose nearness is asked for when its clauses have been found; none where it is the
        whole, or where others compare all vectors."""
        part = last_sentences(question)
        return [part] if part != question.text and isinstance(self.layout, Layout) else []

    def _searched_beside(self, asked: Sequence[Question]) -> list[str]:
        """What is compared with very many vectors, by a database, while words are added up here."""
        return [] if isinstance(self.layout, Layout) else [each.text for each in asked]

    def _by_words(self, question: Question, game: str | None, document: str | None) -> Sequence[tuple[int, float]]:
        """The passages that hold a question's words most; of very many none where that weighs nothing in the game."""
        many = self.dense is not None and not isinstance(self.layout, Layout)
        if many and game is not None and not self.taught(game) and not self.weight_alone.get(BY_WORDS):
            return ()
        return self.store.lexical(question.content, game, document, POOL)

    def _weights_of(self, clauses: Sequence[Clause], alone: Alone) -> list[list[float]]:
        """What the JUDGED features of each clause weigh: in a game of text alone not what in others."""
        taught, text = ([of.get(name, 0.0) for name in JUDGED] for of in (self.weight, self.weight_alone))
        return [text if clause.game in alone.games else taught for clause in clauses]

    def checks(self, question: Question, game: str, without: str = "") -> Nearest:
        """How near the sample wordings of a game's checks come; nothing without an encoder or without checks."""
        samples = self.layout.samples.get(game)
        if self.dense is None or samples is None:
            return Nearest(Samples((), np.empty((0, 1), dtype=np.int64)), np.empty((0, 1), dtype=np.float32))
        scores = self._cosines(question.text, samples.rows, without)
        if (part := last_sentences(question)) != question.text:
            scores = np.maximum(scores, self._cosines(part, samples.rows))
        return Nearest(samples, scores)

    def gap(self, question: Question, game: str) -> tuple[float, str]:
        """How near a question comes that a game's documents are known not to answer: (cosine, what they lack)."""
        gaps = self.layout.gaps.get(game)
        if self.dense is None or gaps is None:
            return 0.0, ""
        scores = self._cosines(question.text, gaps)
        at = int(scores.argmax())
        if scores[at] <= NONE:
            return 0.0, ""
        return float(scores[at]), str(json.loads(self.store.passage(int(gaps[at])).states)["lacks"])

    def _cosines(self, text: str, rows: Rows, without: str = "") -> Floats:
        """How near these passages are by meaning, -1 for those that were not compared; the number of all is none. Where
        not all are compared these are by themselves, and none is left out."""
        if self.cosines is None:
            return np.append(spread(*self._near(text, without), len(self.layout)), NONE)[rows]
        found = np.full(rows.shape, NONE, dtype=np.float32)
        there = rows < len(self.layout)
        found[there] = self.cosines(text, rows[there])
        return found

    def _near(self, text: str, without: str = "") -> tuple[Rows, Floats]:
        """The passages nearest by meaning, one wording left out."""
        assert self.dense is not None
        rows, scores = self.dense(text)
        if len(self.left_out):
            kept = ~np.isin(rows, self.left_out)
            rows, scores = rows[kept], scores[kept]
        if not without:
            return rows, scores
        same = [at for at in np.flatnonzero(scores > SAME) if self.store.passage(int(rows[at])).text == without]
        return np.delete(rows, same), np.delete(scores, same)

    def _candidates(
        self, asked: Sequence[Question], game: str | None, document: str | None, limit: int, without: str
    ) -> tuple[list[Clause], list[float], list[tuple[float, ...]], Alone]:
        """The clauses whose passages come nearest by meaning to any of these, or by words to the first, what that
        weighs, their FOUND features, and what of them is of text alone."""
        with foreseen(self.dense, self._searched_beside(asked)):
            best = self._by_words(asked[0], game, document)
            worded = np.array([number for number, _ in best], dtype=np.int64)
            self.layout.know(worded)
        near = [self._near(each.text, without) for each in asked] if self.dense is not None else []
        rows = np.concatenate([np.empty(0, dtype=np.int64), *(rows for rows, _ in near)])
        cosines = np.concatenate([np.empty(0, dtype=np.float32), *(scores for _, scores in near)])
        layout, (rows, worded) = self.layout.about(rows, worded)
        bm25 = np.array([score for _, score in best], dtype=np.float32)
        features = {**layout.nearest(rows, cosines), BY_WORDS: _lexical(layout, worded, bm25)}
        features["part"] = np.maximum(features["part"], features["clause"])
        rough = np.zeros(len(layout.clauses))
        for name in FOUND:
            rough += self.weight.get(name, 0.0) * features[name]
        alone = self._alone_in(layout)
        if alone:
            alone.tell(features)
            otherwise = sum(self.weight_alone.get(name, 0.0) * features[name] for name in FOUND)
            rough = np.where(alone.clauses, otherwise, rough)
        wanted = rough > 0
        if game is not None:
            wanted &= layout.game_of == game
        if document is not None:
            wanted &= layout.document_of == document
        places = np.flatnonzero(wanted)
        kept = places[np.argsort(-rough[places], kind="stable")[:limit]]
        columns = zip(*(features[name][kept].tolist() for name in FOUND), strict=True)
        named = [layout.clauses[at] for at in kept.tolist()]
        self.read_ahead(named)
        clauses = list(map(self.store.clause, named))
        return clauses, rough[kept].tolist(), list(columns), alone

    def _judge(self, question: Question, clauses: Sequence[Clause], learned: bool) -> list[tuple[float, ...]]:
        """The JUDGED features of each clause, in their order.

        `learned` is whether what was learned from sample wordings counts. It is False where a wording is left out, so
        that a question is not found by itself: what was learned came from that one too.
        """
        games = dict.fromkeys(clause.game for clause in clauses) if learned else ()
        spoken = {game: self.lessons("clauses", game, question.text) for game in games}
        weighed, total = self._weighed(question.content)
        asked = [(word, f" {word} ", idf) for word, idf in weighed]
        sections = set(question.sections)
        found: list[tuple[float, ...]] = []
        for clause in clauses:
            own, heard, kind = self._known.get(clause.id) or self._know(clause)
            cover = also = 0.0
            for word, apart, idf in asked:
                if apart in own:
                    cover += idf
                elif word in heard:
                    also += idf
            share = (cover / total, (cover + also) / total) if total else (0.0, 0.0)
            named = _named(question, clause) if question.mentions else (0.0, 0.0)
            section = float(clause.section in sections) if sections else 0.0
            said = spoken[clause.game].get(clause.id, LEAST_LEARNED) if learned else LEAST_LEARNED
            found.append((*share, *named, section, *kind, max(0.0, 1.0 - said / LEAST_LEARNED)))
        return found

    def warm_up(self, game: str) -> None:
        """Work out what of each of a game's clauses is the same for every question, before one asks for it."""
        for name in self.layout.clauses_of(game):
            if name not in self._known:
                self._know(self.store.clause(name))

    def _know(self, clause: Clause) -> Known:
        """What of a clause is the same for every question."""
        plain = clause.plain
        kind = (float(clause.kind in ASIDE), float(clause.kind == "example"), min(1.0, len(plain) / LONG))
        if len(self._known) > (KNOWN if isinstance(self.layout, Layout) else KNOWN_OF_MANY):
            self.forget()
        found = self._known[clause.id] = (self.stems(clause, plain).text, self.heard(clause), kind)
        return found

    def stems(self, clause: Clause, plain: str = "") -> StemSet:
        """The stems of a clause's words, its headings' and its card's name; `plain` are its words, where known."""
        kept = self._stems.get(clause.id)
        if kept is None:
            text = " ".join([plain or clause.plain, *clause.headings, clause.subject])
            kept = self._stems[clause.id] = StemSet(map(stem, different_words(text)))
        return kept

    def heard(self, clause: Clause) -> frozenset[str]:
        """The stems of the words in which players ask for the clause."""
        kept = self._heard.get(clause.id)
        if kept is None:
            kept = self._heard[clause.id] = frozenset(map(stem, self.heard_for(clause.id).split()))
        return kept

    def forget(self) -> None:
        """Read the clauses and their wordings anew: what they are is about to change."""
        self._stems, self._heard, self._known = {}, {}, {}

    def taught(self, game: str) -> bool:
        """Whether there are at least as many players' questions of a game as clauses; else it is one of text alone."""
        clauses, wordings = self.layout.counts.get(game, (0, 0))
        return wordings > 0 and wordings >= clauses

    def vocabulary(self, game: str) -> Container[str]:
        """The stems of all words that a game's clauses use, and its players."""
        return self._vocabularies.get(game, ())

    def coverage(self, content: Sequence[str], *stems: Container[str]) -> float:
        """The share of these words, weighted by idf, whose stem is among any of the `stems`; 0 for no words."""
        weighed, total = self._weighed(tuple(content))
        return sum(weight for word, weight in weighed if any(word in each for each in stems)) / total if total else 0.0

    def _weigh(self, content: tuple[str, ...]) -> tuple[tuple[tuple[str, float], ...], float]:
        """The stem and the idf of each different word, and the sum of the idf."""
        weighed = tuple((stem(word), self.lexicon.idf(word)) for word in dict.fromkeys(content))
        return weighed, sum(weight for _, weight in weighed)


def _lexical(layout: Layout, rows: Rows, scores: Floats) -> Floats:
    """BM25 of each clause's own words over the best of all, of the passages that words found."""
    found = np.zeros(len(layout.clauses), dtype=np.float32)
    own = layout.kind_of[rows] != KINDS.index("wording")
    np.maximum.at(found, layout.clause_of[rows[own]], scores[own])
    return found / max(float(found.max(initial=0.0)), 1e-9)


def _named(question: Question, clause: Clause) -> tuple[float, float]:
    """How surely a question names the clause's card, and a word that the clause defines."""
    card = defines = 0.0
    for match in question.mentions:
        if match.term.game == clause.game:
            if clause.subject and match.term.name in clause.subject:
                card = max(card, match.score)
            if match.term.clause == clause.id:
                defines = max(defines, match.score)
    return card, defines
