"""What a reader takes from a question: which check it asks for, with which facts; and which reader answered.

A reader never decides a ruling. What it says of a fact stands in the question: a span that is not there voids the fact.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kb.records.types import Plain

Thing = tuple[tuple[str, Plain | tuple[Plain, ...]], ...]
"""One thing of a list: its properties with their values, `id` first."""
FactValue = Plain | tuple[Plain, ...] | tuple[Thing, ...]


class Asks(StrEnum):
    """How a question asks for what its check computes: SAME, its yes is the check's yes; OPPOSITE, its yes is the
    check's no; CLAIM, it wants the number confirmed that the check gives."""

    SAME = "same"
    OPPOSITE = "opposite"
    CLAIM = "claim"


class Failure(StrEnum):
    """Why a reader that was asked for did not answer: it is OFF, BUSY with others, LATE, DOWN, or its answer was WRONG
    in form; or its two ways of reading DIFFER."""

    OFF = "off"
    BUSY = "busy"
    LATE = "late"
    DOWN = "down"
    WRONG = "wrong"
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True)
class StatedFact:
    """A fact that a question states: its name in the check, its value, how likely it is meant (0 to 1), and the words
    that say so at `[start, end)` of the question as it was typed, in code points."""

    name: str
    value: FactValue
    probability: float
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as a reader understood it. `check` is a full id, empty where none of the candidates settles it.

    `claimed` is the number to be confirmed, where it `asks` for that. `unread` are numbers that no fact took, `dropped`
    names of facts that were void.
    """

    check: str
    facts: tuple[StatedFact, ...]
    asks: Asks = Asks.SAME
    claimed: int | None = None
    unread: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()

    @property
    def settles(self) -> bool:
        """Whether a check was found that can settle the question."""
        return bool(self.check)

    def fact(self, name: str) -> StatedFact | None:
        """What is stated of a fact; None where nothing is."""
        return next((each for each in self.facts if each.name == name), None)


@dataclass(frozen=True, slots=True)
class ReadBy:
    """Which reader an answer rests on: `kind` is words or assistant, `model` names a language model, empty for words.

    `failure` is why another reader that was asked for did not answer, `note` the same in a sentence.
    """

    kind: str = "words"
    model: str = ""
    failure: Failure | None = None
    note: str = ""


WORDS = ReadBy()
