"""The words of clauses, and those in which players ask for them, by their stems; kept from one question to the next."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache
from typing import NamedTuple

from kb.records import Clause
from kb.retrieval.ranking.teaching import Teaching
from kb.words.lexicon import Lexicon
from kb.words.text import StemSet, different_words, stem

ASIDE = frozenset({"note", "tip", "setup"})
LONG = 400
"""So many characters has a clause that counts as wholly long."""
QUESTIONS = 32
"""Questions whose words stay weighed: each is asked for several times."""


class KnownClause(NamedTuple):
    """What of a clause is the same for every question: the `stems` of its words, each between blanks, and of its
    wordings (`heard`); of its `kind` whether it stands aside, whether it is an example, how long it is."""

    stems: str
    heard: frozenset[str]
    kind: tuple[float, float, float]


class WeighedWords(NamedTuple):
    """The different words of a question: the stem of each, the same between blanks, its idf; and the sum of these."""

    words: tuple[tuple[str, str, float], ...]
    total: float

    def shares(self, clauses: Sequence[KnownClause]) -> list[tuple[float, float]]:
        """For each clause the share of the words, weighted by idf, that it holds, and that it or its wordings hold; 0
        for no words."""
        words, total = self
        found = []
        for stems, heard, _ in clauses:
            cover = also = 0.0
            for word, apart, idf in words:
                if apart in stems:
                    cover += idf
                elif word in heard:
                    also += idf
            found.append((cover / total, (cover + also) / total) if total else (0.0, 0.0))
        return found


class ClauseWords:
    """The words of a base's clauses, weighed by its lexicon; those of some `most` clauses are kept."""

    def __init__(self, lexicon: Lexicon, teaching: Teaching, most: int) -> None:
        self._lexicon, self._teaching, self._most = lexicon, teaching, most
        self._stems: dict[str, StemSet] = {}
        self._heard: dict[str, frozenset[str]] = {}
        self._known: dict[str, KnownClause] = {}
        self.weighed = lru_cache(maxsize=QUESTIONS)(self._weighed)

    def known(self, clauses: Sequence[Clause]) -> list[KnownClause]:
        """What of each clause is the same for every question."""
        return [self._known.get(clause.id) or self._know(clause) for clause in clauses]

    def knows(self, identifier: str) -> bool:
        """Whether that was worked out of a clause before and is kept."""
        return identifier in self._known

    def _know(self, clause: Clause) -> KnownClause:
        if len(self._known) > self._most:
            self._stems, self._heard, self._known = {}, {}, {}
        plain = clause.plain
        kind = (float(clause.kind in ASIDE), float(clause.kind == "example"), min(1.0, len(plain) / LONG))
        found = self._known[clause.id] = KnownClause(self.stems(clause, plain).text, self.heard(clause), kind)
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
            kept = self._heard[clause.id] = frozenset(map(stem, self._teaching.heard_for(clause.id).split()))
        return kept

    def vocabulary(self, game: str) -> Container[str]:
        """The stems of all words that a game's clauses use, and its players."""
        return self._teaching.vocabularies.get(game, ())

    def coverage(self, content: Sequence[str], *stems: Container[str]) -> float:
        """The share of these words, weighted by idf, whose stem is among any of the `stems`; 0 for no words."""
        weighed, total = self.weighed(tuple(content))
        return sum(idf for word, _, idf in weighed if any(word in each for each in stems)) / total if total else 0.0

    def _weighed(self, content: tuple[str, ...]) -> WeighedWords:
        """Words as they are looked for in clauses, each of them once."""
        words = [(stem(word), self._lexicon.idf(word)) for word in dict.fromkeys(content)]
        return WeighedWords(tuple((word, f" {word} ", idf) for word, idf in words), sum(idf for _, idf in words))
