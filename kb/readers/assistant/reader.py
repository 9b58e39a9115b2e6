"""Reads a question by a language model, and answers it from the clauses alone by another call of the same model."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from kb.errors import ReaderError
from kb.readers.assistant.prompts import LONGEST, Prompt, answering_prompt, reading_prompt, too_long
from kb.readers.assistant.replies import Said, UnfitError, reading_of, said_of
from kb.readers.assistant.wire import Model
from kb.readers.port import Candidate
from kb.records import Clause
from kb.records.question import Question
from kb.records.reading import Failure, Reading

TIMEOUT_S = 8.0
LEAST_LEFT_S = 0.3
"""With less time left nothing is tried once more."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AssistantReader:
    """A reader for one question after another: `game` is the title of the game, `asked` the sentence to be read of a
    post that asks several things, `until` the time of time.monotonic() by which it must be done (0: TIMEOUT_S from the
    call on)."""

    by: Model
    game: str = ""
    asked: str = ""
    until: float = 0.0

    @property
    def kind(self) -> str:
        """assistant."""
        return "assistant"

    @property
    def model(self) -> str:
        """The model's name."""
        return self.by.name

    def read(self, question: Question, candidates: Sequence[Candidate], clauses: Sequence[Clause]) -> Reading:
        """Check and facts as the model reads them, what is void left out. ReaderError where it is late, cannot be
        reached, or twice replies what does not fit."""
        self._require_short(question)
        prompt, shown = reading_prompt(question.original, self.asked, self.game, candidates, clauses)
        if not shown:
            return Reading("", ())
        return self._told(prompt, lambda reply: reading_of(reply, question.original, shown))

    def answer(self, question: Question, clauses: Sequence[Clause]) -> Said:
        """What the clauses alone say; it knows no check. ReaderError as above."""
        self._require_short(question)
        prompt = answering_prompt(question.original, self.asked, self.game, clauses)
        return self._told(prompt, lambda reply: said_of(reply, len(clauses)))

    def _told(self, prompt: Prompt, understood: Callable[[str], T]) -> T:
        """What a reply says; one that does not fit is asked for once more, with what is wrong. The one that fits is
        the reply to what was asked first."""
        until = self.until or time.monotonic() + TIMEOUT_S
        reply = self.by.complete(prompt, until)
        try:
            told = understood(reply)
        except UnfitError as error:
            if until - time.monotonic() < LEAST_LEFT_S:
                raise ReaderError(Failure.WRONG, "its reply does not fit") from None
            reply = self.by.complete(prompt.with_error(reply, str(error)), until)
            try:
                told = understood(reply)
            except UnfitError:
                raise ReaderError(Failure.WRONG, "its reply does not fit") from None
        self.by.keep(prompt, reply)
        return told

    def _require_short(self, question: Question) -> None:
        """ReaderError for a question that is too long to be sent."""
        if too_long(question.original, self.asked):
            raise ReaderError(Failure.OFF, f"a question of more than {LONGEST} characters is not sent to it")
