"""Which text is said to make an exception: "his text says that they stay" tells one, "do they stay?" asks for it."""

from __future__ import annotations

from collections.abc import Collection

from kb.question.patterns import pattern
from kb.records.question import Question, Span


class Sources:
    """The places of a question that name a text, by the words `told_by`, or quote one."""

    def __init__(self, question: Question, told_by: Collection[str]) -> None:
        self._question = question
        named = [word.start for word in question.words if word.word in told_by]
        self.places = [*named, *(hit.start() for hit in pattern("stories", "quoted").finditer(question.text))]

    def beside(self, start: int) -> bool:
        """Whether a text is named in the sentence of a place."""
        return any(self._sentence(start).holds(place) for place in self.places)

    def denied(self, start: int) -> bool:
        """Whether it is said before a place, in its sentence, that no text says what stands there: `nothing on his card
        says it works from off the map`."""
        before = self._question.text[self._sentence(start).start : start]
        return pattern("negation", "said-by-none").search(before) is not None

    def asked(self, start: int) -> bool:
        """Whether a place stands in what the question asks."""
        return self._question.asked.holds(start)

    def _sentence(self, start: int) -> Span:
        """The sentence of a place."""
        spans = (each.span for each in self._question.sentences)
        return next((each for each in spans if each.holds(start)), Span(start, start))
