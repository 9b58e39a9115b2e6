"""Which words of a text in small letters are somebody's names, and their capitals.

Whether a name was typed with a capital says nothing: whole questions are typed without any, or in nothing else. So a
name is told by its place: a word that no document prints, that never has an article, and that stands where somebody
stands who acts or has something, beside another name, or is introduced. A word of everyday English must do so twice.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from kb.question.patterns import pattern
from kb.question.written.names import given_names
from kb.words.lexicon import Lexicon
from kb.words.spelling import slips
from kb.words.text import SAYING_NOTHING, stem

WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
MYSELF = re.compile(r"i(?:'(?:m|ve|d|ll))?\Z")
SHORTEST, TWICE, REACH = 2, 2, 30
LABELS = frozenset("bcdefgh")
"""Letters by which figures and players are told apart: `B takes a wound`."""
ENDINGS = ("s", "ed", "ing", "ly")
NOBODY = frozenset("mine hers ours theirs yours somebody everybody someone everyone nobody anybody anyone opp".split())


@dataclass(frozen=True, slots=True)
class NameEvidence:
    """What one place of a word tells of it: it is introduced as somebody, has an article, stands where a sentence opens
    a place for somebody, acts, owns something, or stands beside another word."""

    introduced: bool
    determined: bool
    opens: bool
    acts: bool
    owns: bool
    beside: str

    @property
    def does(self) -> bool:
        """Whether it stands where somebody stands who acts or has something."""
        return self.opens and (self.acts or self.owns)


def names_in(text: str, lexicon: Lexicon | None = None) -> frozenset[str]:
    """The names of persons in a text of small letters: first names, and others by the words of the documents."""
    spoken = {hit[0].removesuffix("'s") for hit in WORD.finditer(text)}
    given = {each for each in spoken if each in given_names()}
    given |= {own for each in spoken - given if (own := each.removesuffix("s")) in given_names()}
    if lexicon is None:
        return frozenset(given)
    told: dict[str, list[NameEvidence]] = {}
    for hit in WORD.finditer(text):
        word = hit[0].removesuffix("'s")
        name = word.removesuffix("s") if word.removesuffix("s") in spoken or _owns(hit, text, lexicon) else word
        if name not in given and _may_be_one(name, lexicon):
            told.setdefault(name, []).append(_told(text, hit.start(), hit.end(), name))
    beside = _beside(text, told, given)
    found = given | {name for name, ways in told.items() if _is_one(name, ways, bool(beside.get(name)), lexicon)}
    return frozenset(found | {name for name in told if beside.get(name, set()) & found and not _determined(told[name])})


def _owns(hit: re.Match[str], text: str, lexicon: Lexicon) -> bool:
    """Whether an unknown word with an `s` stands before a word of the documents: `zugs guard`, who may be Zug's."""
    word, behind = hit[0], WORD.match(text, hit.end() + 1)
    unknown = word.endswith("s") and not lexicon.knows(word)
    return unknown and behind is not None and behind[0] not in SAYING_NOTHING and lexicon.printed(behind[0])


def _may_be_one(word: str, lexicon: Lexicon) -> bool:
    """Whether a word can be a name at all: no document prints it, and it is no inflection of another word, nor
    two words without a blank."""
    if word in LABELS:
        return True
    if len(word) < SHORTEST or "'" in word or word in SAYING_NOTHING or word in NOBODY or word in slips():
        return False
    root = stem(word)
    inflected = word.endswith(ENDINGS) and root != word and (root in lexicon.stems or lexicon.is_english(root))
    return not inflected and not lexicon.printed(word) and lexicon.parted(word) is None


def _told(text: str, start: int, end: int, name: str) -> NameEvidence:
    before, behind = text[max(0, start - REACH) : start], text[start + len(name) : end + REACH]
    found = {each: pattern("names", each).search(before) is not None for each in ("introduced", "determined", "opens")}
    beside = pattern("names", "beside").search(behind)
    return NameEvidence(
        **found,
        acts=any(pattern("names", each).search(place) for each, place in (("acts", behind), ("asked", before))),
        owns=start + len(name) < end,
        beside=beside["other"] if beside else "",
    )


def _beside(text: str, told: Mapping[str, Iterable[NameEvidence]], given: Collection[str]) -> dict[str, set[str]]:
    """What may be names and stands beside others, each with those: `Zed and Kit`, `Ann against Zed`."""
    pairs = [(name, each.beside) for name, ways in told.items() for each in ways if not each.determined]
    for hit in WORD.finditer(text):
        behind = text[hit.end() : hit.end() + REACH] if hit[0].removesuffix("'s") in given else ""
        if near := pattern("names", "beside").search(behind):
            pairs.append((hit[0], near["other"]))
    found: dict[str, set[str]] = {}
    for name, written in pairs:
        other = next((each for each in (written, written.removesuffix("s")) if each in told or each in given), "")
        if other and other != name:
            found.setdefault(name, set()).add(other)
            found.setdefault(other, set()).add(name)
    return found


def _is_one(word: str, told: Collection[NameEvidence], beside: bool, lexicon: Lexicon) -> bool:
    """Whether the places of a word tell that it is a name."""
    if _determined(told):
        return False
    if word in LABELS:
        return _label(told)
    if lexicon.is_english(word):
        return _everyday_word(told, beside)
    return beside or _told_twice(told) or _acts_once(word, told, lexicon)


def _label(told: Iterable[NameEvidence]) -> bool:
    """A letter that names somebody: `B takes a wound`, `a player called C`."""
    return any(each.introduced or (each.opens and each.acts) for each in told)


def _everyday_word(told: Collection[NameEvidence], beside: bool) -> bool:
    """A word of everyday English that names somebody twice, beside another name or wherever it stands: `hope and zed
    fight. hope draws.`, `hope draws. does hope pay?`."""
    if beside:
        return _told_twice(told)
    placed = all(each.opens or each.introduced for each in told)
    return placed and len(told) >= TWICE and any(each.does or each.owns for each in told)


def _told_twice(told: Collection[NameEvidence]) -> bool:
    """A word that stands twice and once as somebody: `zug's shield breaks. what about zug?`."""
    return len(told) >= TWICE and any(each.does or each.owns or each.introduced for each in told)


def _acts_once(word: str, told: Iterable[NameEvidence], lexicon: Lexicon) -> bool:
    """A word that stands as somebody and is no slip for one of the documents: `does zug draw?`, `my friend zug`. Words
    that players alone use are no better than a name: `sella draws` is no "sell draws"."""
    meant = lexicon.correct(word) if any(each.does or each.introduced for each in told) else word
    return meant is None or (meant != word and not lexicon.printed(meant))


def _determined(told: Iterable[NameEvidence]) -> bool:
    return any(each.determined for each in told)


def with_capitals(text: str, names: Collection[str] | None = None) -> str:
    """A text of small letters with the capitals of these names, first names where none are given, and of `I`; as long
    as it was."""
    known = given_names() if names is None else names

    def written(hit: re.Match[str]) -> str:
        word = hit[0]
        return word.capitalize() if MYSELF.match(word) or word.removesuffix("'s") in known else word

    return WORD.sub(written, text)
