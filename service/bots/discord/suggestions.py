"""What a half-written name may become: at most 25 (name, value) pairs, each of 100 characters at most."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process

from kb.answering.ranking import rank
from kb.errors import UsageError
from kb.knowledge import KnowledgeBase
from kb.words.text import fold
from service.show.naming import game_called
from service.show.neutral import clean

MOST = 25
LONGEST = 100
Pairs = list[tuple[str, str]]


def _offered(pairs: Iterable[tuple[str, str]]) -> Pairs:
    """Those whose value can be sent back whole."""
    shown = [(clean(name)[:LONGEST], value) for name, value in pairs if len(value) <= LONGEST]
    return list(dict.fromkeys((name, value) for name, value in shown if name))[:MOST]


def games_like(base: KnowledgeBase, written: str) -> Pairs:
    """Games by any of their names."""
    asked = fold(clean(written))
    scored = [
        (max(fuzz.partial_ratio(asked, fold(each)) for each in game.spellings) if asked else 100.0, game)
        for game in base.games
    ]
    scored.sort(key=lambda each: (-each[0], each[1].title))
    return _offered((game.title, game.id) for score, game in scored if score >= 60)


def cards_like(base: KnowledgeBase, written: str, game: str | None = None) -> Pairs:
    """Cards by a part of their name, of one game where it is known."""
    try:
        chosen = game_called(base, game)
    except UsageError:
        chosen = None
    cards = base.store.cards(chosen) if chosen else base.store.cards()
    titles = {card.id: card.title for card in cards}
    asked = fold(clean(written))
    if not asked:
        return _offered((title, identifier) for identifier, title in titles.items())
    folded = {identifier: fold(title) for identifier, title in titles.items()}
    found = process.extract(asked, folded, scorer=fuzz.partial_ratio, score_cutoff=55, limit=MOST)
    found.sort(key=lambda each: (not each[0].startswith(asked), -each[1]))
    return _offered((titles[identifier], identifier) for _, _, identifier in found)


def clauses_like(base: KnowledgeBase, written: str) -> Pairs:
    """Clauses by a part of their id, else by what they say."""
    asked = clean(written)
    if not asked:
        return []
    ids = [each for each in base.store.clauses() if asked.casefold() in each.id.casefold()]
    ids.sort(key=lambda each: (len(each.id), each.id))
    found = ids[:MOST] or [hit.clause for hit in rank(base, base.read(asked), limit=MOST).hits]
    return _offered((f"{each.path}: {each.plain}", each.id) for each in found)
