"""In which language a question is asked, by its small words; English unless clearly another.

Documents, and the words by which questions are read, are English: who asks in another language is told so. Never on an
English question: at least two different small words of the other language, making up LEAST of all its words and twice
as many as the English ones.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from kb.words.text import STOP_WORDS
from service.languages.catalogue import ENGLISH

FILE = Path(__file__).with_name("asked.toml")
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
ELIDED = re.compile(r"^(?:l|d|j|n|s|c|m|t|qu|jusqu)['’](?=\w)")
"""What French leaves of a word before a vowel: `l'attaque`."""
LEAST, DIFFERENT, LONGEST = 0.2, 2, 200


@cache
def small_words() -> dict[str, frozenset[str]]:
    """The small words of each language but English, folded."""
    return {language: frozenset(words) for language, words in tomllib.loads(FILE.read_text("utf-8")).items()}


def asked_in(question: str) -> str:
    """The language of a question: `en`, or one of the interface's others.

    >>> asked_in("can a stunned character attack?"), asked_in("Darf eine betäubte Figur angreifen?")
    ('en', 'de')
    """
    words = [word.casefold().replace("’", "'") for word in WORD.findall(question)[:LONGEST]]
    parts = [part for word in words for part in _parted(word)]
    english = sum(part in STOP_WORDS for part in parts)
    counts = {language: [part for part in parts if part in known] for language, known in small_words().items()}
    language, held = max(counts.items(), key=lambda each: (len(each[1]), len(set(each[1]))))
    clear = len(set(held)) >= DIFFERENT and len(held) >= LEAST * len(words) and len(held) >= 2 * english
    return language if clear else ENGLISH


def _parted(word: str) -> list[str]:
    """A word, or an elided article and the word behind it; the article counts as small where its word is French."""
    found = ELIDED.match(word)
    return [word] if not found or word in small_words()["fr"] else ["le", word[found.end() :]]
