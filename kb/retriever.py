"""Find the clauses that answer a question: dense and lexical candidates, one weighted score per clause."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Protocol

import numpy as np
import numpy.typing as npt

from kb.fusion import fused, weights
from kb.lexicon import Lexicon
from kb.reading import Reading
from kb.records import Clause, Hit, Passage
from kb.text import stem, words

POOL = 300
CANDIDATES = 120
SEARCHED_WHOLE = 20_000
NEAREST = 3
SAME = 0.99
ASIDE = frozenset({"note", "tip", "setup", "example"})
KINDS = ("clause", "sentence", "power", "wording", "gap")
FEATURE_OF_KIND = {"clause": "clause", "sentence": "part", "power": "part", "wording": "wording"}

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int64]


class Passages(Protocol):
    """The part of the store that retrieval needs."""

    def passage_places(self) -> Sequence[tuple[str, str, str, str, str]]:
        """Clause, game, document, kind and check of every passage, in the order of their numbers."""

    def clause(self, identifier: str) -> Clause:
        """The clause of one id."""

    def passage(self, number: int) -> Passage:
        """The passage of one number."""

    def lexical(
        self, query_words: Sequence[str], game: str | None = None, document: str | None = None, limit: int = POOL
    ) -> Sequence[tuple[int, float]]:
        """(passage number, BM25) best first; higher is better."""


Dense = Callable[[str, int], tuple[Rows, Floats]]


@dataclass(frozen=True)
class Layout:
    """Which clause each passage leads to, and what kind it is, as arrays over passage numbers.

    `check_of` is the number of the check that a passage asks for, -1 for none.
    """

    clauses: tuple[str, ...]
    clause_of: npt.NDArray[np.int32]
    kind_of: npt.NDArray[np.int8]
    game_of: tuple[str, ...]
    document_of: tuple[str, ...]
    checks: tuple[str, ...]
    check_of: npt.NDArray[np.int32]

    @classmethod
    def of(cls, places: Sequence[tuple[str, str, str, str, str]]) -> Layout:
        """From the store's list; games and documents are kept per clause."""
        first = {clause: (game, document) for clause, game, document, _, _ in places}
        number = {clause: at for at, clause in enumerate(first)}
        checks = {check: at for at, check in enumerate(dict.fromkeys(each[4] for each in places if each[4]))}
        return cls(
            clauses=tuple(first),
            clause_of=np.array([number[clause] for clause, *_ in places], dtype=np.int32),
            kind_of=np.array([KINDS.index(kind) for _, _, _, kind, _ in places], dtype=np.int8),
            game_of=tuple(game for game, _ in first.values()),
            document_of=tuple(document for _, document in first.values()),
            checks=tuple(checks),
            check_of=np.array([checks.get(each[4], -1) for each in places], dtype=np.int32),
        )


@dataclass(frozen=True, slots=True)
class Asked:
    """The sample wordings of a check that come nearest to a question: (cosine, passage number), nearest first."""

    nearest: tuple[tuple[float, int], ...]

    @property
    def best(self) -> float:
        """The best cosine."""
        return self.nearest[0][0]

    @property
    def mean(self) -> float:
        """The mean cosine of the nearest."""
        return sum(score for score, _ in self.nearest) / len(self.nearest)


@dataclass
class Candidate:
    """A clause on its way to a score."""

    clause: Clause
    features: dict[str, float] = field(default_factory=dict)


class Retriever:
    """Ranks clauses for questions that were read; `dense` is None while no encoder is there."""

    def __init__(
        self,
        store: Passages,
        dense: Dense | None,
        lexicon: Lexicon,
        wordings: Mapping[str, Sequence[str]] | None = None,
        weight: Mapping[str, float] | None = None,
    ) -> None:
        self.store = store
        self.dense = dense
        self.lexicon = lexicon
        self.wordings = wordings or {}
        self.weight = weights()["fusion"] if weight is None else weight
        self._stems: dict[str, frozenset[str]] = {}
        self._heard: dict[str, frozenset[str]] = {}
        self._vocabulary: dict[str, frozenset[str]] = {}

    @cached_property
    def layout(self) -> Layout:
        """Where every passage leads."""
        return Layout.of(self.store.passage_places())

    def search(
        self, reading: Reading, game: str | None = None, document: str | None = None, limit: int = 20, without: str = ""
    ) -> tuple[Hit, ...]:
        """The best clauses, best first; only this game's or this document's where one is given.

        `without` is a wording that is left out: a question is not to be found by itself when reading is measured.
        """
        found = self._candidates(reading, game, document, max(limit, CANDIDATES), without)
        for candidate in found:
            self._judge(reading, candidate)
        scored = [(fused(candidate.features, self.weight), candidate) for candidate in found]
        scored.sort(key=lambda entry: (-entry[0], entry[1].clause.id))
        return tuple(
            Hit(candidate.clause, score, rank, tuple(sorted(candidate.features.items())))
            for rank, (score, candidate) in enumerate(scored[:limit], 1)
        )

    def checks(self, reading: Reading, without: str = "") -> dict[str, Asked]:
        """How near each check's sample wordings come; nothing without an encoder or without checks."""
        layout = self.layout
        if self.dense is None or not layout.checks:
            return {}
        rows, scores = self._near(reading, len(layout.clause_of), without)
        if (part := last_sentences(reading.text)) != reading.text:
            more, others = self.dense(part, len(layout.clause_of))
            best = np.full(len(layout.clause_of), -1.0, dtype=np.float32)
            best[rows] = scores
            best[more] = np.maximum(best[more], others)
            rows = np.argsort(-best)
            scores = best[rows]
        kept = layout.check_of[rows] >= 0
        found: dict[int, list[tuple[float, int]]] = {}
        for row, score in zip(rows[kept].tolist(), scores[kept].tolist(), strict=True):
            near = found.setdefault(int(layout.check_of[row]), [])
            if len(near) < NEAREST:
                near.append((score, row))
        return {layout.checks[check]: Asked(tuple(near)) for check, near in found.items() if near}

    def gap(self, reading: Reading, game: str) -> tuple[float, str]:
        """How near a question comes that a game's documents are known not to answer: (cosine, what they lack)."""
        layout = self.layout
        if self.dense is None:
            return 0.0, ""
        rows, scores = self.dense(reading.text, len(layout.clause_of))
        for at in np.flatnonzero(layout.kind_of[rows] == KINDS.index("gap")):
            row = int(rows[at])
            if layout.game_of[layout.clause_of[row]] == game:
                return float(scores[at]), str(json.loads(self.store.passage(row).states)["lacks"])
        return 0.0, ""

    def _near(self, reading: Reading, limit: int, without: str) -> tuple[Rows, Floats]:
        """The passages nearest by meaning, one wording left out."""
        assert self.dense is not None
        rows, scores = self.dense(reading.text, limit)
        if not without:
            return rows, scores
        same = [at for at in np.flatnonzero(scores > SAME) if self.store.passage(int(rows[at])).text == without]
        return np.delete(rows, same), np.delete(scores, same)

    def _candidates(
        self, reading: Reading, game: str | None, document: str | None, limit: int, without: str
    ) -> list[Candidate]:
        """The clauses whose passages come nearest by meaning or by words, with those features."""
        layout = self.layout
        features = {
            name: np.zeros(len(layout.clauses), dtype=np.float32)
            for name in ("clause", "part", "wording", "bm25", "asked")
        }
        if self.dense is not None:
            total = len(layout.clause_of)
            rows, scores = self._near(reading, total if total <= SEARCHED_WHOLE else POOL, without)
            for code, kind in enumerate(KINDS[:-1]):
                chosen = layout.kind_of[rows] == code
                np.maximum.at(features[FEATURE_OF_KIND[kind]], layout.clause_of[rows[chosen]], scores[chosen])
        for name, found in self._lexical(reading, game, document).items():
            features[name] = found
        features["part"] = np.maximum(features["part"], features["clause"])
        rough = np.zeros(len(layout.clauses))
        for name, values in features.items():
            rough += self.weight.get(name, 0.0) * values
        order = np.argsort(-rough, kind="stable")
        kept = [int(at) for at in order if rough[at] > 0 and self._wanted(int(at), game, document)][:limit]
        return [
            Candidate(
                self.store.clause(layout.clauses[at]), {name: float(values[at]) for name, values in features.items()}
            )
            for at in kept
        ]

    def _lexical(self, reading: Reading, game: str | None, document: str | None) -> dict[str, Floats]:
        """BM25 of each clause's own words (`bm25`) and of its players' questions (`asked`), over the best of each."""
        layout = self.layout
        found = {name: np.zeros(len(layout.clauses), dtype=np.float32) for name in ("bm25", "asked")}
        for number, score in self.store.lexical(reading.content, game, document, POOL):
            values = found["asked" if KINDS[layout.kind_of[number]] == "wording" else "bm25"]
            at = layout.clause_of[number]
            values[at] = max(values[at], score)
        return {name: values / max(float(values.max(initial=0.0)), 1e-9) for name, values in found.items()}

    def _wanted(self, at: int, game: str | None, document: str | None) -> bool:
        return game in (None, self.layout.game_of[at]) and document in (None, self.layout.document_of[at])

    def _judge(self, reading: Reading, candidate: Candidate) -> None:
        """Add the features that come from the clause itself."""
        clause, features = candidate.clause, candidate.features
        features["cover"] = self.coverage(reading.content, self.stems(clause))
        features["heard"] = self.coverage(reading.content, self.stems(clause) | self.heard(clause))
        named = [match for match in reading.matches if match.term.game == clause.game]
        cards = [match.score for match in named if clause.subject and match.term.name in clause.subject]
        features["card"] = max(cards, default=0.0)
        features["defines"] = max((match.score for match in named if match.term.clause == clause.id), default=0.0)
        section = clause.section
        features["section"] = float(any(section == number for number in reading.sections))
        features["aside"] = float(clause.kind in ASIDE)

    def stems(self, clause: Clause) -> frozenset[str]:
        """The stems of a clause's words, its headings' and its card's name."""
        kept = self._stems.get(clause.id)
        if kept is None:
            text = " ".join([clause.plain, *clause.headings, clause.subject])
            kept = self._stems[clause.id] = frozenset(stem(word) for word in words(text))
        return kept

    def heard(self, clause: Clause) -> frozenset[str]:
        """The stems of the words in which players ask for the clause."""
        kept = self._heard.get(clause.id)
        if kept is None:
            asked = self.wordings.get(clause.id, ())
            kept = self._heard[clause.id] = frozenset(stem(word) for text in asked for word in words(text))
        return kept

    def vocabulary(self, game: str) -> frozenset[str]:
        """The stems of all words that a game's clauses use, and its players."""
        kept = self._vocabulary.get(game)
        if kept is None:
            clauses = [
                self.store.clause(each)
                for each, of in zip(self.layout.clauses, self.layout.game_of, strict=True)
                if of == game
            ]
            kept = self._vocabulary[game] = frozenset[str]().union(*map(self.stems, clauses), *map(self.heard, clauses))
        return kept

    def coverage(self, content: Sequence[str], stems: frozenset[str]) -> float:
        """The share of these words, weighted by idf, whose stem is among `stems`; 0 for no words."""
        weight = {word: self.lexicon.idf(word) for word in set(content)}
        total = sum(weight.values())
        held = sum(value for word, value in weight.items() if stem(word) in stems)
        return held / total if total else 0.0


SENTENCE = re.compile(r"(?<=[.!?])\s+")


def last_sentences(text: str) -> str:
    """The last sentence that asks with what follows it; the whole where there is one sentence only."""
    parts = SENTENCE.split(text)
    asking = [at for at, part in enumerate(parts) if part.rstrip().endswith("?")]
    if len(parts) < 2 or not asking:
        return text
    part = parts[asking[-1]]
    return part if len(part.split()) >= 5 else " ".join(parts[max(0, asking[-1] - 1) : asking[-1] + 1])


def dense_search(
    encode: Callable[[Sequence[str]], Floats],
    search: Callable[[Floats, int], tuple[Floats, Rows]],
) -> Dense:
    """A Dense from an encoder and an index: the question is encoded once, rows below 0 are padding."""

    @lru_cache(maxsize=4)
    def find(text: str, limit: int) -> tuple[Rows, Floats]:
        scores, rows = search(encode([text]), limit)
        held = rows[0] >= 0
        return rows[0][held], scores[0][held]

    return find
