"""What a question says before anything is looked up: its words, the terms it names, its game, its section."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.question.botpairs import unequal_said
from kb.question.dates import dated
from kb.question.names import figure_names
from kb.words.gamenames import GameName, named_game
from kb.words.lexicon import Lexicon
from kb.words.terms import TermIndex, TermMatch, Token, tokens
from kb.words.text import content_words, stem, words

SECTION = re.compile(r"(?:\b(?:section|sec|rule|clause|paragraph|para)\s*\.?\s*|§\s*)(\d{1,3}(?:\.\d{1,3})*)", re.I)
TWO_NAMES = re.compile(r"[A-Z][a-z]+(?:'s)?(?: [a-z]+){0,2} (?:and|or|vs\.?|versus|against|with) [A-Z][a-z]")
SENTENCE_START = re.compile(r"(?:^|[.!?:;]\s)\W*$")
AND = re.compile(r"(?<=\w )n(?= \w)|(?<=\w )'?n'(?= \w)")
WITH = re.compile(r"(?<![\w/])w/(?!o\b) ?(?=\w)", re.I)
WITHOUT = re.compile(r"(?<![\w/])w/o\b\.?", re.I)
LONGEST_QUESTION = 2_000


@dataclass(frozen=True, slots=True)
class Correction:
    """A misspelled word of the question and the corpus' word that was read instead."""

    written: str
    read: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as it was read.

    `text` is the question with misspellings mended and the game's name taken out: what is searched
    for. `named_game` is set only where the question names one game outright. `figures` are names that its story gives.
    """

    question: str
    text: str
    content: tuple[str, ...]
    matches: tuple[TermMatch, ...]
    corrections: tuple[Correction, ...]
    sections: tuple[str, ...]
    named_game: str
    figures: frozenset[str] = frozenset()


def read_question(
    question: str, index: TermIndex, lexicon: Lexicon, games: Sequence[GameName], game: str | None = None
) -> Reading:
    """Read a question of at most LONGEST_QUESTION characters (the rest is not looked at)."""
    asked = written_out(" ".join(question[:LONGEST_QUESTION].replace("\x00", " ").split()))
    named, rest = named_game(asked, games, lexicon)
    chosen = game or named or None
    matches = index.find(rest, chosen)
    figures = figure_names(rest, lexicon.printed)
    text, corrections = _mended(rest, matches, lexicon, figures)
    return Reading(
        question=question,
        text=text,
        content=tuple(content_words(text)),
        matches=matches,
        corrections=corrections,
        sections=tuple(SECTION.findall(rest)),
        named_game=named,
        figures=figures,
    )


def written_out(text: str) -> str:
    """A text with its dates, a bot's `a!=b`, and the `n`, `w/` and `w/o` of hurried typing in words."""
    return unequal_said(dated(WITHOUT.sub("without", WITH.sub("with ", AND.sub("and", text)))))


def _mended(
    text: str, matches: Sequence[TermMatch], lexicon: Lexicon, figures: frozenset[str]
) -> tuple[str, tuple[Correction, ...]]:
    """The text with every misspelling and nickname replaced, and the list of what was replaced; the words of a term
    and the names of `figures` are spelled as they should be."""
    replaced = _replaced(matches, lexicon)
    found = tokens(text)
    named = {token.start for token in found if any(each.start <= token.start < each.end for each in matches)}
    mended, corrections, at = [], [], 0
    for token in found:
        if token.start < at:
            continue
        spelled = is_name(text, token.start) or token.start in named or token.word.removesuffix("'s") in figures
        read = _meant(token, replaced, lexicon, spelled)
        if read is None:
            continue
        end = replaced[token.start].end if token.start in replaced else token.end
        mended += [text[at : token.start], read]
        corrections.append(Correction(text[token.start : end], read))
        at = end
    return "".join([*mended, text[at:]]), tuple(corrections)


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
