"""A question's words as the corpus has them: the game's name taken out, misspellings and nicknames mended."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from rapidfuzz import fuzz

from kb.question.patterns import pattern
from kb.question.written.capitals import with_capitals
from kb.records.question import Correction, TermMatch
from kb.words.lexicon import Lexicon
from kb.words.terms import Token, tokens
from kb.words.text import stem, words
from kb.words.typography import Placed

BLANKS, AT_ENDS = re.compile(r"\s+"), re.compile(r"\A[ :,-]+|[ :,-]+\Z")
Edit = tuple[int, int, str]
"""What is put into the place `[start, end)` of a text."""


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
    rest = edited(draft, [(start, end, " ") for start, end in spans]).sub(pattern("typing", "before-name"), "")
    rest = rest.sub(BLANKS, " ").sub(AT_ENDS, "")
    return rest if rest.text else draft


def mended(
    draft: Placed, matches: Sequence[TermMatch], lexicon: Lexicon, figures: frozenset[str]
) -> tuple[Placed, tuple[TermMatch, ...], tuple[Correction, ...]]:
    """The text with every misspelling and nickname replaced, the terms at their places in it, and the list of what was
    replaced; the words of a term, names (they alone have a capital) and `figures` are spelled as they should be."""
    matches = [each for each in matches if each.how != "fuzzy" or not _plainer(each, lexicon)]
    text, replaced = draft.text, _replaced(matches, lexicon)
    found = tokens(text)
    named = {at for each in matches for at in range(each.start, each.end)}
    edits: list[Edit] = []
    corrections: list[Correction] = []
    neighbours = ["", *(token.word for token in found), ""]
    for at, token in enumerate(found):
        if edits and token.start < edits[-1][1]:
            continue
        spelled = text[token.start].isupper() or token.start in named or token.word.removesuffix("'s") in figures
        read = _meant(token, replaced, lexicon, spelled, neighbours[at : at + 3 : 2])
        if read is None:
            continue
        end = replaced[token.start].end if token.start in replaced else token.end
        edits.append((token.start, end, with_capitals(read.lower())))
        corrections.append(Correction(text[token.start : end], read))
    return edited(draft, edits), _moved(matches, edits), tuple(corrections)


def whole_names(text: str, matches: Sequence[TermMatch]) -> str:
    """A text with the commas within names blanked, which part nothing: `is Doom-Bot, Army limited to 4 copies?`."""
    within = [at for each in matches for at in range(each.start, each.end) if text[at] == ","]
    letters = list(text)
    for at in within:
        letters[at] = " "
    return "".join(letters) if within else text


def _plainer(match: TermMatch, lexicon: Lexicon) -> bool:
    """Whether one word that was taken for a misspelled name is nearer to a plain word, which is not in that name:
    `boarder` to "border" than to the "Order" of a card."""
    written = match.text.lower()
    meant = lexicon.correct(written) if written.isalpha() else None
    spelled = {part for form in (match.term.name, *match.term.forms) for part in (form.lower(), *words(form))}
    if meant is None or meant in spelled:
        return False
    return fuzz.ratio(written, meant) > max(fuzz.ratio(written, part) for part in spelled)


def _meant(
    token: Token, replaced: dict[int, TermMatch], lexicon: Lexicon, name: bool, beside: Sequence[str]
) -> str | None:
    if match := replaced.get(token.start):
        return match.term.name
    if denied := lexicon.denied(token.word):
        return f"not {denied}"
    return None if name else lexicon.correct(token.word, *beside)


def _moved(matches: Sequence[TermMatch], edits: Sequence[Edit]) -> tuple[TermMatch, ...]:
    """The terms at their places in the text that these edits lead to."""
    ends = [end for _, end, _ in edits]
    longer = [0, *accumulate(len(new) - (end - start) for start, end, new in edits)]
    found = []
    for match in matches:
        before, within = (longer[bisect_right(ends, place)] for place in (match.start, match.end))
        found.append(replace(match, start=match.start + before, end=match.end + within))
    return tuple(found)


def _replaced(matches: Sequence[TermMatch], lexicon: Lexicon) -> dict[int, TermMatch]:
    """The matches whose words give way to the term's own name: misspellings, and nicknames that no clause uses."""
    found: dict[int, TermMatch] = {}
    names: dict[int, set[str]] = {}
    for match in matches:
        names.setdefault(match.start, set()).add(match.term.name)
    for match in matches:
        unused = match.how == "exact" and any(stem(word) not in lexicon.stems for word in words(match.text))
        if match.how == "fuzzy" or (unused and len(names[match.start]) == 1):
            found[match.start] = match
    return found
