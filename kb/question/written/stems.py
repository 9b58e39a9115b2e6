"""The words of a text with their places and stems, as forms of facts are compared with them."""

from __future__ import annotations

import re
from operator import attrgetter

from kb.question.written.names import given_names
from kb.records.question import Word
from kb.words.terms import Token, tokens
from kb.words.text import stem

SOMEBODYS = "somebody's"
HERO_SIGN = re.compile(r"\$(?!\d)")


def spoken(text: str) -> tuple[Word, ...]:
    """A text's words with their places; a `$` that stands for a hero on a card is one, not that before a price."""
    found = tokens(text)
    if "$" in text:
        signs = (Token("$", at.start(), at.end()) for at in HERO_SIGN.finditer(text))
        found = sorted([*found, *signs], key=attrgetter("start"))
    return tuple(Word(each.word, each.start, each.end, form_stem(each.word)) for each in found)


def form_stem(word: str) -> str:
    """The stem of a word; what is gone does not go on, and what is Mike's is somebody's, as what is Anna's."""
    if word.endswith("'s") and word.removesuffix("'s") in given_names():
        word = SOMEBODYS
    return word if word == "gone" else stem(word)
