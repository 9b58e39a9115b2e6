"""Only a reply that was understood is kept, as the reply to what was asked first."""

from __future__ import annotations

import pytest

from kb.errors import ReaderError
from kb.question.read import read
from kb.readers.assistant.prompts import Prompt
from kb.readers.assistant.reader import AssistantReader
from kb.records.reading import Failure

FITS = '{"kind": "yes_no", "answer": "no", "clause": 0}'
QUESTION = read("may he strike back?")


class Told:
    """A model that gives these replies, one after the other, and notes what is kept."""

    name = "told"

    def __init__(self, *replies: str) -> None:
        self.replies, self.asked = list(replies), list[Prompt]()
        self.kept: list[tuple[int, str]] = []

    def prepare(self) -> None:
        """Nothing."""

    def complete(self, prompt: Prompt, until: float) -> str:
        """The next reply."""
        self.asked.append(prompt)
        return self.replies.pop(0)

    def keep(self, prompt: Prompt, reply: str) -> None:
        """Note it with the number of the prompt."""
        self.kept.append((self.asked.index(prompt), reply))


@pytest.mark.parametrize("replies", [[FITS], ["garbage {", FITS]], ids=["at once", "the second time"])
def test_the_reply_that_fits_is_kept_as_that_to_what_was_asked_first(replies: list[str]) -> None:
    model = Told(*replies)
    assert AssistantReader(model, "Go").answer(QUESTION, ()).value is False
    assert model.kept == [(0, FITS)]


def test_a_reply_that_never_fits_is_not_kept() -> None:
    model = Told("garbage {", "[]")
    with pytest.raises(ReaderError) as refused:
        AssistantReader(model, "Go").answer(QUESTION, ())
    assert refused.value.failure == Failure.WRONG
    assert model.kept == []
