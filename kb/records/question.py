"""A question as it was read: made once by kb/question, immutable, and all that stands behind it gets.

Every place is an offset into `Question.text`; `Question.places` maps each of them back to the text as it was typed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

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


class Form(StrEnum):
    """What kind of answer a question wants; UNTOLD where its form does not tell."""

    YES_NO = "yes_no"
    NUMBER = "number"
    WHICH = "which"
    WHO = "who"
    WHEN = "when"
    WHERE = "where"
    LIST = "list"
    UNTOLD = ""


class Operation(StrEnum):
    """What a question asks of what is so, beside whether it is: applied to a computed verdict by answering/compose."""

    MAY = "may"
    MUST = "must"
    ONLY = "only"
    ALWAYS = "always"
    NEVER = "never"
    EVER = "ever"
    AT_LEAST = "at-least"
    AT_MOST = "at-most"
    MORE_THAN = "more-than"
    FEWER_THAN = "fewer-than"
    EXACTLY = "exactly"


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator of the asking sentence: the words that say it, what they reach over, and the number compared with.

    `number` is None for those that compare nothing. "Not", a claim to be confirmed and either-or are fields of their
    own in Question (`turned`, `claim`, `sides`), for they change which way a question asks, not what it asks.
    """

    kind: Operation
    cue: Span
    scope: Span
    number: int | None = None


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
class Sentence:
    """A sentence, and whether it asks."""

    span: Span
    asks: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """What a question wants confirmed; `wrong` where it is asked whether it is wrong."""

    span: Span
    wrong: bool


@dataclass(frozen=True, slots=True)
class Negation:
    """A word that denies, and what it denies."""

    cue: Span
    scope: Span


@dataclass(frozen=True, slots=True)
class Side:
    """One of two things that a question puts side by side: its words, and the question as if it stood alone."""

    words: str
    alone: str


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


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it was understood before anything is looked up.

    `text` is what is searched and read: in its normal form (kb/question/normal.py), spelling mended, the game's name
    taken out; `places[i]` is where the letter `text[i]`, or its end, stands in `original`, what was typed. `asking` is
    the sentence that asks and `asked` the clause of it that does; the whole text where none does. `turned` counts how
    often that turns round what is asked, None where it cannot be told; `keeps` whether it speaks of keeping or losing.
    `hearsay` is what others are said to claim. Of two things side by side `sides` holds the ways to read them, the
    likeliest first. `mentions` are cards and words of games, `figures` names that the story gives, `game` one that is
    named outright, `content` the words that carry meaning.
    """

    original: str
    text: str
    places: tuple[int, ...]
    words: tuple[Word, ...]
    content: tuple[str, ...]
    sentences: tuple[Sentence, ...]
    asking: Span
    asked: Span
    claim: Claim | None
    hearsay: tuple[Span, ...]
    quantities: tuple[Quantity, ...]
    negations: tuple[Negation, ...]
    turned: int | None
    keeps: bool | None
    form: Form
    operators: tuple[Operator, ...]
    sides: tuple[tuple[Side, Side], ...]
    pairs: tuple[Pair, ...]
    mentions: tuple[TermMatch, ...] = ()
    figures: frozenset[str] = frozenset()
    corrections: tuple[Correction, ...] = ()
    sections: tuple[str, ...] = ()
    game: str = ""

    def __hash__(self) -> int:
        """Of the text alone: equal questions have the same, and few others have it."""
        return hash(self.text)

    def at(self, span: Span) -> str:
        """The words that stand somewhere in the text."""
        return self.text[span.start : span.end]
