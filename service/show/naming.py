"""The game that a name means: its id, its title, an alias, or one of them misspelled."""

from __future__ import annotations

from rapidfuzz import fuzz, process

from kb.knowledge import KnowledgeBase
from kb.words.text import fold

CLOSE = 86


def game_called(base: KnowledgeBase, name: str | None) -> str | None:
    """A game's id by any of its names; None for no name; UsageError, naming the games, for one that fits none."""
    if not name or not name.strip():
        return None
    spelled = {fold(each): game.id for game in base.games for each in (game.id, *game.spellings)}
    asked = fold(name.strip())
    if asked not in spelled:
        close = process.extractOne(asked, list(spelled), scorer=fuzz.ratio, score_cutoff=CLOSE)
        if close is None:
            base.require_game(name.strip())
            return name.strip()
        asked = close[0]
    return spelled[asked]
