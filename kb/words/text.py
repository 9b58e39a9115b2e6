"""Words as search sees them: folded, tokenised, stemmed lightly; one place, used by questions and passages alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

from kb.words.typography import plain_characters

LITTLE = re.compile(r"[^aeioul]l\Z")  # underling, duckling: no verb's form
WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")

STOP_WORDS = frozenset(
    """
    a about actually after again all also am an and any anyone are as at be because been but by can could did
    do does doing don't for from had has have he her him his how i i'd i'll i'm i've if in into is isn't it
    it's its just like me my no not of on one or our out please really same she should since so some still
    than that that's the their them then there they this to too up us was we well were what what's when where
    which while who will with would you your yes ok okay hey hi hello thanks thx pls quick question wondering
    wonder say says said let's get gets got anything something thing things way ever even
    """.split()
)

SMALL_TALK = frozenset(
    """
    lol haha hah ty thank please guys bro brother sister wife husband kid kids son daughter dad mom nephew cousin mates
    swear swears swore argue argues arguing argument bet bets confused stuck tonight yesterday evening dumb stupid silly
    idk imo tbh btw anyway kinda wanna gonna gotta dunno cheers alright um hmm sorry maybe honestly basically literally
    suddenly finally well okay yep nope yeah nah club night friday weekend beer pizza soda newbie beginner
    """.split()
)
SAYING_NOTHING = STOP_WORDS | SMALL_TALK

IRREGULAR = {
    "dealt": "deal", "defence": "defense", "lost": "lose", "won": "win", "paid": "pay", "kept": "keep",
    "thrown": "throw", "threw": "throw", "chose": "choose", "chosen": "choose", "drew": "draw", "drawn": "draw",
    "began": "begin", "begun": "begin", "spent": "spend", "left": "leave", "fought": "fight", "went": "go",
    "gone": "go",     "ko'd": "ko", "ko'ed": "ko", "kos": "ko", "kod": "ko", "koed": "ko",
    "cant": "cannot", "can't": "cannot", "won't": "cannot",
}  # fmt: skip
"""Plain English: KO is too, said in games of all kinds."""
NO_MEN = frozenset("abdomen acumen amen omen regimen specimen".split())
"""What ends like a plural of "man" and is none."""


def fold(text: str) -> str:
    """Small letters without accents, every sign that of the keyboard: `KO’d — Ümlaut` -> `ko'd - umlaut`."""
    if text.isascii():
        return text.lower().replace("`", "'")
    straight = plain_characters(text)
    if straight.isascii():
        return straight.lower()
    apart = unicodedata.normalize("NFKD", straight).lower()
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def words(text: str) -> list[str]:
    """The words and numbers of a text, folded: `Dr. Doom's 2 HP` -> `dr doom's 2 hp` as a list."""
    return WORD.findall(fold(text))


APART = bytes(ord(fold(chr(code)) if re.match("[a-z0-9']", fold(chr(code))) else " ") for code in range(128)).ljust(256)
"""What stands for each character of plain English where words are taken apart: a blank, or the letter folded."""


def different_words(text: str) -> set[str]:
    """`set(words(text))`, for long texts in half of the time: splitting is faster than searching."""
    straight = text if text.isascii() else fold(text)
    if not straight.isascii():
        return set(WORD.findall(straight))
    apart = straight.encode("ascii").translate(APART).decode("ascii")
    found = set(apart.split())
    if "'" not in apart:
        return found
    joined = {part for part in found if "'" in part}
    return (found - joined).union(*map(WORD.findall, joined))


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """A light stem that joins inflections without joining words: recruits, recruited, recruiting -> recruit.

    Lighter than Porter's on purpose: it decides whether a word of a question stands in a clause.
    """
    word = IRREGULAR.get(word, word)
    if word.endswith("men") and word not in NO_MEN:
        return f"{word[:-2]}an"
    word = word.removesuffix("'s").replace("'", "")
    for suffix, shortest in (("ing", 6), ("ies", 5), ("ied", 5), ("ed", 5), ("es", 5), ("s", 4), ("ly", 6)):
        if word.endswith(suffix) and len(word) >= shortest and not word.endswith(("ss", "us", "is")):
            base = word.removesuffix(suffix)
            if suffix == "ing" and LITTLE.search(base):
                return word
            if suffix in ("ies", "ied"):
                return base + "y"
            return _undoubled(base)
    return _undoubled(word)


class StemSet:
    """Stems of words in one text, for a set of them takes eight times the memory; `text` has a blank before and behind
    each. None is empty or has a blank in it."""

    __slots__ = ("text",)

    def __init__(self, stems: Iterable[str]) -> None:
        self.text = f" {' '.join(dict.fromkeys(stems))} "

    def __contains__(self, found: object) -> bool:
        return f" {found} " in self.text

    def __iter__(self) -> Iterator[str]:
        return iter(self.text.split())


def _undoubled(base: str) -> str:
    if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "sl":
        base = base[:-1]
    return base.removesuffix("e") if len(base) > 3 else base


def content_words(text: str) -> list[str]:
    """The words that carry meaning, in order, stop words dropped, not stemmed."""
    return [word for word in words(text) if word not in SAYING_NOTHING and (len(word) > 1 or word.isdigit())]
