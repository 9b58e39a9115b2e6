"""A question as it was read: made once by kb/question, immutable, and all that stands behind it gets.

Every place is an offset into `Question.text`; `Question.places` maps each of them back to the text as it was typed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kb.records.spoken import Correction, Pair, Quantity, Span, TermMatch, Word

__all__ = [
    "Claim",
    "Correction",
    "Denial",
    "Form",
    "Negation",
    "Operation",
    "Operator",
    "Pair",
    "Quantity",
    "Question",
    "Sentence",
    "Side",
    "Span",
    "TermMatch",
    "Word",
]


class Form(StrEnum):
    """What kind of answer a question wants; UNTOLD where its form does not tell."""

    YES_NO = "yes_no"
    NUMBER = "number"
    WHICH = "which"
    UNTOLD = ""


class Operation(StrEnum):
    """What a question asks of what is so, beside whether it is: applied to a computed verdict by answering/compose."""

    MAY = "may"
    MUST = "must"
    NEEDED = "needed"
    ONLY = "only"
    ALWAYS = "always"
    NEVER = "never"
    EVER = "ever"
    EVERY = "every"
    AT_LEAST = "at-least"
    AT_MOST = "at-most"
    MORE_THAN = "more-than"
    FEWER_THAN = "fewer-than"
    UP_TO = "up-to"
    EXACTLY = "exactly"

    @property
    def compares(self) -> bool:
        """Whether it compares with a number."""
        return self in COMPARING


COMPARING = frozenset(
    {
        Operation.AT_LEAST,
        Operation.AT_MOST,
        Operation.MORE_THAN,
        Operation.FEWER_THAN,
        Operation.UP_TO,
        Operation.EXACTLY,
    }
)


class Part(StrEnum):
    """In which part of a question something stands: what is asked, words that describe a thing in it ("one that costs
    more than 4"), a condition of it ("if it costs more than 4"), or the story around it."""

    ASKED = "asked"
    DESCRIBED = "described"
    CONDITION = "condition"
    STORY = "story"


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator: the words that say it, what they reach over, and the number compared with, None for those that
    compare nothing.

    Of a comparison the scope begins with its number. It may stand in any `part`, all others are of what is asked. One
    whose scope cannot be told stands once for each that it may have. "Not", a claim to be confirmed and either-or are
    fields of their own in Question (`turned`, `claim`, `sides`), for they change which way a question asks, not what.
    """

    kind: Operation
    cue: Span
    scope: Span
    number: int | None = None
    part: Part = Part.ASKED


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, and whether it asks."""

    span: Span
    asks: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """What a question wants confirmed; `wrong` where it is asked whether it is wrong, `unclear` where what is claimed
    is denied and it is asked whether it is so: `he says it doesn't count. does it?`."""

    span: Span
    wrong: bool
    unclear: bool = False


class Denial(StrEnum):
    """How something is denied: NOT (`not stunned`, `without a counter`), IS (`isn't out`, `never`), VERB (`can't
    move`, `does not count`), NOBODY (`none of us moves`, `before he has moved`)."""

    NOT = "not"
    IS = "is"
    VERB = "verb"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Negation:
    """The words that deny, and a stretch that they reach; `state` where what stands there is said not to be so: a
    verb that is denied, `he can't attack`, turns round what is asked instead."""

    cue: Span
    scope: Span
    kind: Denial
    state: bool


@dataclass(frozen=True, slots=True)
class Side:
    """One of two things that a question puts side by side: its words, and the question as if it stood alone."""

    words: str
    alone: str


Measures = tuple[tuple[str, str], ...]
"""What a game asks a number of, each with the plain noun that it is read as: `fame`, `score`."""


@dataclass(frozen=True, slots=True)
class Instead:
    """Where in what was typed a thing stands (`what`) of which is asked what the question `before` asks of another:
    `what about water?` after `do auras pass walls?`; or what is `supposed` for it, `what if he had 3?`."""

    before: Span
    what: Span
    supposed: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it was understood before anything is looked up.

    `text` is what is searched and read: in its normal form (kb/question/written/normal.py), spelling mended, the
    game's name taken out; `places[i]` is where the letter `text[i]`, or its end, stands in `original`, what was
    typed. `asking` is the sentence that asks and `asked` the clause of it that does; the whole text where none
    does. `turned` counts how often that turns round what is asked, None where it cannot be told; `keeps` whether it
    speaks of keeping or losing. `hearsay` is what others are said to claim. Of two things side by side `sides`
    holds the ways to read them, the likeliest first. `instead` is told where it asks the same of something else. In a
    post that tells of other questions too, `latest` is where in `original` it stands with what was told last before it.
    `mentions` are cards and words of games, `figures` names that the story gives, `game` one that is named outright,
    `content` the words that carry meaning, `measures` what of the games' stats and things its words name.
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
    measures: Measures = ()
    mentions: tuple[TermMatch, ...] = ()
    figures: frozenset[str] = frozenset()
    corrections: tuple[Correction, ...] = ()
    sections: tuple[str, ...] = ()
    game: str = ""
    instead: Instead | None = None
    latest: Span | None = None

    def __hash__(self) -> int:
        """Of the text alone: equal questions have the same, and few others have it."""
        return hash(self.text)

    def stands_in(self, start: int, end: int, span: Span) -> bool:
        """Whether the words `[start, end)` of the text were typed within a span of `original`."""
        return span.start <= self.places[start] and self.places[end] <= span.end

    def at(self, span: Span) -> str:
        """The words that stand somewhere in the text."""
        return self.text[span.start : span.end]
