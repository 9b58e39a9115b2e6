"""A question's words as the corpus has them: the game's name taken out, misspellings and nicknames mended."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.question.capitals import with_capitals
from kb.records.question import Correction, TermMatch
from kb.words.lexicon import Lexicon
from kb.words.terms import Token, tokens
from kb.words.text import stem, words
from kb.words.typography import Placed

TWO_NAMES = re.compile(r"[A-Z][a-z]+(?:'s)?(?: [a-z]+){0,2} (?:and|or|vs\.?|versus|against|with) [A-Z][a-z]")
BEFORE_NAME = re.compile(r"\b(?:in|for|from|playing|re|about)\s+(?=$|[,:;.?!])", re.I)
"""What stood before a game's name and says nothing without it."""
BLANKS, AT_ENDS = re.compile(r"\s+"), re.compile(r"\A[ :,-]+|[ :,-]+\Z")
Edit = tuple[int, int, str]
"""What is put into the place `[start, end)` of a text."""
SENTENCE_START = re.compile(r"(?:^|[.!?:;]\s)\W*$")


def edited(draft: Placed, edits: Sequence[Edit]) -> Placed:
    """A text with these edits, in their order; each letter that comes in has the place of one that it stands for."""
    pieces: list[str] = []
    places: list[int] = []
    at = 0
    for start, end, new in edits:
        pieces += [draft.text[at:start], new]
        places += draft.places[at:start]
        places += [draft.places[min(start + step, max(start, end - 1))] for step in range(len(new))]
        at = end
    return Placed("".join([*pieces, draft.text[at:]]), (*places, *draft.places[at:]))


def without_name(draft: Placed, spans: Sequence[tuple[int, int]]) -> Placed:
    """A question without the name of its game; as it is where nothing else is left."""
    if not spans:
        return draft
    rest = edited(draft, [(start, end, " ") for start, end in spans]).sub(BEFORE_NAME, "")
    rest = rest.sub(BLANKS, " ").sub(AT_ENDS, "")
    return rest if rest.text else draft


def mended(
    draft: Placed, matches: Sequence[TermMatch], lexicon: Lexicon, figures: frozenset[str]
) -> tuple[Placed, tuple[Correction, ...]]:
    """The text with every misspelling and nickname replaced, and the list of what was replaced; the words of a term
    and the names of `figures` are spelled as they should be."""
    text, replaced = draft.text, _replaced(matches, lexicon)
    found = tokens(text)
    named = {token.start for token in found if any(each.start <= token.start < each.end for each in matches)}
    edits: list[Edit] = []
    corrections: list[Correction] = []
    for token in found:
        if edits and token.start < edits[-1][1]:
            continue
        spelled = is_name(text, token.start) or token.start in named or token.word.removesuffix("'s") in figures
        read = _meant(token, replaced, lexicon, spelled)
        if read is None:
            continue
        end = replaced[token.start].end if token.start in replaced else token.end
        edits.append((token.start, end, with_capitals(read.lower())))
        corrections.append(Correction(text[token.start : end], read))
    return edited(draft, edits), tuple(corrections)


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
