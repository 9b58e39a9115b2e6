"""What a sentence of a proof says: whether it is next to nothing, or what another has said already."""

from __future__ import annotations

import re

from kb.words.text import content_words, stem

NONE_OF = re.compile(r"\bno \w")
DENIES = re.compile(r"\b(?:no|not|none|nothing|never|cannot|only|without)\b")
PRONOUN = re.compile(r"\b(?:it|he|she|they|him|her|them)\b")
NUMBERS = re.compile(r"-?\d+")
LEAST_SAID = 2
ITS_SUBJECT = 1
"""So many words a reason has more that only names what is denied."""
POINTING = frozenset({"now", "then", "here", "there", "too", "your"})
DENYING = frozenset({stem(word) for word in "no not none nothing nobody never cannot neither nor without only".split()})


def thin(sentence: str) -> bool:
    """Whether a sentence says next to nothing by itself: `that is 3`, `it gets none`."""
    said = sum(not word.isdigit() for word in content_words(sentence))
    return said + bool(NONE_OF.search(sentence)) < LEAST_SAID


def says_it_again(reason: str, sentence: str) -> bool:
    """Whether a reason is the sentence, or says in fewer words what a sentence that denies nothing says: `who rests
    skips the turn`, of `you rest and skip your turn`; or denies the same and names what it is about: `the card is not
    drawn`, of `it is not drawn`."""
    if reason == sentence:
        return True
    if DENIES.search(reason):
        both = bool(PRONOUN.search(sentence) and DENIES.search(sentence))
        more = content_stems(reason) - content_stems(sentence)
        return both and content_stems(sentence) <= content_stems(reason) and len(more) <= ITS_SUBJECT
    return content_stems(reason) <= content_stems(sentence)


def echoes(sentence: str, above: str) -> bool:
    """Whether a step of a proof says what the one above it says in other small words: `it enters without a counter`
    under `it enters with no counter`."""
    if sentence == above:
        return True
    same = denied_stems(sentence) == denied_stems(above) and NUMBERS.findall(sentence) == NUMBERS.findall(above)
    return same and bool(DENIES.search(sentence)) == bool(DENIES.search(above))


def denied_stems(sentence: str) -> set[str]:
    """The stems of what a sentence affirms or denies."""
    return content_stems(sentence) - DENYING


def content_stems(sentence: str) -> set[str]:
    """The stems of a sentence's content words; "now" and "there" mean what was asked about."""
    return {stem(word) for word in content_words(sentence)} - POINTING


def repeats(sentence: str, other: str) -> bool:
    """Whether another sentence says this one and more."""
    one, more = sentence.casefold(), other.casefold()
    return one != more and one in more
