"""A question's spelling mended: misspelled words and nicknames give way to the corpus' own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.records.question import Correction, TermMatch
from kb.words.lexicon import Lexicon
from kb.words.terms import Token, tokens
from kb.words.text import stem, words

TWO_NAMES = re.compile(r"[A-Z][a-z]+(?:'s)?(?: [a-z]+){0,2} (?:and|or|vs\.?|versus|against|with) [A-Z][a-z]")
SENTENCE_START = re.compile(r"(?:^|[.!?:;]\s)\W*$")


def mended(
    text: str, matches: Sequence[TermMatch], lexicon: Lexicon, figures: frozenset[str]
) -> tuple[str, tuple[Correction, ...]]:
    """The text with every misspelling and nickname replaced, and the list of what was replaced; the words of a term
    and the names of `figures` are spelled as they should be."""
    replaced = _replaced(matches, lexicon)
    found = tokens(text)
    named = {token.start for token in found if any(each.start <= token.start < each.end for each in matches)}
    pieces, corrections, at = [], [], 0
    for token in found:
        if token.start < at:
            continue
        spelled = is_name(text, token.start) or token.start in named or token.word.removesuffix("'s") in figures
        read = _meant(token, replaced, lexicon, spelled)
        if read is None:
            continue
        end = replaced[token.start].end if token.start in replaced else token.end
        pieces += [text[at : token.start], read]
        corrections.append(Correction(text[token.start : end], read))
        at = end
    return "".join([*pieces, text[at:]]), tuple(corrections)


def _meant(token: Token, replaced: dict[int, TermMatch], lexicon: Lexicon, name: bool) -> str | None:
    if match := replaced.get(token.start):
        return match.term.name
    if denied := lexicon.denied(token.word):
        return f"not {denied}"
    return None if name else lexicon.correct(token.word)


def is_name(text: str, start: int) -> bool:
    """Whether a word is written as a name: a capital inside a sentence that is not all capitals, or where a sentence
    begins with two names, `Bron and Atlas …`."""
    if not text[start].isupper() or text.isupper():
        return False
    return not SENTENCE_START.search(text[:start]) or TWO_NAMES.match(text, start) is not None


def _replaced(matches: Sequence[TermMatch], lexicon: Lexicon) -> dict[int, TermMatch]:
    """The matches whose words give way to the term's own name: misspellings, and nicknames that no clause uses."""
    found: dict[int, TermMatch] = {}
    for match in matches:
        here = {other.term.name for other in matches if other.start == match.start}
        unused = match.how == "exact" and any(stem(word) not in lexicon.stems for word in words(match.text))
        if match.how == "fuzzy" or (unused and len(here) == 1):
            found[match.start] = match
    return found
