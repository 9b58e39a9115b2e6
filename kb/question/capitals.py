"""Capitals by rule: a text in small letters gets them where names of persons stand, and for `I`."""

from __future__ import annotations

import re
from collections.abc import Callable

from kb.question.names import given_names

Known = Callable[[str], bool]
WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
MYSELF = re.compile(r"i(?:'(?:m|ve|d|ll))?\Z")


def with_capitals(text: str, known: Known | None = None) -> str:
    """A text of small letters with the capitals of names and of `I`; as long as it was."""

    def written(hit: re.Match[str]) -> str:
        word = hit[0]
        named = MYSELF.match(word) or word.removesuffix("'s") in given_names()
        return word.capitalize() if named else word

    return WORD.sub(written, text)
