"""What lists in a story are read from: its parts, the things that it tells of, and words by their stems."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kb.question.stems import form_stem
from kb.readers.places import Text
from kb.records.question import Quantity, Word
from kb.words.text import words

PART = re.compile(
    r"[,;:.!?](?=\s|$)|\s[-\u2013/&]\s|\b(?:and|n|then|while|whereas|but|vs|versus|against|followed by|after that)\b",
    re.I,
)


@dataclass
class Thing:
    """Something that is told of: its name, the values of its properties, and where they stand."""

    name: str
    values: dict[str, list[Quantity]] = field(default_factory=dict)
    flags: dict[str, bool] = field(default_factory=dict)


def parts_of(text: Text) -> Iterator[tuple[int, int]]:
    """The parts of a question between commas, stops and words that join."""
    start = 0
    for gap in PART.finditer(text.text):
        yield start, gap.start()
        start = gap.end()
    yield start, len(text.text)


def words_within(text: Text, start: int, end: int) -> list[Word]:
    """The words between two places of a question."""
    return [token for token in text.words if start <= token.start and token.end <= end]


def stems_of(forms: Sequence[str]) -> frozenset[str]:
    """The stems of the words of plain forms."""
    return frozenset(form_stem(word) for form in forms for word in words(form))


def word_behind(text: Text, number: Quantity) -> Word | None:
    """The word right behind a number in its clause."""
    token = next((each for each in text.words if each.start >= number.end), None)
    return None if token is None or re.search(r"[,;:.!?]", text.text[number.end : token.start]) else token
