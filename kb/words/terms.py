"""Which cards and words of a game a question names: whole, in part, by nickname or misspelled.

A card answers to its title, name, identity and version, to its nicknames, and to any word of its
name that is telling enough. Where several cards share what was written, all of them are returned:
the caller asks, never picks.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from rapidfuzz import fuzz, process

from kb.records import Term
from kb.records.question import TermMatch
from kb.words.lexicon import Lexicon
from kb.words.text import STOP_WORDS, WORD, fold, stem
from kb.words.typography import typed

STOP = re.compile(r"[?!;]|[.:]\s")
"""What no name goes over."""
LONGEST_NAME = 7
SHORTEST_FUZZY = 5
FUZZY_CUTOFF = 82.0
SHORT_CUTOFF = 86.0  # one letter too many or too few in five: `catan` is no Captain
COMMON_PART = 4
NEAREST_KEPT = 1_024
"""Words whose nearest form is kept: a post's words are read again with each of its questions. Half a megabyte."""


class Token(NamedTuple):
    """A word of the question with its place."""

    word: str
    start: int
    end: int


def tokens(question: str) -> list[Token]:
    """The question's words, folded, each with its place in the text as it stands: that of `ﬂy` holds the ligature."""
    if question.isascii():
        return [Token(found.group(), found.start(), found.end()) for found in WORD.finditer(fold(question))]
    draft = typed(question)
    small = "".join(fold(letter)[:1] or " " for letter in draft.text)
    return [
        Token(found.group(), draft.places[found.start()], draft.places[found.end() - 1] + 1)
        for found in WORD.finditer(small)
    ]


def key(words: Iterable[str]) -> str:
    """How a form is looked up: stems without stop words' inflections, joined by blanks."""
    return " ".join(stem(word) for word in words)


def _names(terms: Iterable[Term]) -> Iterator[str]:
    """What terms are called: `Dr. Doom` has a stop of its own."""
    return (name for term in terms for name in (term.name, *term.forms))


class TermIndex:
    """The terms of one or more games, ready to be found in questions."""

    def __init__(self, terms: Sequence[Term], lexicon: Lexicon) -> None:
        self.terms = tuple(terms)
        self.lexicon = lexicon
        self._forms: dict[str, list[Term]] = defaultdict(list)
        self._parts: dict[str, list[Term]] = defaultdict(list)
        self._nearest = lru_cache(NEAREST_KEPT)(self._near)
        for term in terms:
            self._add(term)

    def _add(self, term: Term) -> None:
        for form in {term.name, *term.forms}:
            found = [token.word for token in tokens(form)]
            if found and term not in self._forms[key(found)]:
                self._forms[key(found)].append(term)
            if term.kind in ("card", "nickname", "mentioned-card"):
                for word in found:
                    if len(word) > 2 and word not in STOP_WORDS and term not in self._parts[stem(word)]:
                        self._parts[stem(word)].append(term)

    @cached_property
    def _fuzzy(self) -> list[str]:
        parts = {part for part in self._parts if len(part) >= SHORTEST_FUZZY - 1}
        return sorted(parts | {form for form in self._forms if len(form) >= SHORTEST_FUZZY})

    def _near(self, written: str, least: float) -> tuple[str, float] | None:
        """The form that is nearest to what is written, with how near it is; None where none is near enough."""
        near = process.extractOne(written, self._fuzzy, scorer=fuzz.ratio, score_cutoff=least)
        return (near[0], near[1]) if near is not None else None

    def find(self, question: str, game: str | None = None) -> tuple[TermMatch, ...]:
        """Every term that the question names, in order of place; only this game's where one is given."""
        found = tokens(question)
        taken: set[int] = set()
        matches = [
            *self._exact(question, found, taken, game),
            *self._partial(question, found, taken, game),
            *self._misspelled(question, found, taken, game),
        ]
        return tuple(sorted(matches, key=lambda match: (match.start, -match.score, match.term.id)))

    def _of(self, terms: Iterable[Term], game: str | None) -> list[Term]:
        return [term for term in terms if game is None or term.game == game]

    def _exact(self, question: str, found: list[Token], taken: set[int], game: str | None) -> Iterable[TermMatch]:
        stems = [stem(token.word) for token in found]
        for size in range(min(LONGEST_NAME, len(found)), 0, -1):
            for at in range(len(found) - size + 1):
                named = self._forms.get(" ".join(stems[at : at + size]))
                if named is None or taken.intersection(range(at, at + size)):
                    continue
                terms, window = self._of(named, game), found[at : at + size]
                if not terms or (size == 1 and window[0].word in STOP_WORDS):
                    continue
                start, end = window[0].start, window[-1].end
                if STOP.search(question, start, end) and not any("." in name for name in _names(terms)):
                    continue  # `he moves on. Token …` names no "on token"
                taken.update(range(at, at + size))
                yield from (TermMatch(term, start, end, question[start:end], "exact", 1.0) for term in terms)

    def _partial(self, question: str, found: list[Token], taken: set[int], game: str | None) -> Iterable[TermMatch]:
        for at, token in enumerate(found):
            if at in taken or token.word in STOP_WORDS:
                continue
            terms = self._of(self._parts.get(stem(token.word), ()), game)
            if not terms or len(terms) > COMMON_PART:
                continue
            taken.add(at)
            score = 0.8 * self._telling(token.word, terms)
            for term in terms:
                yield TermMatch(term, token.start, token.end, question[token.start : token.end], "part", score)

    def _telling(self, word: str, terms: Sequence[Term]) -> float:
        """1 for a word that stands only where its cards stand, towards 0 for one of everyday use."""
        elsewhere = max(0, self.lexicon.stems[stem(word)] - 6 * len(terms))
        return 1.0 / (1.0 + elsewhere / 2.0) if not self.lexicon.is_english(word) else 0.5 / (1.0 + elsewhere / 2.0)

    def _misspelled(self, question: str, found: list[Token], taken: set[int], game: str | None) -> Iterable[TermMatch]:
        for size in (2, 1):
            for at in range(len(found) - size + 1):
                window = found[at : at + size]
                if taken.intersection(range(at, at + size)) or any(token.word in STOP_WORDS for token in window):
                    continue
                written = "".join(token.word for token in window)
                known = size == 1 and (self.lexicon.knows(written) or self.lexicon.denied(written))
                if len(written) < SHORTEST_FUZZY or written.isdigit() or known:
                    continue
                least = SHORT_CUTOFF if len(written) <= SHORTEST_FUZZY else FUZZY_CUTOFF
                near = self._nearest(written, least + 6 * (size - 1))
                if near is None:
                    continue
                terms = self._of([*self._forms.get(near[0], ()), *self._parts.get(near[0], ())], game)
                if not terms:
                    continue
                taken.update(range(at, at + size))
                start, end = window[0].start, window[-1].end
                score = 0.7 * near[1] / 100
                for term in dict.fromkeys(terms):
                    yield TermMatch(term, start, end, question[start:end], "fuzzy", score)
