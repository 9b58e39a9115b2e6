"""The words that the corpus uses, how telling each is, and which of them a misspelled word meant."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from rapidfuzz.distance import DamerauLevenshtein

from kb.errors import SnapshotError
from kb.records import Clause
from kb.words.spelling import SHORTEST, SHORTEST_EDITED, SMALL, Speller, grouped, is_small, slips
from kb.words.text import different_words, stem, words

FORM = "measures"
"""The form of a lexicon's file: another word where one of before lacks what questions are read by."""
SHORTEST_TO_DENY = 4
ONCE_TYPED = 2
"""In how many clauses' wordings a word may stand, and in no clause, that is taken for misspelled where it is no English
one and a word of COMMON clauses is near."""
COMMON = 20
SHORTEST_PARTED = 6
"""Letters that a word must have to be read as two."""
SHORTEST_SPOKEN = 5
"""Letters that a word must have to be read as one whose last g is not heard."""
THINGS = frozenset("nothing anything something everything".split())
INFLECTED = ("s", "'s", "ed", "ing", "ly")
"""How inflections end: a word of a known stem that ends so is spelled as it should be."""
BARE = frozenset(
    "wont dont cant doesnt didnt isnt arent wasnt werent hasnt havent couldnt wouldnt shouldnt aint".split()
)
"""Denials without their apostrophe, which are no misspelled words: `both wont happen` does not want it."""


@dataclass(frozen=True)
class Lexicon:
    """Document frequencies of words and of stems over `size` clauses; `typed` are words that only players use, `pairs`
    two words with a blank between that stand so more than once, `measures` the stats and things that games ask a number
    of, each with the plain noun that it is read as (kb/question/measures.py)."""

    size: int
    frequency: Counter[str]
    stems: Counter[str]
    is_english: Callable[[str], bool] = field(default=lambda word: False)
    typed: frozenset[str] = frozenset()
    pairs: frozenset[str] = frozenset()
    measures: Mapping[str, str] = field(default_factory=dict)

    def printed(self, word: str) -> bool:
        """Whether a document says a word, not only players; of a word that nobody uses, its stem."""
        return word not in self.typed if word in self.frequency else stem(word) in self.stems

    @classmethod
    def of(
        cls,
        texts: Iterable[str],
        is_english: Callable[[str], bool] = lambda word: False,
        printed: Iterable[str] | None = None,
        sentences: Iterable[str] = (),
    ) -> Lexicon:
        """The lexicon of these texts; `is_english` tells ordinary words that the texts lack. `printed` are the parts of
        them that a document says, all where they are not given: players misspell the others. `sentences` tell which
        words stand side by side."""
        frequency: Counter[str] = Counter()
        stems: Counter[str] = Counter()
        size = 0
        for text in texts:
            found = different_words(text)
            frequency.update(found)
            stems.update({stem(word) for word in found})
            size += 1
        said = frequency.keys() if printed is None else {word for text in printed for word in different_words(text)}
        return cls(size, frequency, stems, is_english, frozenset(frequency.keys() - said), side_by_side(sentences))

    @classmethod
    def open(cls, path: Path, is_english: Callable[[str], bool] = lambda word: False) -> Lexicon:
        """The lexicon that `save` wrote; SnapshotError where it cannot be read."""
        try:
            held = json.loads(path.read_text("utf-8"))
            counts = Counter(held["frequency"]), Counter(held["stems"])
            told = frozenset(held.get("typed", ())), frozenset(held.get("pairs", ()))
            return cls(int(held["size"]), *counts, is_english, *told, dict(held.get("measures", {})))
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise SnapshotError(f"{path} cannot be read: it is no lexicon ({error})") from error

    def save(self, path: Path) -> None:
        """Write the counts into a file, the same for the same texts."""
        sets = {"typed": sorted(self.typed), "pairs": sorted(self.pairs)}
        counts = {"size": self.size, "frequency": self.frequency, "stems": self.stems}
        held = {**counts, **sets, "measures": self.measures}
        path.write_text(json.dumps(held, ensure_ascii=False, sort_keys=True), "utf-8")

    def idf(self, word: str) -> float:
        """How telling a word is: ln((N + 1) / (df + 0.5)) over its stem, in nats; unseen words count most."""
        return math.log((self.size + 1) / (self.stems[stem(word)] + 0.5))

    def knows(self, word: str) -> bool:
        """True where the corpus uses the word or an inflection of it, or it is an ordinary English word."""
        return (
            word in self.frequency or stem(word) in self.stems or self.is_english(word) or self.is_english(stem(word))
        )

    def correct(self, word: str, before: str = "", behind: str = "") -> str | None:
        """The word that a misspelled one most likely meant, between its neighbours where they are given; None where
        the word is known or none is near.

        The list of slips comes first, then an end that is not heard, two words without a blank, a past spelled as it
        sounds, then the nearest word (kb/words/spelling.py).
        """
        if word in slips():
            return slips()[word]
        if whole := self._without_g(word):
            return whole
        if len(word) < SHORTEST or any(letter.isdigit() for letter in word) or self.is_english(word) or word in BARE:
            return None
        if word in SMALL:
            return None
        if not self.printed(word) and (parted := self.parted(word)):
            return parted
        rare = word in self.typed and self.frequency[word] <= ONCE_TYPED
        if word in self.frequency and not rare:
            return None
        if rare:
            meant = self._any_speller.meant(word, before, behind)
            return meant if meant and self.frequency[meant] >= COMMON else None
        if stem(word) in self.stems and word.endswith(INFLECTED):
            return self._same_ending(word)
        return self._past(word) or self._speller.meant(word, before, behind)

    def warm_up(self) -> None:
        """Work out beforehand what the first misspelled word would wait for."""
        self._speller.warm_up()
        self._any_speller.warm_up()
        _ = self._by_stem

    def _past(self, word: str) -> str | None:
        """The past that a word is spelled as it sounds (stund: stunned; flipt: flipped); None for others."""
        if word[-1] not in "dt" or word[:-1] not in self.stems:
            return None
        known = [each for each in self._by_stem.get(word[:-1], "").split() if each.endswith("ed")]
        return max(known, key=self.frequency.__getitem__, default=None)

    def _without_g(self, word: str) -> str | None:
        """The word whose last letter is not heard (nothin: nothing; movin: moving); None for others."""
        whole = f"{word}g"
        spoken = word.endswith("in") and len(word) >= SHORTEST_SPOKEN and not self.printed(word)
        return whole if spoken and (self.frequency.get(whole, 0) > ONCE_TYPED or whole in THINGS) else None

    def parted(self, word: str) -> str | None:
        """The two words that were typed without a blank (atleast: at least; thevillain: the villain), one of them small
        and the other small or common; None for others."""
        for at in range(2, len(word) - 1) if len(word) >= SHORTEST_PARTED else ():
            parts = word[:at], word[at:]
            if any(map(is_small, parts)) and all(is_small(each) or self._is_common(each) for each in parts):
                return " ".join(parts)
        return None

    def _is_common(self, word: str) -> bool:
        """Whether a word is long enough to be told in a longer one, and many clauses have it."""
        return len(word) >= SHORTEST_EDITED and self.frequency.get(word, 0) >= COMMON

    def denied(self, word: str) -> str | None:
        """What a word that is known only without its `un` or `non` denies: stunned for unstunned; None for others."""
        rest = word.removeprefix("un") if word.startswith("un") else word.removeprefix("non")
        told = rest != word and len(rest) >= SHORTEST_TO_DENY and rest in self.frequency
        return rest if told and word not in self.frequency and not self.is_english(word) else None

    def _same_ending(self, word: str) -> str | None:
        """The word of the same stem one edit away that ends alike (stuned: stunned); None for plain inflections."""
        near = (known for known in self._by_stem.get(stem(word), "").split() if known[-2:] == word[-2:])
        return next((known for known in near if DamerauLevenshtein.distance(word, known) == 1), None)

    @cached_property
    def _any_speller(self) -> Speller:
        """Among all words, players' own too: a rare one is near another of theirs sooner than it is misspelled."""
        return Speller(self.frequency, pairs=self.pairs)

    @cached_property
    def _speller(self) -> Speller:
        """Among the words that are spelled as they should be: no misspelling of a wording is meant."""
        spelled = {each for each in self.frequency if each not in self.typed or self.is_english(each)}
        return Speller({each: self.frequency[each] for each in spelled}, self._any_speller, self.pairs)

    @cached_property
    def _by_stem(self) -> Mapping[str, str]:
        """The words that others may be corrected to, in order, by their stems."""
        return grouped((word for word in self.frequency if len(word) >= SHORTEST_EDITED and word.isalpha()), stem)


def clause_texts(clauses: Iterable[Clause], heard: Mapping[str, str]) -> Iterable[str]:
    """What is counted: each clause's words, its headings' and those in which players ask for it."""
    return (" ".join([clause.plain, *clause.headings, heard.get(clause.id, "")]) for clause in clauses)


def side_by_side(texts: Iterable[str]) -> frozenset[str]:
    """The pairs of words that stand side by side more than once, each with a blank between."""
    found: Counter[str] = Counter()
    for text in texts:
        said = words(text)
        found.update(f"{one} {other}" for one, other in pairwise(said))
    return frozenset(pair for pair, times in found.items() if times > 1)
