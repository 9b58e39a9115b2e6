"""A question as it was read: made once by kb/question, immutable, and all that stands behind it gets.

Every place is an offset into `Question.text`; `Question.places` maps each of them back to the text as it was typed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
