"""Players' words for a fact, with alternatives: `(charmed|stolen) (hero|fella) fell` stands for four forms."""

from __future__ import annotations

import re
from itertools import product
from math import prod
from typing import Annotated

from pydantic import AfterValidator

GROUP = re.compile(r"\(([^()]*)\)")
WORD = re.compile(r"(?:\([^()]*\)|[^()\s])+")
SPOKEN = re.compile(r"[^\W_]|\$")
MOST = 5_000


def parts(form: str) -> list[list[str]]:
    """A form's words in their order, each with its alternatives: `(charmed|stolen) (old|) hero` has three parts, of
    which the second may be left out. A word that is glued to a group is spelled out with it: `(un|)stunned`.

    ValueError for a bracket without its fellow, brackets within brackets, or alternatives for more than MOST forms.
    """
    if any(mark in part for part in GROUP.split(form)[::2] for mark in "(|)"):
        raise ValueError(f'"{form}": alternatives stand in one pair of brackets, "(hero|fella) fell"')
    count = prod(group.count("|") + 1 for group in GROUP.findall(form))
    if count > MOST:
        raise ValueError(f'"{form}" stands for {count} forms: at most {MOST}')
    return [_ways(word) for word in WORD.findall(form)]


def _ways(word: str) -> list[str]:
    choices = [each.split("|") if at % 2 else [each] for at, each in enumerate(GROUP.split(word))]
    return list(dict.fromkeys(" ".join("".join(each).split()) for each in product(*choices)))


def heard(form: str) -> list[list[str]] | None:
    """A form's parts as they are heard: a sign between two words is passed over in questions too (`kree & doom`), one
    among alternatives is none of them; None for a form that begins or ends with a sign, which would say more without
    it: `gets +` would be any `gets`. ValueError as `parts`."""
    whole = parts(form)
    found = [[way for way in part if not is_sign(way)] for part in whole]
    return [part for part in found if part] if found and found[0] and found[-1] else None


def is_sign(way: str) -> bool:
    """Whether a part of a form holds neither letter, digit nor a card's `$`, nor stands for a number (`_/#`)."""
    return bool(way) and not SPOKEN.search(way) and "#" not in way


def spelled_out(form: str) -> list[str]:
    """Every form that one with alternatives stands for, each once, in their order. ValueError as `parts`."""
    found = dict.fromkeys(" ".join(filter(None, each)) for each in product(*parts(form)))
    return [each for each in found if each]


def each_once(forms: list[str]) -> list[str]:
    """Forms as they are written, each once. ValueError as `parts`. They are not kept spelled out: a few alternatives in
    a row stand for thousands of forms."""
    for form in forms:
        parts(form)
    return list(dict.fromkeys(form for form in forms if form))


Forms = Annotated[list[str], AfterValidator(each_once)]
"""A list of players' words as a curator writes it."""
