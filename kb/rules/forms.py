"""Players' words for a fact, with alternatives: `(charmed|stolen) (hero|fella) fell` stands for four forms."""

from __future__ import annotations

import re
from itertools import product
from typing import Annotated

from pydantic import AfterValidator

GROUP = re.compile(r"\(([^()]*)\)")
MOST = 5_000


def spelled_out(form: str) -> list[str]:
    """Every form that one with alternatives stands for, in their order; an empty alternative leaves a group out.

    ValueError for a bracket without its fellow, brackets within brackets, or more than MOST forms.
    """
    if "(" not in form and ")" not in form and "|" not in form:
        return [form]
    plain = GROUP.split(form)
    if any(mark in part for part in plain[::2] for mark in "(|)"):
        raise ValueError(f'"{form}": alternatives stand in one pair of brackets, "(hero|fella) fell"')
    choices = [part.split("|") if at % 2 else [part] for at, part in enumerate(plain)]
    count = 1
    for each in choices:
        count *= len(each)
    if count > MOST:
        raise ValueError(f'"{form}" stands for {count} forms: at most {MOST}')
    found = dict.fromkeys(" ".join("".join(parts).split()) for parts in product(*choices))
    return [each for each in found if each]


def parts(form: str) -> list[list[str]]:
    """A form's words in their order, each with its alternatives: `(charmed|stolen) (old|) hero` has three parts.

    A word that is glued to a group is spelled out with it: `(un|)stunned`.
    """
    found: list[str] = [""]
    depth = 0
    for letter in form:
        depth += (letter == "(") - (letter == ")")
        if letter == " " and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [_ways(part) for part in found if part]


def _ways(part: str) -> list[str]:
    spelled = GROUP.split(part)
    choices = [each.split("|") if at % 2 else [each] for at, each in enumerate(spelled)]
    return list(dict.fromkeys(" ".join("".join(each).split()) for each in product(*choices)))


def each_once(forms: list[str]) -> list[str]:
    """Forms as they are written, each once. ValueError as `spelled_out`, of which none is kept: a few alternatives in
    a row stand for thousands of forms."""
    for form in forms:
        spelled_out(form)
    return list(dict.fromkeys(form for form in forms if form))


Forms = Annotated[list[str], AfterValidator(each_once)]
"""A list of players' words as a curator writes it."""
