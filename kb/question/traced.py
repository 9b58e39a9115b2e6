"""Where each letter of a rewritten text came from, told by comparing it with the text as it was."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import takewhile

WORD = re.compile(r"\S+")


def places_of(text: str, original: str) -> tuple[int, ...]:
    """For each letter of a text the place in the original that it came from; for what was put in, the place of what
    gave way to it."""
    if text == original:
        return tuple(range(len(text)))
    begun = _alike(text, original)
    ended = _alike(text[begun:][::-1], original[begun:][::-1])
    inner = _aligned(text[begun : len(text) - ended], original[begun : len(original) - ended])
    return (*range(begun), *(begun + place for place in inner), *range(len(original) - ended, len(original)))


def _alike(one: str, other: str) -> int:
    """How many letters two texts begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _aligned(text: str, original: str) -> list[int]:
    """The same for two texts that begin and end differently, word by word."""
    ours, theirs = list(WORD.finditer(text)), list(WORD.finditer(original))
    places = [-1] * len(text)
    matched = SequenceMatcher(None, [each[0] for each in ours], [each[0] for each in theirs], autojunk=False)
    for kind, one, end, other, stop in matched.get_opcodes():
        for at, word in enumerate(ours[one:end] if kind in ("equal", "replace") else ()):
            source = theirs[min(other + at, stop - 1)]
            for step in range(len(word[0])):
                places[word.start() + step] = min(source.start() + step, source.end() - 1)
    last = 0
    for at, place in enumerate(places):
        last = places[at] = place if place >= 0 else min(last + 1, max(len(original) - 1, 0)) if at else 0
    return places
