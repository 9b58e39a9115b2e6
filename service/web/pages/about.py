"""What this is and which games it knows how far, for the first page and the page about it."""

from __future__ import annotations

from dataclasses import dataclass
from weakref import WeakKeyDictionary

from kb.knowledge import KnowledgeBase

LINE = "Rules questions about tabletop games, answered with the clause that settles them."


@dataclass(frozen=True, slots=True)
class Known:
    """A document of a game with its page."""

    title: str
    page: str


@dataclass(frozen=True, slots=True)
class KnownGame:
    """How far a game is known: `share` is how many in a hundred of its statements are computed, None where none are."""

    id: str
    title: str
    clauses: int
    cards: int
    share: int | None
    documents: tuple[Known, ...]


@dataclass(frozen=True, slots=True)
class AboutThis:
    """One line, and each game."""

    line: str
    games: tuple[KnownGame, ...]


_kept: WeakKeyDictionary[KnowledgeBase, AboutThis] = WeakKeyDictionary()


def about_this(base: KnowledgeBase) -> AboutThis:
    """What is said of this knowledge base, counted once."""
    if base not in _kept:
        _kept[base] = AboutThis(LINE, tuple(_game(base, each.id) for each in base.games))
    return _kept[base]


def _game(base: KnowledgeBase, game: str) -> KnownGame:
    documents = [each for each in base.documents.values() if each.game == game]
    known = tuple(Known(each.title, f"/documents/{each.id}") for each in documents)
    clauses, cards = len(base.store.clauses(game)), len(base.store.cards(game))
    return KnownGame(game, base.title(game), clauses, cards, _share(base, game), known)


def _share(base: KnowledgeBase, game: str) -> int | None:
    """How many in a hundred of the statements of a game's documents are computed."""
    from kb.rules.model.coverage import coverage

    if game not in base.checks.games:
        return None
    found = coverage(base.checks.model(game))
    return round(100 * sum(each.done for each in found) / max(1, sum(each.total for each in found)))
