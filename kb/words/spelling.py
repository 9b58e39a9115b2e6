"""What a misspelled word most likely meant: by letters changed places, vowels left out, and edits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from math import log
from string import ascii_lowercase

from rapidfuzz import process
from rapidfuzz.distance import OSA

from kb.words.text import STOP_WORDS, stem

SHORTEST = 3
"""Letters that a word must have to be read as another; shorter ones are read by the list of slips alone."""
SHORTEST_EDITED = 4
EDITS = ((8, 2), (6, 2), (SHORTEST_EDITED, 1))
"""From how many letters on how many edits may part a word from the one that was meant."""
NO_VOWELS = str.maketrans("", "", "aeiou")
REPEATED = re.compile(r"(.)\1+")
TWO_EDITS = 2
"""A word that two edits lead to is meant only where it stands so elsewhere: a `critter` was never `written`."""
SWAPPED = 0.65
LEFT_OUT = 0.5
DOUBLED = 0.7
CLIPPED = 0.75
NEXT_KEY = 0.7
OTHER_BEGINNING = 0.5
FIRST_SWAPPED = 0.1
"""What a slip costs beside 1 for an edit: two letters changed places, vowels left out (for the first; each further one
a tenth), a letter doubled or not, an end left out, the key beside; and what it costs more to begin with another letter,
by an edit or by the first two letters' change of places."""
KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
"""The rows of an English keyboard, each half a key further right than the one above."""
BESIDE_ANOTHER = 0.3
"""What a word gains by standing beside the word before it, or behind it, in the corpus."""
FURTHER_VOWEL = 0.1
COMMON = 20
"""In how many clauses a word stands whose end may be left out."""
FREQUENT = 0.1
"""What a word gains by standing in e times as many clauses; small words count as standing in SMALL_COUNT."""
SMALL_COUNT = 100
SMALL = frozenset(word for word in STOP_WORDS if len(word) >= SHORTEST and word.isalpha()) | frozenset(
    """may must many much his whose before until same twice never always only cannot next each every another than under
    without within into onto one two three four five six seven eight nine ten""".split()
)
"""The small words that a short misspelled one may stand for."""


COMPARING = frozenset("least most more less fewer".split())
"""Small words too, for which no misspelled one is taken: they are near names, Morg is no `more`."""


def is_small(word: str) -> bool:
    """Whether a word (lower case) is one of English's small words, the shortest among them."""
    return word in SMALL or word in STOP_WORDS or word in COMPARING


DENYING = ("un", "in", "im", "ir", "il", "dis", "non")
"""Beginnings of words that deny what the rest says."""


@dataclass(frozen=True)
class Speller:
    """Finds the word that was meant among those that a corpus uses, `frequency` telling in how many clauses and `pairs`
    which two stand side by side; one that is a part `of` another, which has more words, uses what that one has
    grouped."""

    frequency: Mapping[str, int]
    of: Speller | None = None
    pairs: frozenset[str] = frozenset()

    def meant(self, word: str, before: str = "", behind: str = "") -> str | None:
        """The word that an unknown one (lower case) most likely meant; None where none is near.

        The slip that costs least is taken, a frequent word's rather than a rare one's, and one's that the corpus has
        `before` or `behind` the same words: the `wound stak` is the wound stack, as nobody writes `wound stay`.
        """
        if len(word) < SHORTEST:
            return None
        near = [
            (cost - FREQUENT * log(self._common(known)) - self._beside(known, before, behind), known)
            for known, cost in (*self._near(word), *self._next_key(word, before, behind))
            if known != word and not denies(word, known) and not denies(known, word)
            if cost < TWO_EDITS or self._beside(known, before, behind)
        ]
        if not near and len(word) == SHORTEST:
            near = [
                (-FREQUENT * log(self._common(known)), known)
                for known in self._with_one_more(word)
                if self._beside(known, before, behind)
            ]
        return min(near)[1] if near else None

    def _beside(self, known: str, before: str, behind: str) -> float:
        """What a word gains by its neighbours."""
        return BESIDE_ANOTHER * ((f"{before} {known}" in self.pairs) + (f"{known} {behind}" in self.pairs))

    def warm_up(self) -> None:
        """Group the words beforehand in every way in which the first unknown word would ask for them."""
        for _ in (self._known, self._edited, self._skeletons, self._beginnings, self._doubling):
            pass

    def _common(self, known: str) -> int:
        """In how many clauses a word stands, at least 1."""
        return max(self.frequency.get(known, 1), SMALL_COUNT * (known in SMALL))

    def _near(self, word: str) -> Iterator[tuple[str, float]]:
        """The words that may have been meant, each with what the slip costs."""
        yield from ((known, LEFT_OUT + FURTHER_VOWEL * (len(known) - len(word))) for known in self._fuller(word))
        yield from ((known, SWAPPED + FIRST_SWAPPED * (known[0] != word[0])) for known in self._swapped(word))
        yield from ((known, CLIPPED) for known in self._longer(word))
        yield from ((known, DOUBLED + OTHER_BEGINNING * (known[0] != word[0])) for known in self._doubled(word))
        if len(word) >= SHORTEST_EDITED:
            edits = next(edits for length, edits in EDITS if len(word) >= length)
            for known, distance, _ in process.extract(
                word, self._edited, scorer=OSA.distance, score_cutoff=edits, limit=None
            ):
                if known[0] == word[0]:
                    yield known, distance
                elif known not in SMALL:
                    yield known, distance + OTHER_BEGINNING

    def _fuller(self, word: str) -> Sequence[str]:
        """The words of which vowels alone are left out: `mny` of many, `chrctr` and `charctr` of character."""
        bare = skeleton(word)
        if len(bare) < 2:
            return ()
        return [
            known
            for known in self._own(self._skeletons.get(bare, ""))
            if len(known) > len(word) and _within(word, known) and known[0] == word[0]
        ]

    def _swapped(self, word: str) -> Sequence[str]:
        """The words of which two letters that stand together changed places: `teh` of the."""
        swapped = (word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1))
        return [known for known in swapped if known in self._known]

    def _with_one_more(self, word: str) -> Iterator[str]:
        """The words of which a letter is left out behind the first: `heo` of hero."""
        longer = {word[:at] + letter + word[at:] for at in range(1, len(word) + 1) for letter in ascii_lowercase}
        return (known for known in sorted(longer) if known in self._known)

    def _next_key(self, word: str, before: str, behind: str) -> Iterator[tuple[str, float]]:
        """The words of which one letter was struck on the key beside, `ahield` of shield; a small word of which the
        first was, `qhen` of when, where it stands so elsewhere. Each with what the slip costs."""
        if len(word) < SHORTEST_EDITED:
            return
        for at, each in enumerate(word):
            for key in next_keys().get(each, ""):
                known = word[:at] + key + word[at + 1 :]
                if known in self._known and (at or known not in SMALL or self._beside(known, before, behind)):
                    yield known, NEXT_KEY

    def _doubled(self, word: str) -> Sequence[str]:
        """The words with a letter doubled or not, one less or more than in this one: `aand` of and, `moove` of move."""
        single = _undoubled(word)
        like = [*self._own(self._doubling.get(single, "")), *((single,) if single in self._known else ())]
        return [known for known in like if abs(len(known) - len(word)) == 1]

    def _longer(self, word: str) -> Sequence[str]:
        """The common word, or its inflections, of which alone the end is left out: `tok` of token and tokens."""
        like = self._own(self._beginnings.get(word[:SHORTEST], ""))
        longer = [known for known in like if known.startswith(word) and self._common(known) >= COMMON]
        return longer if len({stem(known) for known in longer}) == 1 else ()

    @cached_property
    def _known(self) -> frozenset[str]:
        return SMALL | frozenset(word for word in self.frequency if len(word) >= SHORTEST and word.isalpha())

    @cached_property
    def _edited(self) -> Sequence[str]:
        return sorted(word for word in self._known if len(word) >= SHORTEST_EDITED)

    def _own(self, words: str) -> Sequence[str]:
        """Those of a group of another's words that this one has."""
        return words.split() if self.of is None else [each for each in words.split() if each in self._known]

    @cached_property
    def _skeletons(self) -> Mapping[str, str]:
        return self.of._skeletons if self.of else grouped(self._known, skeleton)

    @cached_property
    def _beginnings(self) -> Mapping[str, str]:
        return self.of._beginnings if self.of else grouped(self._known, lambda word: word[:SHORTEST])

    @cached_property
    def _doubling(self) -> Mapping[str, str]:
        """The words that have a letter doubled, by what they are without."""
        if self.of:
            return self.of._doubling
        return grouped((each for each in self._known if REPEATED.search(each)), _undoubled)


def denies(word: str, known: str) -> bool:
    """Whether a word has a beginning that denies, and the other is like the rest of it: `unrevealed` is no `revealed`
    misspelled."""
    return any(
        word.startswith(each) and not known.startswith(each) and word[len(each) :][:2] == known[:2] for each in DENYING
    )


def grouped(known: Iterable[str], by: Callable[[str], str]) -> Mapping[str, str]:
    """The words in their order with a blank between, by what they have in common; most stand alone, and such a one is
    held once."""
    found: dict[str, str] = {}
    for word in sorted(known):
        common = by(word)
        found[common] = f"{found[common]} {word}" if common in found else word
    return found


def skeleton(word: str) -> str:
    """A word's first letter and the consonants behind it, none twice in a row: `character` -> `chrctr`, `happens` ->
    `hpns`."""
    return _undoubled(word[:1] + word[1:].translate(NO_VOWELS))


def _within(short: str, long: str) -> bool:
    """Whether the letters of one word stand in their order in the other."""
    letters = iter(long)
    return all(letter in letters for letter in short)


def _undoubled(word: str) -> str:
    return REPEATED.sub(r"\1", word)


@cache
def next_keys() -> Mapping[str, str]:
    """The keys beside each letter's, in its row, above it and below."""
    places = {key: (row, at + row / 2) for row, keys in enumerate(KEYS) for at, key in enumerate(keys)}
    return {
        key: "".join(
            other
            for other, (line, column) in places.items()
            if other != key and abs(line - row) <= 1 and abs(column - at) <= 1
        )
        for key, (row, at) in places.items()
    }


@cache
def slips() -> Mapping[str, str]:
    """The list of how hurried players spell small words: as written -> as meant."""
    lines = files("kb.words").joinpath("slips.txt").read_text("utf-8").splitlines()
    return dict(line.split(" ", 1) for line in lines if line and not line.startswith("#"))
