"""How far a question and a sample wording say the same: telling words of the one that the other lacks.

A sentence's meaning as a vector hardly changes when `keep` becomes `lose` or `already` is put in; the verdict
does. So words that turn a meaning are compared one by one, those aside that a slot has read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from kb.slots import Filled
from kb.text import fold, stem

LETTERS = re.compile(r"[a-z][a-z'-]*")
OPPOSED = """
    keep lose, gain lose, get lose, before after, first second, first last, more less, more fewer, with without,
    own opponent, close far, near far, top bottom, high low, higher lower, highest lowest, start end,
    begin end, already yet, both one, once twice, enter leave, attack defend,
    attacker defender, atk def, add subtract, increase reduce, front support, row hand, open close, in out,
    inside outside, hand discard, deck discard, same different, another same, other same, even odd, push pull,
    friend enemy, ally enemy, face-up face-down, active inactive, stun recover, ready exhaust, now later,
    during after, still again, remain return, stay return, stay leave, hero villain, hero minion, solo team,
    printed modified, minimum maximum, least most, optional must, may must, rest play, draw discard, reveal hide,
    win lose, source target, equip unequip, place remove, take put, next previous, long short, single double,
    few many, together separately
"""
TELLING = frozenset(
    stem(word)
    for word in """not never without yet still already second again only both before after first last next own another
    once twice instead except unless until even all each every no none also too just same other different""".split()
)


def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for pair in OPPOSED.split(","):
        one, other = map(stem, pair.split())
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}


OPPOSITES = _opposites()


def unread_stems(text: str, filled: Filled) -> frozenset[str]:
    """The stems of a question's words, those aside that a slot has read."""
    kept = fold(text)
    if len(kept) == len(text):
        for reading in filled.readings:
            if reading.text != text:
                kept = kept[: reading.start] + " " * (reading.end - reading.start) + kept[reading.end :]
    return stems(kept)


def stems(text: str) -> frozenset[str]:
    """The stems of a text's words, small words included."""
    return frozenset(stem(word) for word in LETTERS.findall(fold(text)))


def opposed(question: Iterable[str], sample: frozenset[str]) -> int:
    """How many stems of a sample have an opposite in the question, which does not hold them itself."""
    asked = frozenset(question)
    return sum(bool(OPPOSITES[word] & asked - sample) for word in sample - asked if word in OPPOSITES)


def shared_weight(question: Mapping[str, float], sample: Mapping[str, float]) -> float:
    """The weight of the stems that both hold over the weight of all of them: Jaccard's index, 0 for none at all."""
    every = {**question, **sample}
    return sum(every[word] for word in question.keys() & sample.keys()) / (sum(every.values()) or 1.0)


def telling(question: Iterable[str], sample: frozenset[str]) -> int:
    """How many telling stems the question holds and the sample lacks."""
    return len((frozenset(question) & TELLING) - sample)
