"""What every reader is: it takes a question with the checks that it may ask for, and tells check and facts.

HEADJUDGE_READER names who reads: `assistant` (kb/readers/assistant) asks a language model. `words` needs nothing: what
it reads of each check tells which one is asked for, so an answer by words reads while it chooses
(kb/answering/choosing/choose.py, by kb/readers/slots.py); kb/readers/words.py is the same reading by itself,
to be held against another one. The same tests run on all: tests/kb/readers/test_port.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from kb.records import Clause
from kb.records.checks import Check
from kb.records.question import Question
from kb.records.reading import Reading
from kb.records.types import Schema

MOST_CANDIDATES = 6


@dataclass(frozen=True, slots=True)
class Candidate:
    """A check that a question may ask for, with its game's facts; `score` is how likely it is, 0 to 1.

    `questions` are (fact, the question that it answers) for what a story can state, `others.cost` for a property of the
    things of a list; facts about how a question is worded are not among them. `cards` are the titles of the game's
    cards.
    """

    check: Check
    schema: Schema
    score: float
    questions: tuple[tuple[str, str], ...] = ()
    cards: tuple[str, ...] = ()


class Reader(Protocol):
    """Reads questions; `kind` is its name, `model` that of a language model, else empty."""

    @property
    def kind(self) -> str: ...

    @property
    def model(self) -> str: ...

    def read(self, question: Question, candidates: Sequence[Candidate], clauses: Sequence[Clause]) -> Reading:
        """The check among the candidates, best first, that the question asks for, and the facts that it states.

        Raises ReaderError where the reader cannot tell.
        """
        ...
