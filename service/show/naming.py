"""The game that a name means: its id, its title, an alias, the beginning of one of their words, or one misspelled."""

from __future__ import annotations

from rapidfuzz import fuzz, process

from kb.errors import UsageError
from kb.knowledge import KnowledgeBase
from kb.words.text import fold

CLOSE = 86
LEAST = 3
"""Letters that the beginning of a name must have: `salt` is Saltmarsh Couriers, `s` is nobody."""


def game_called(base: KnowledgeBase, name: str | None) -> str | None:
    """A game's id by any of its names, or by how only one game's name goes on: `salt`; None for no name; UsageError,
    naming the games, for one that fits none or several."""
    if not name or not name.strip():
        return None
    if found := game_named(base, name):
        return found
    begun = games_begun(base, name)
    if len(begun) > 1:
        raise UsageError(f"several games are called {name.strip()!r}: {', '.join(sorted(begun))}")
    spelled = _spelled(base)
    close = process.extractOne(fold(name.strip()), list(spelled), scorer=fuzz.ratio, score_cutoff=CLOSE)
    if close is None:
        base.require_game(name.strip())
        return name.strip()
    return spelled[close[0]]


def game_named(base: KnowledgeBase, name: str) -> str | None:
    """A game's id by the whole of one of its names, or by how only one game's name begins; None where it is none."""
    whole = _spelled(base).get(fold(name.strip()))
    begun = games_begun(base, name)
    return whole or (begun[0] if len(begun) == 1 else None)


def games_begun(base: KnowledgeBase, name: str) -> list[str]:
    """The games of which a name has a word, or words, that begin so: `salt`, `couriers`, `salt couriers`."""
    asked = fold(name.strip()).split()
    if len("".join(asked)) < LEAST:
        return []
    return list(dict.fromkeys(game for spelling, game in _spelled(base).items() if _begins(asked, spelling.split())))


def _begins(asked: list[str], words: list[str]) -> bool:
    """Whether each word that is asked begins one of a name's words, in their order."""
    left = iter(words)
    return all(any(word.startswith(each) for word in left) for each in asked)


def _spelled(base: KnowledgeBase) -> dict[str, str]:
    """Each name of each game with the game's id."""
    return {fold(each): game.id for game in base.games for each in (game.id, *game.spellings)}
