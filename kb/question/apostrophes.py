"""Apostrophes by rule: all are dropped, then each contraction gets its own again, so that `cant` and `can't` are one.

Whose is whose cannot be told from whether somebody typed an apostrophe, so `villains turn` and `villain's turn` are one
too: nothing that reads them tells them apart (a word's stem is the same). What is a word of its own without its
apostrophe, `were`, `well`, `its`, is decided by its neighbours (english/normal.toml).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files

from kb.question.names import given_names
from kb.question.patterns import FOLDER, pattern
from kb.words.typography import Placed

Known = Callable[[str], bool]
APOSTROPHE = re.compile("'")
OWN = re.compile(r"\b(?P<owner>[a-z]+(?:[^aeiou\W\d_]y|ss|[a-z]))s\b")
"""A word that may be somebody with an `s`: of these, `enemys` and `bosss` can be nothing else."""
NO_PLURAL = re.compile(r"[a-z]+(?:[^aeiou]y|ss)\Z")
SUFFIX = "'s"


def with_apostrophes(draft: Placed, known: Known | None = None) -> Placed:
    """A text in small letters with the apostrophes that its words have by rule and no others."""
    draft = draft.sub(APOSTROPHE, "").sub(_contracted(), lambda hit: contractions()[hit[0]])
    for word, joined in JOINED.items():
        if word in draft.text:
            draft = draft.sub(pattern("normal", word), joined)
    return draft.sub(OWN, lambda hit: f"{hit['owner']}'s" if _owns(hit["owner"], known) else hit[0])


JOINED = {
    "its": "it's", "were": "we're", "well": "we'll", "ill": "i'll", "id": "i'd", "hell": "he'll", "shed": "she'd",
    "shell": "she'll", "wed": "we'd", "lets": "let's",
}  # fmt: skip
"""The patterns of english/normal.toml that find a word which stands for a contraction, and that."""


def _owns(owner: str, known: Known | None) -> bool:
    """Whether a word with an `s` behind it is somebody whose something is told."""
    if NO_PLURAL.match(owner):
        return not owner.endswith("ss") or known is None or not known(f"{owner}s")
    if owner in given_names():
        return f"{owner}s" not in given_names()
    return False


@cache
def contractions() -> Mapping[str, str]:
    """Contractions by how they are typed without their apostrophe."""
    lines = files("kb.question").joinpath(FOLDER, "contractions.txt").read_text("utf-8").splitlines()
    return dict(line.split(" ", 1) for line in lines if line and not line.startswith("#"))


@cache
def _contracted() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(sorted(contractions(), key=len, reverse=True))})\b")
