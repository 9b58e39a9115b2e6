"""What a question is made of: stretches of its text, words, numbers, bots' pairs, terms that it names.

Every place is an offset into the text that is read, see kb/records/question.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from kb.records.cards import Term


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Where something stands: `[start, end)` in code points of the normalised text."""

    start: int
    end: int

    def holds(self, place: int) -> bool:
        """Whether a place lies inside."""
        return self.start <= place < self.end

    def within(self, other: Span) -> bool:
        """Whether all of it lies inside another."""
        return other.start <= self.start and self.end <= other.end


@dataclass(frozen=True, slots=True)
class Word:
    """A word as search sees it: folded, at `[start, end)`, with its stem."""

    word: str
    start: int
    end: int
    stem: str


@dataclass(frozen=True, slots=True)
class Quantity:
    """A whole number that a question states at `[start, end)`; `text` is how it is written, the minus sign included."""

    value: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Pair:
    """A fact as bots write it, `cost=4`: its key in lower case with `_`, its value as written; `glued` where no space
    stands within."""

    key: str
    value: str
    span: Span
    glued: bool


@dataclass(frozen=True, slots=True)
class TermMatch:
    """A term named at `[start, end)` of the question; `how` is exact, part or fuzzy; `score` in 0..1."""

    term: Term
    start: int
    end: int
    text: str
    how: str
    score: float


@dataclass(frozen=True, slots=True)
class Correction:
    """A misspelled word of the question and the corpus' word that was read instead."""

    written: str
    read: str
