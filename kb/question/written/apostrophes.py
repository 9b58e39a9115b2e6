"""Apostrophes by rule: all are dropped, then each contraction gets its own again, so that `cant` and `can't` are one.

Whose is whose cannot be told from whether somebody typed an apostrophe, so `villains turn` and `villain's turn` are one
too: nothing that reads them tells them apart (a word's stem is the same). Names and words that can be nothing else get
theirs. What is a word of its own without its apostrophe, `were`, `well`, `its`, is decided by its neighbours
(english/normal.toml).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib.resources import files

from kb.question.patterns import FOLDER, pattern
from kb.words.lexicon import Lexicon
from kb.words.typography import Placed

APOSTROPHE = re.compile("'")
OWN = re.compile(r"\b(?P<owner>[a-z]+)s\b")
NO_PLURAL = re.compile(r"[a-z]+(?:[^aeiou]y|ss)\Z")
"""Ends words that take another ending for several, so that `enemys` and `bosss` can only be an enemy's and a boss's."""
DENIES = ("nt", "nst", "tn")
"""How contractions that deny end, slips of the thumb included."""
LONG = 5
"""A contraction of fewer letters is too near to other words."""
OTHER_WORDS = frozenset({"want", "dint"})
"""Words of their own that are a slip away from a contraction."""
JOINED = {
    "its": "it's", "were": "we're", "well": "we'll", "ill": "i'll", "id": "i'd", "hell": "he'll", "shed": "she'd",
    "shell": "she'll", "wed": "we'd", "lets": "let's",
}  # fmt: skip
"""The patterns of english/normal.toml that find a word which stands for a contraction, and that."""


def with_contractions(draft: Placed) -> Placed:
    """A text in small letters with the apostrophes of its contractions and no others."""
    draft = draft.sub(APOSTROPHE, "").sub(_contracted(), lambda hit: contractions()[hit[0]])
    for word, joined in JOINED.items():
        if word in draft.text:
            draft = draft.sub(pattern("normal", word), joined)
    return draft


def with_owners(draft: Placed, names: Collection[str], lexicon: Lexicon | None = None) -> Placed:
    """A text without apostrophes for what somebody has, with those of names and of what can be nothing else."""
    return draft.sub(OWN, lambda hit: f"{hit['owner']}'s" if _owns(hit["owner"], names, lexicon) else hit[0])


def _owns(owner: str, names: Collection[str], lexicon: Lexicon | None) -> bool:
    """Whether a word with an `s` behind it is somebody whose something is told: `enemys`, `zeds`."""
    if NO_PLURAL.match(owner):
        return True
    if owner.endswith("s"):
        named = owner in names or (lexicon is not None and lexicon.printed(owner))
        return named and not (lexicon is not None and lexicon.knows(f"{owner}s"))
    return owner in names and f"{owner}s" not in names


@cache
def contractions() -> Mapping[str, str]:
    """Contractions by how they are typed without their apostrophe, and by slips of the thumb in those that deny."""
    lines = files("kb.question").joinpath(FOLDER, "contractions.txt").read_text("utf-8").splitlines()
    known = dict(line.split(" ", 1) for line in lines if line and not line.startswith("#"))
    denying = [typed for typed in known if typed.endswith(DENIES) and len(typed) >= LONG]
    slips = {slip: known[typed] for typed in denying for slip in _slips(typed) if slip.endswith(DENIES)}
    return {slip: meant for slip, meant in slips.items() if slip not in OTHER_WORDS} | known


def _slips(typed: str) -> Iterator[str]:
    """A word with one letter behind the first left out, or two of them swapped: `dosnt`, `doenst`."""
    for at in range(1, len(typed)):
        yield typed[:at] + typed[at + 1 :]
        yield typed[:at] + typed[at + 1 : at + 2] + typed[at] + typed[at + 2 :]


@cache
def _contracted() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(sorted(contractions(), key=len, reverse=True))})\b")
