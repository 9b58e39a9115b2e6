"""Which text is said to make an exception: "his text says that they stay" tells one, "do they stay?" asks for it."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Collection

from kb.question.claims import SENTENCE
from kb.readers.places import Text

QUOTED = re.compile(r"[\"\u201c\u201d\u00ab]|(?<!\w)'(?=\w)|\$")
"""Where words of a text are quoted, or its sign for its hero stands."""
NOTHING_SAYS = re.compile(
    r"\b(?:nothing|nowhere|no (?:text|card|word|line|rule|special))\b"
    r"(?: (?:on|in|of) (?:the|his|her|its|my|any|either) [\w' ]{1,20}?)?"
    r"(?: (?:says?|tells?|states?|reads?|mentions?|allows?|lets|stands|is said|is written|written|said)\b[^,;.]*)?"
    r"\s*\Z",
    re.I,
)
"""What stands before an exception that no text makes: `nothing on his card says it works from off the map`."""


class Sources:
    """The places of a question that name a text, by the words `told_by`, or quote one."""

    def __init__(self, text: Text, told_by: Collection[str]) -> None:
        self.text, self._asked = text.text, text.question.asked
        self._stops = [0, *(hit.end() for hit in SENTENCE.finditer(self.text))]
        named = [token.start for token in text.words if token.word in told_by]
        self.places = [*named, *(hit.start() for hit in QUOTED.finditer(self.text))]

    def beside(self, start: int) -> bool:
        """Whether a text is named in the sentence of a place."""
        sentence = bisect(self._stops, start)
        return any(bisect(self._stops, place) == sentence for place in self.places)

    def denied(self, start: int) -> bool:
        """Whether it is said before a place, in its sentence, that no text says what stands there."""
        return NOTHING_SAYS.search(self.text, self._stops[bisect(self._stops, start) - 1], start) is not None

    def asked(self, start: int) -> bool:
        """Whether a place stands in what the question asks."""
        return self._asked.holds(start)
