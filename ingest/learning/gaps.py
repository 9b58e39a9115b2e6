"""What sets the questions apart that documents are known not to answer: learned from those of all games together.

The games of this project have thousands of both kinds; what they taught the packaged encoder stands beside this module
and serves any game, also one that nobody has written a question for. Another encoder is taught by the exemplars of the
games that are built.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from kb.records import Passage
from kb.retrieval.classifying.learned import Learned
from kb.retrieval.classifying.learning import learn
from kb.retrieval.embedding.encoder import Vectors

QUESTIONS = ("wording", "gap")
MOST = 5_000
"""Two kinds only, and all games' words."""


def learned_gaps(found: Sequence[Passage], vectors: Vectors, encoder: str) -> Learned | None:
    """The model that tells gaps from questions with an answer, for the encoder of this sha256; `vectors` are the
    passages'. None where there is nothing to learn from."""
    known = Learned.open(shipped_gaps(encoder))
    if known is not None:
        return known
    asked = [each for each in found if each.kind in QUESTIONS]
    numbers = [each.number for each in asked]
    return learn_gaps([each.text for each in asked], vectors[numbers], [each.kind == "gap" for each in asked])


def learn_gaps(texts: Sequence[str], vectors: Vectors, lacking: Sequence[bool]) -> Learned | None:
    """The model for texts with their vectors (n, dimension), each with whether documents lack what it asks for."""
    return learn(texts, vectors, ["gap" if each else "answer" for each in lacking], MOST) if len(texts) else None


def shipped_gaps(encoder: str) -> Path:
    """Where what the project's questions taught an encoder is kept."""
    return Path(str(files("ingest.learning").joinpath("games", gaps_file(encoder))))


def gaps_file(encoder: str) -> str:
    """The name of that file."""
    return f"gaps-{encoder[:8]}.npz"
