"""The questions that are proposed before anything is asked: each of the five games' shows something else that can be
done; where none of these games is here, what the other games' own documents are about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any, Protocol
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from kb.knowledge import KnowledgeBase
from kb.records import Clause, Kind

EXAMPLES = (
    ("vs-system", "Does press make boost cheaper?"),
    ("heroes-wanted", "How much fame do 3 injuries cost me at the end?"),
    ("agemonia", "Can I pull a large enemy?"),
)
MOST = 3
MOST_WORDS = 6
"""Words of a heading that can be asked about."""
NUMBER = re.compile(r"^(?:(?:chapter|section|part|appendix)\s+)?[\d.]*\d[a-z]?[.:)]*\s+", re.IGNORECASE)
POINTER = re.compile(r"\{#[^}]*\}")
NAMES_NOTHING = frozenset(
    ("contents", "glossary", "index", "introduction", "credits", "overview", "rules", "questions")
)
_kept: WeakKeyDictionary[KnowledgeBase, list[tuple[str, str]]] = WeakKeyDictionary()


class Stored(Protocol):
    """The records that questions are taken from."""

    def games(self) -> Sequence[Any]:
        """Every game."""

    @property
    def very_large(self) -> bool:
        """Whether there are more clauses than one reads through."""

    def clauses(self, game: str | None = None) -> Sequence[Clause]:
        """A game's clauses."""


def examples(base: KnowledgeBase) -> list[tuple[str, str]]:
    """(game, question) for the games that the knowledge base holds, found once for each."""
    if base not in _kept:
        _kept[base] = examples_in(base.store)
    return _kept[base]


def examples_in(store: Stored) -> list[tuple[str, str]]:
    """The same from the records alone."""
    known = [each.id for each in store.games()]
    if found := [each for each in EXAMPLES if each[0] in known]:
        return found
    if store.very_large:  # its clauses are not read through for a proposal
        return []
    own = ((game, question) for game in known if (question := own_question(store.clauses(game))))
    return sorted(islice(own, MOST), key=lambda each: not each[1].endswith("?"))


def query_of(found: Sequence[tuple[str, str]]) -> str:
    """The query of the first of some questions, for an address; empty where there is none."""
    return urlencode({"q": found[0][1].rstrip("?").lower(), "game": found[0][0]}) if found else ""


def own_question(clauses: Sequence[Clause]) -> str:
    """A question that clauses answer: one that they ask themselves, else the title of the section that says the most;
    empty where they have neither."""
    asked = [each.headings[-1] for each in clauses if each.kind is Kind.RULING and each.headings]
    asked = [each for each in dict.fromkeys(asked) if each.endswith("?")]
    if asked:
        return asked[len(asked) // 2]
    said: Counter[str] = Counter()
    for each in clauses:
        title = POINTER.sub("", NUMBER.sub("", each.headings[-1])).strip() if each.headings else ""
        if title and len(title.split()) <= MOST_WORDS and title.casefold() not in NAMES_NOTHING:
            said[title] += len(each.plain.split())
    return max(said, key=lambda title: said[title]) if said else ""
