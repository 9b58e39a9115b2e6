"""What lists in a story are read from: the things that it tells of, and the words around their numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from kb.question.written.stems import form_stem
from kb.readers.numbers import word_after
from kb.records.question import Quantity, Question, Word
from kb.words.text import words

STOP = re.compile(r"[,;:.!?]")


@dataclass
class Thing:
    """Something that is told of: its name, the values of its properties, and where they stand."""

    name: str
    values: dict[str, list[Quantity]] = field(default_factory=dict)
    flags: dict[str, bool] = field(default_factory=dict)


def stems_of(forms: Sequence[str]) -> frozenset[str]:
    """The stems of the words of plain forms."""
    return frozenset(form_stem(word) for form in forms for word in words(form))


def word_behind(question: Question, number: Quantity) -> Word | None:
    """The word right behind a number in its clause."""
    word = word_after(question, number.end)
    return None if word is None or STOP.search(question.text, number.end, word.start) else word
