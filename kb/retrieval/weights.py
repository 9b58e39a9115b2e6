"""How the parts of a clause's score are put together: one weighted sum whose weights can be read.

Features of a clause for a question, each about 0 to 1:

    clause    cosine of the question and the clause's own passage
    part      best cosine among the clause's sentences and powers
    wording   best cosine among the questions that players are known to ask of it
    own       the same, without the samples of checks: they lead to the first clause of their check, though it rests
              on others too
    bm25      BM25 of its words, divided by the best of all clauses
    cover     share of the question's content words, weighted by idf, that the clause or its heading holds
    heard     the same share, counting the words of those questions too
    card      how surely the question names the card that the clause belongs to
    defines   the clause defines a word that the question uses
    section   the question names the section's number
    learned   how much the question speaks for the clause by what was learned from all wordings
              (classifying/learned.py), about 1 for its own wordings, 0 for those of others
    aside     1 for notes, tips and set-up lines: rarely what is asked for
    example   1 for worked examples
    long      how long the clause is, 1 from LONG characters: a long one has many words and meanings by chance

Start values are DESIGN's measured ones (cosine + 0.15 x BM25); `headjudge fit ranking` fits them on
the tuning split by cross-validation and prints the table that kb/weights.toml is written from.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

FEATURES = (
    "clause", "part", "wording", "own", "bm25", "cover", "heard", "card", "defines", "section", "aside", "example",
    "long", "learned",
)  # fmt: skip
FUSION_ALONE = ("clause", "part", "cover", "defines", "section", "aside", "long")
"""What tells in a game that nobody has written questions for, see kb/retrieval/ranking/alone.py. Not `bm25`: it is
divided by the best of all clauses, and the more clauses there are the more often one is best by chance."""
FROM_QUESTIONS = ("wording", "own", "learned")
"""What comes from the questions that players are known to ask: nothing where there are none."""


@cache
def weights() -> dict[str, Mapping[str, float]]:
    """The tables of kb/weights.toml: `fusion`, `fusion-text`, `game`, `decline`."""
    return tomllib.loads(files("kb").joinpath("weights.toml").read_text("utf-8"))


@cache
def text_alone() -> Mapping[str, float]:
    """What features weigh in a game of text alone; the few questions that it has count there as elsewhere."""
    return {**weights()["fusion-text"], **{name: weights()["fusion"][name] for name in FROM_QUESTIONS}}


@dataclass(frozen=True, slots=True)
class Fusion:
    """What features weigh in games that players have written questions for, and in those of text alone."""

    asked: Mapping[str, float]
    text_alone: Mapping[str, float]

    def of(self, *, alone: bool) -> Mapping[str, float]:
        """The weights of one kind of game."""
        return self.text_alone if alone else self.asked


@cache
def fusion(*, by_meaning: bool) -> Fusion:
    """What features weigh: by words alone, while no encoder is there, in all games the same."""
    asked = weights()["fusion"]
    return Fusion(asked, text_alone() if by_meaning else asked)


def fused(features: Mapping[str, float], weight: Mapping[str, float]) -> float:
    """The weighted sum; a feature without a weight counts nothing."""
    return sum(weight.get(name, 0.0) * value for name, value in features.items())


def use(table: str, found: Mapping[str, float]) -> None:
    """Weigh by these from now on, in this process: weights that were just fitted, by which others are fitted next."""
    weights()[table] = {**weights()[table], **found}
