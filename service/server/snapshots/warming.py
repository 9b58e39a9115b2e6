"""What the first questions would otherwise wait for, in steps between which a server can answer others."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import kb.answering.put  # noqa: F401  (kb/answering/worked.py loads it with the first question of a check)
from kb.answering.choosing.choose import chooser
from kb.knowledge import KnowledgeBase

if TYPE_CHECKING:
    from kb.answering.assisting.assistant import Assistant


def steps(base: KnowledgeBase, use_dense: bool, assistant: Assistant | None) -> list[Callable[[], object]]:
    """All that a base loads before it is warm; encoder and vectors where it is searched by meaning too."""
    return [
        *([base.add_dense] if use_dense else []),
        *readings(base),
        *(each for game in base.checks.games for each in rulings(base, game)),
        *([assistant.prepare] if assistant is not None else []),
        base.lexicon.warm_up,
        lambda: base.retriever.search(base.read("warm up")),
    ]


def readings(base: KnowledgeBase) -> list[Callable[[], object]]:
    """What is read from a snapshot for questions by words, in steps."""
    return [
        *(partial(chooser, base, game) for game in base.checks.games),
        lambda: base.detector.games,
        lambda: base.retriever.search(base.read("warm up")),
        *(partial(base.store.lexical, ["warm"], game.id) for game in base.games),
    ]


def rulings(base: KnowledgeBase, game: str) -> list[Callable[[], object]]:
    """What a game's first rulings would wait for, in steps."""
    lessons = (partial(base.learned, what, game, "warm up") for what in ("checks", "clauses", "facts"))
    words = partial(base.retriever.warm_up, game)
    return [partial(base.checks.prepare, game), lambda: chooser(base, game).warm_up(), *lessons, words]
