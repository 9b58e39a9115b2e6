"""The terms of a game: what its glossary lists and what its cards are called, one term for each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ingest.draft import slug
from ingest.layouts import OVER_BLOCKS
from ingest.lint.validate import full_id
from ingest.spec import GameSpec, GlossaryEntry
from kb.records import Card, Kind, Parsed, Term

BRACKETS = re.compile(r"\s*\([^()]*\)")


def game_terms(game: GameSpec, documents: Sequence[Parsed]) -> tuple[Term, ...]:
    """Cards in the documents' order, then the glossary; a glossary entry named as a card adds its forms to the card.

    A card's term has the card's id, any other `game:slug-of-its-name`.
    """
    only = documents[0].document.id if documents else ""
    cards = [card for parsed in documents for card in parsed.cards]
    titles = {card.title for card in cards}
    card_terms = [card_term(card, cards, game.glossary.get(card.title)) for card in cards]
    return (*card_terms, *_glossary(game, only, titles), *defined_terms(game, documents, {*titles, *game.glossary}))


def defined_terms(game: GameSpec, documents: Sequence[Parsed], taken: Iterable[str]) -> Iterator[Term]:
    """The entries of documents' own glossaries: of layouts over blocks, each heading above a definition."""
    seen = {slug(name) for name in taken}
    for parsed in documents:
        for clause in parsed.clauses:
            if parsed.document.layout not in OVER_BLOCKS or clause.kind is not Kind.DEFINITION or not clause.headings:
                continue
            name = clause.headings[-1]
            if slug(name) in seen:
                continue
            seen.add(slug(name))
            forms = tuple(form for form in spelled(name) if form != name)
            yield Term(f"{game.id}:{slug(name)}", game.id, name, "glossary", forms, (), clause.id)


def spelled(name: str) -> Iterator[str]:
    """The words of an entry's name: `You, Your` is two, `Ante (Obsolete)` is said without what stands in brackets."""
    bare = BRACKETS.sub("", name).strip()
    parts = [part.strip() for part in bare.split(",")]
    yield bare
    if all(parts) and all(len(part.split()) <= 3 for part in parts):
        yield from parts


def card_term(card: Card, cards: Sequence[Card], nicknames: GlossaryEntry | None) -> Term:
    """A card by its title; its forms are its names, its nicknames and its version where that is telling."""
    forms = [*card_names(card, cards), *(nicknames.forms if nicknames else ())]
    return Term(
        id=card.id,
        game=card.game,
        name=card.title,
        kind="card",
        forms=tuple(form for form in dict.fromkeys(forms) if form != card.title),
        is_a=nicknames.is_a if nicknames else (),
        clause=card.clauses[0] if card.clauses else "",
    )


def card_names(card: Card, cards: Sequence[Card]) -> Iterator[str]:
    """What a card may be called in a text.

    An identity that is another card's name (`Dr. Doom`) and a version of one word (`Army`) mean
    something else where they stand alone; so does a version that several cards share.
    """
    yield card.name
    if card.identity and card.identity not in {each.name for each in cards if each is not card}:
        yield card.identity
    if card.version:
        yield f"{card.name}, {card.version}"
        if " " in card.version and Counter(each.version for each in cards)[card.version] == 1:
            yield card.version


def _glossary(game: GameSpec, only: str, titles: Iterable[str]) -> Iterator[Term]:
    """The glossary's entries but those that a card has taken up."""
    taken: Counter[str] = Counter()
    for name, entry in game.glossary.items():
        if name in titles:
            continue
        part = slug(name)
        taken[part] += 1
        suffix = f"-{taken[part]}" if taken[part] > 1 else ""
        yield Term(
            id=f"{game.id}:{part}{suffix}",
            game=game.id,
            name=name,
            kind=entry.kind,
            forms=entry.forms,
            is_a=entry.is_a,
            clause=full_id(entry.clause, game.id, only) if entry.clause else "",
        )
