"""What games ask a number of, in their own words: stats, `fame`, and things, `injuries`.

A build finds them in the questions of the games' number facts, "How much fame do you have?", and keeps each with the
plain noun that patterns of English read it as: `fame after that?` is read as `score after that?`. So no pattern names
a game's stat, and a new game's are read like those of others.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from functools import cache, partial

from kb.question.patterns import pattern
from kb.records.question import Measures
from kb.words.text import different_words

find = partial(pattern, "measures")

STAT, THINGS = "score", "tokens"
READ_AS = {"how-many": THINGS, "how-much": STAT, "named": STAT, "somebody's": STAT, "of-somebody": STAT}
"""The plain noun for what each pattern finds."""


def measures_of(questions: Iterable[str], used: Container[str]) -> dict[str, str]:
    """The nouns that the questions of number facts ask for, in small letters, each with its plain noun; those are left
    out that patterns of English know, and those that games use as verbs too, as `used` tells, which holds the games'
    words: `attack?` may ask whether one may."""
    asked = tuple(questions)
    found = {
        hit["noun"].lower(): plain
        for name, plain in READ_AS.items()
        for question in asked
        for hit in find(name).finditer(question)
    }
    names = (noun for noun in sorted(found) if not find("english").match(noun) and not _a_deed(noun, used))
    return {noun: found[noun] for noun in names}


def _a_deed(noun: str, used: Container[str]) -> bool:
    """Whether words are used that a noun would have as a verb: `attacked`, `moving`."""
    base = noun.removesuffix("e")
    return any(f"{stem}{ending}" in used for stem in (base, f"{base}{base[-1:]}") for ending in ("ed", "ing"))


def measures_in(text: str, known: Mapping[str, str]) -> Measures:
    """What of it a text names, each with its plain noun."""
    return tuple((word, known[word]) for word in sorted(known.keys() & different_words(text)))


def in_plain_nouns(text: str, measures: Measures) -> str:
    """A text with the plain nouns for what it names."""
    for word, plain in measures:
        text = _whole(word).sub(plain, text)
    return text


@cache
def _whole(word: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE)
