"""The words that the corpus uses, how telling each is, and which of them a misspelled word meant."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from kb.errors import SnapshotError
from kb.records import Clause
from kb.text import different_words, stem

SHORTEST_TO_CORRECT = 4
EDITS = ((8, 2), (6, 2), (SHORTEST_TO_CORRECT, 1))
BARE = frozenset(
    "wont dont cant doesnt didnt isnt arent wasnt werent hasnt havent couldnt wouldnt shouldnt aint".split()
)
"""Denials without their apostrophe, which are no misspelled words: `both wont happen` does not want it."""


@dataclass(frozen=True)
class Lexicon:
    """Document frequencies of words and of stems over `size` clauses."""

    size: int
    frequency: Counter[str]
    stems: Counter[str]
    is_english: Callable[[str], bool] = field(default=lambda word: False)

    @classmethod
    def of(cls, texts: Iterable[str], is_english: Callable[[str], bool] = lambda word: False) -> Lexicon:
        """The lexicon of these texts; `is_english` tells ordinary words that the texts lack."""
        frequency: Counter[str] = Counter()
        stems: Counter[str] = Counter()
        size = 0
        for text in texts:
            found = different_words(text)
            frequency.update(found)
            stems.update({stem(word) for word in found})
            size += 1
        return cls(size, frequency, stems, is_english)

    @classmethod
    def open(cls, path: Path, is_english: Callable[[str], bool] = lambda word: False) -> Lexicon:
        """The lexicon that `save` wrote; SnapshotError where it cannot be read."""
        try:
            held = json.loads(path.read_text("utf-8"))
            return cls(int(held["size"]), Counter(held["frequency"]), Counter(held["stems"]), is_english)
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise SnapshotError(f"{path} cannot be read: it is no lexicon ({error})") from error

    def save(self, path: Path) -> None:
        """Write the counts into a file, the same for the same texts."""
        held = {"size": self.size, "frequency": self.frequency, "stems": self.stems}
        path.write_text(json.dumps(held, ensure_ascii=False, sort_keys=True), "utf-8")

    def idf(self, word: str) -> float:
        """How telling a word is: ln((N + 1) / (df + 0.5)) over its stem, in nats; unseen words count most."""
        return math.log((self.size + 1) / (self.stems[stem(word)] + 0.5))

    def knows(self, word: str) -> bool:
        """True where the corpus uses the word or an inflection of it, or it is an ordinary English word."""
        return (
            word in self.frequency or stem(word) in self.stems or self.is_english(word) or self.is_english(stem(word))
        )

    def correct(self, word: str) -> str | None:
        """The corpus' word that a misspelled one most likely meant; None where the word is known or none is near.

        A past spelled as it sounds comes first. Distance is Damerau-Levenshtein (rapidfuzz): one edit up to five
        letters, two from six on; ties go to the same first letter, then to the more frequent word.
        """
        spelled = word in self.frequency or self.is_english(word) or word in BARE
        if len(word) < SHORTEST_TO_CORRECT or any(letter.isdigit() for letter in word) or spelled:
            return None
        edits = next(edits for length, edits in EDITS if len(word) >= length)
        if stem(word) in self.stems:
            return self._same_ending(word)
        if past := self._past(word):
            return past
        near = process.extract(word, self._correctable, scorer=DamerauLevenshtein.distance, score_cutoff=edits, limit=8)
        if not near:
            return None
        return min(near, key=lambda hit: (hit[1], hit[0][0] != word[0], -self.frequency[hit[0]], hit[0]))[0]

    def _past(self, word: str) -> str | None:
        """The past that a word is spelled as it sounds (stund: stunned; flipt: flipped); None for others."""
        if word[-1] not in "dt" or word[:-1] not in self.stems:
            return None
        known = [each for each in self._correctable if each.endswith("ed") and stem(each) == word[:-1]]
        return max(known, key=self.frequency.__getitem__, default=None)

    def denied(self, word: str) -> str | None:
        """What a word that is known only without its `un` or `non` denies: stunned for unstunned; None for others."""
        rest = word.removeprefix("un") if word.startswith("un") else word.removeprefix("non")
        told = rest != word and len(rest) >= SHORTEST_TO_CORRECT and rest in self.frequency
        return rest if told and word not in self.frequency and not self.is_english(word) else None

    def _same_ending(self, word: str) -> str | None:
        """The word of the same stem one edit away that ends alike (stuned: stunned); None for plain inflections."""
        near = (known for known in self._correctable if known[-2:] == word[-2:] and stem(known) == stem(word))
        return next((known for known in near if DamerauLevenshtein.distance(word, known) == 1), None)

    @cached_property
    def _correctable(self) -> Sequence[str]:
        return sorted(word for word in self.frequency if len(word) >= SHORTEST_TO_CORRECT and word.isalpha())


def clause_texts(clauses: Iterable[Clause], wordings: Mapping[str, Sequence[str]]) -> Iterable[str]:
    """What is counted: each clause's words, its headings' and those in which players ask for it."""
    return (" ".join([clause.plain, *clause.headings, *wordings.get(clause.id, ())]) for clause in clauses)
