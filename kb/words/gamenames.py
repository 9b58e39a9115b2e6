"""Which game a question names outright: by its title or another spelling of it, also with a typing error."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from rapidfuzz.distance import OSA

from kb.words.lexicon import Lexicon
from kb.words.spelling import slips
from kb.words.terms import Token, tokens
from kb.words.text import STOP_WORDS, fold

VERSUS = "vs"
HOW = re.compile(r" (?:much|many|far|long|often|big|does|do|is|can)\b")
"""What follows a misspelled "how", which is no game's initials: `hw much does he cost`."""
WORD_BEFORE = re.compile(r"([a-z0-9'-]+)[ _]\Z")
WORD_AFTER = re.compile(r"\.?[ _][a-z0-9]")
EDITS = ((9, 2), (6, 1))
KEY = re.compile(r"\bgame ?[=:] ?\Z", re.I)
"""A bot's key before the name: `game=legendary`."""


@dataclass(frozen=True, slots=True)
class GameName:
    """A game and every spelling by which a question may name it."""

    id: str
    title: str
    spellings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Naming:
    """Where a question names a game: its characters, and how many edits away from the spelling."""

    start: int
    end: int
    game: str
    edits: int = 0


def named_game(question: str, games: Sequence[GameName], lexicon: Lexicon) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The one game that the question names, and the places `[start, end)` of its name in it; ('', ()) otherwise.

    A misspelled name is heard where one of its words is none that the corpus or English has: `legendry`, `duel of
    agess`. "Hero wants" is no misspelled Heroes Wanted.
    """
    folded = fold(question)
    if len(folded) != len(question):
        return "", ()
    found = [*_exact(folded, games), *_near(question, games, lexicon)]
    if len({naming.game for naming in found}) != 1:
        return "", ()
    widest = max(found, key=_width)
    keyed = {each.start: each for each in sorted(found, key=_width) if KEY.search(question, 0, each.start)}
    named = sorted({**keyed, widest.start: widest}.values(), key=lambda each: each.start)
    return widest.game, tuple((_keyed_from(question, each.start), each.end) for each in named)


def _keyed_from(question: str, start: int) -> int:
    """Where a name that begins at `start` begins with a bot's key before it."""
    key = KEY.search(question, 0, start)
    return key.start() if key else start


def _width(naming: Naming) -> tuple[int, int]:
    return naming.end - naming.start, -naming.edits


def _exact(folded: str, games: Sequence[GameName]) -> Iterator[Naming]:
    for game in games:
        for spelling in game.spellings:
            begins, pattern = _spelled(spelling)
            if begins in folded:
                hits = [hit for hit in pattern.finditer(folded) if not _opposes(folded, hit)]
                yield from (Naming(hit.start(), hit.end(), game.id) for hit in hits if not _asks_how(folded, hit))


def _opposes(folded: str, hit: re.Match[str]) -> bool:
    """Whether a "vs" stands between two things, `treasure vs hero`, and names no game."""
    before, after = WORD_BEFORE.search(folded, 0, hit.start()), WORD_AFTER.match(folded, hit.end())
    return hit[0] == VERSUS and before is not None and after is not None and before[1] not in STOP_WORDS


def _asks_how(folded: str, hit: re.Match[str]) -> bool:
    return slips().get(hit[0]) == "how" and HOW.match(folded, hit.end()) is not None


def _near(question: str, games: Sequence[GameName], lexicon: Lexicon) -> Iterator[Naming]:
    """Runs of words a few edits away from a spelling, one of them unknown.

    Distance is optimal string alignment (rapidfuzz) without spaces: one edit from six letters on, two from nine.
    """
    found = tokens(question)
    unknown = [at for at, token in enumerate(found) if token.word.isalpha() and not lexicon.knows(token.word)]
    runs: dict[int, list[tuple[str, Token, Token]]] = {}
    for game in games:
        for spelling in game.spellings if unknown else ():
            wanted = "".join(fold(spelling).replace("-", " ").split())
            edits = next((edits for length, edits in EDITS if len(wanted) >= length), 0)
            for length in range(1, len(spelling.split()) + 1) if edits else ():
                if length not in runs:
                    runs[length] = list(_runs(found, length, unknown))
                for written, first, last in runs[length]:
                    if written[0] == wanted[0] and abs(len(written) - len(wanted)) <= edits:
                        apart = OSA.distance(written, wanted, score_cutoff=edits)
                        if apart <= edits:
                            yield Naming(first.start, last.end, game.id, apart)


def _runs(found: Sequence[Token], length: int, unknown: Sequence[int]) -> Iterator[tuple[str, Token, Token]]:
    """Runs of so many words with an unknown one among them: what is written without spaces, the first and last word."""
    firsts = {first for at in unknown for first in range(at - length + 1, at + 1)}
    for first in sorted(firsts):
        if 0 <= first <= len(found) - length:
            run = found[first : first + length]
            yield "".join(token.word for token in run), run[0], run[-1]


@cache
def _spelled(spelling: str) -> tuple[str, re.Pattern[str]]:
    """The first word of a game's name, and the pattern of the whole, however its words are joined."""
    parts = fold(spelling).split()
    pattern = r"(?<![a-z0-9])" + r"[\s\-]*".join(map(re.escape, parts)) + r"(?![a-z0-9])"
    return parts[0] if parts else "", re.compile(pattern)
