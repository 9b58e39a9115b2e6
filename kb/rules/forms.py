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


def all_spelled_out(forms: list[str]) -> list[str]:
    """Every form that some with alternatives stand for, each once. ValueError as `spelled_out`."""
    return list(dict.fromkeys(each for form in forms for each in spelled_out(form)))


Forms = Annotated[list[str], AfterValidator(all_spelled_out)]
"""A list of players' words as a curator writes it."""
