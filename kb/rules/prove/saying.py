"""What a sentence of a proof says: whether it is next to nothing, or what another has said already."""

from __future__ import annotations

import re

from kb.words.text import content_words, stem

NONE_OF = re.compile(r"\bno \w")
DENIES = re.compile(r"\b(?:no|not|none|nothing|never|cannot|only|without)\b")
LEAST_SAID = 2
POINTING = frozenset({"now", "then", "here", "there", "too"})


def thin(sentence: str) -> bool:
    """Whether a sentence says next to nothing by itself: `that is 3`, `it gets none`."""
    said = sum(not word.isdigit() for word in content_words(sentence))
    return said + bool(NONE_OF.search(sentence)) < LEAST_SAID


def says_it_again(reason: str, sentence: str) -> bool:
    """Whether a reason is the sentence, or says in fewer words what a sentence that denies nothing says: `who rests
    skips the turn`, of `you rest and skip your turn`."""
    if reason == sentence:
        return True
    if DENIES.search(reason):
        return False
    return content_stems(reason) <= content_stems(sentence)


def content_stems(sentence: str) -> set[str]:
    """The stems of a sentence's content words; "now" and "there" mean what was asked about."""
    return {stem(word) for word in content_words(sentence)} - POINTING


def repeats(sentence: str, other: str) -> bool:
    """Whether another sentence says this one and more."""
    one, more = sentence.casefold(), other.casefold()
    return one != more and one in more
