"""What questions are read by: the corpus' words, its terms and the names of its games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kb.words.gamenames import GameName
from kb.words.lexicon import Lexicon
from kb.words.terms import TermIndex


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The words of a corpus, what of it questions name, and its games."""

    lexicon: Lexicon
    terms: TermIndex
    games: Sequence[GameName]
