"""The things that a story tells of, as lists of them are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kb.question.written.stems import form_stem
from kb.records.question import Quantity
from kb.words.text import words


@dataclass
class Thing:
    """Something that is told of: its name, the values of its properties, and where they stand."""

    name: str
    values: dict[str, list[Quantity]] = field(default_factory=dict)
    flags: dict[str, bool] = field(default_factory=dict)


def stems_of(forms: Sequence[str]) -> frozenset[str]:
    """The stems of the words of plain forms."""
    return frozenset(form_stem(word) for form in forms for word in words(form))
