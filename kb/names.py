"""Names of persons: those that are no other words, and which of two that a question puts side by side comes first in
the alphabet, the asked one or the other."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from importlib.resources import files

from kb.text import STOP_WORDS
from kb.turning import asked_clause

EARLIER, LATER = "A<Z", "Z>A"
"""Among the words of an enum: of the question's two names the one that is asked about comes earlier, or later."""
NAME = r"(?-i:[A-Z][a-z]+)"
PAIR = re.compile(
    rf"\b({NAME})(?:'s)?(?: [a-z]+){{0,2}}(?:,? and|,? or| vs\.?| versus| against| with| clash(?:es)? with)"
    rf"(?: (?:my|his|her|the|their|our|a|hero|named|called)){{0,3}} ({NAME})\b",
    re.I,
)


def order_asked(question: str, known: Collection[str] = ()) -> tuple[str, int, int] | None:
    """EARLIER or LATER with the place `[start, end)` of the name that is asked about; None where the question does not
    put two names side by side, or asks about both or neither. Words in `known` are no names."""
    pairs = {
        (found[1], found[2])
        for found in PAIR.finditer(question)
        if found[1] != found[2] and not {found[1].lower(), found[2].lower()} & (STOP_WORDS | set(known))
    }
    if len(pairs) != 1:
        return None
    clause = asked_clause(question)
    start = question.rfind(clause)
    places = {name: re.search(rf"\b{name}\b", clause, re.I) for name in pairs.pop()}
    asked = [(name, place) for name, place in places.items() if place]
    if len(asked) != 1 or start < 0:
        return None
    name, place = asked[0]
    other = next(each for each in places if each != name)
    return (EARLIER if name < other else LATER), start + place.start(), start + place.end()


@lru_cache(maxsize=1)
def given_names() -> frozenset[str]:
    """First names that are no other words, folded."""
    return frozenset(files("kb").joinpath("givennames.txt").read_text("utf-8").split())
