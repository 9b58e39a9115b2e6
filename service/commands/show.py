"""`headjudge show`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import click

from kb.errors import UsageError
from kb.knowledge import KnowledgeBase
from kb.records import Card, Citation, Clause
from kb.versions.timeline import Event
from kb.words.text import fold
from service.commands.options import DAY, game_option, json_option, json_text, open_base, styled
from service.show.naming import game_called, game_named
from service.show.quoting.citing import PAGE, page_of
from service.show.serializing.clauses import clause_json
from service.show.serializing.on_day import clause_on, clause_on_json, identifier_of
from service.show.serializing.present import card_json, document_json


@click.command(epilog="Example: headjudge show vs-system/heralds-faq#5.p2")
@click.argument("what", nargs=-1, required=True)
@game_option
@click.option("--as-of", type=DAY, help="A clause by its id on this day, as it read.")
@json_option
def show(what: tuple[str, ...], game: str | None, as_of: date | None, as_json: bool) -> None:
    """Show a clause by its id, by its number alone or by the term that it defines where that is one clause; a card by
    its name (any part of it, misspelled too); the cards that have a name, an affiliation or a keyword, where they are
    several; a game with its documents by its name."""
    with open_base(lexical=True) as base:
        name, chosen = " ".join(what), game_called(base, game)
        click.echo(on_day(base, name, as_of, as_json) if as_of else shown(base, name, chosen, as_json))


def on_day(base: KnowledgeBase, name: str, day: date, as_json: bool) -> str:
    """A clause as it stood on a day; UsageError where none had the id then, and for what is no clause's id."""
    if not is_address(name):
        raise UsageError(f"--as-of is for a clause's id, {name!r} is none: it looks like {an_id(base)}")
    found = clause_on(base, name, day)
    if as_json:
        return json_text(clause_on_json(base, found))
    near = (*found.before[-1:], *found.after[:1])
    today = f"as it stood on {day.isoformat()}; today: headjudge show {found.today}"
    return "\n".join([clause_text(found.citation, base, near), today])


def shown(base: KnowledgeBase, name: str, game: str | None, as_json: bool) -> str:
    """A clause, one that is gone, cards or a game, whichever a name means; UsageError where it means nothing here."""
    if is_address(name) and (event := base.in_time.gone(name)) and not base.clause_at(name):
        if as_json:
            raise UsageError(base.in_time.former(name))
        return gone_text(base, name, event)
    found = find(base, name, game)
    if isinstance(found, str):
        return json_text(game_json(base, found)) if as_json else game_text(base, found)
    if isinstance(found, Clause):
        citation = Citation(found, base.document(found.document), "support", 1.0)
        return json_text(clause_json(found, base)) if as_json else clause_text(citation, base, base.around(found, 1))
    if as_json:
        told = [card_json(each, base) for each in found]
        return json_text(told[0] if len(told) == 1 else told)
    return card_text(found[0], base) if len(found) == 1 else cards_text(found)


def find(base: KnowledgeBase, name: str, game: str | None = None) -> Clause | tuple[Card, ...] | str:
    """The clause of an id, the first of a section's, or the cards that a name may mean, else those that have it as an
    affiliation, a keyword or a part of their name, else the id of the game of that name, else the one clause with that
    number or that defines that term; UsageError, naming the games, where there is none."""
    if is_address(name) and (clause := base.clause_at(name) or base.section_start(identifier_of(name))):
        return clause
    if found := base.cards_named(name, game) or cards_with(base, name, game) or game_named(base, name):
        return found
    if len(own := numbered_or_defined(base, name, game)) == 1:
        return own[0]
    if own:
        raise UsageError(f"several clauses are called {name!r}: {', '.join(each.id for each in own)}")
    games = ", ".join(sorted(each.id for each in base.games))
    known = f"an id looks like {an_id(base)}; games: {games}"
    raise UsageError(f"no clause or card is called {name!r}, and no game: {known}")


def numbered_or_defined(base: KnowledgeBase, name: str, game: str | None) -> list[Clause]:
    """The clauses whose path a name is, `4.2` without game and document, the first of sections too, or that define it
    as a term."""
    documents = [each.id for each in base.documents.values() if game in (None, each.game)]
    paths = [base.clause_at(f"{each}#{name}") or base.section_start(f"{each}#{name}") for each in documents]
    whole = [each.term for each in base.terms.find(name, game) if each.start == 0 and each.end == len(name)]
    found = [*paths, *(base.clause_at(each.clause) for each in whole if each.clause)]
    return list({each.id: each for each in found if each is not None}.values())


def is_address(name: str) -> bool:
    """Whether a name is written as a clause's id is, or its page's address: `game/document#path`."""
    return identifier_of(name).partition("#")[0].count("/") == 1 and not identifier_of(name).endswith("#")


def an_id(base: KnowledgeBase) -> str:
    """The id of some clause that is here, to show what ids look like."""
    first = next((each.id for game in base.games for each in base.store.clauses(game.id)), "")
    return first or "game/document#path"


def gone_text(base: KnowledgeBase, name: str, event: Event) -> str:
    """What became of an id that no clause has any more, and its last words."""
    before = event.change.before
    lines = [styled(identifier_of(name), bold=True), base.in_time.former(name)]
    return "\n".join([*lines, "", "It read:", before.text] if before is not None else lines)


def game_json(base: KnowledgeBase, game: str) -> dict[str, Any]:
    """A game with its documents."""
    own = [document_json(each) for each in base.documents.values() if each.game == game]
    return {"game": game, "title": base.title(game), "documents": own}


def game_text(base: KnowledgeBase, game: str) -> str:
    """A game with its documents for a terminal."""
    lines = [f"{styled(base.title(game), bold=True)}  {game}"]
    for each in (own for own in base.documents.values() if own.game == game):
        told = (each.authority, counts_from(each.effective, each.published), f"{each.edition} edition")
        lines.append(f"  {each.id}: {', '.join(part for part in (each.title, *told) if part)}")
    first = base.store.clauses(game)[:1]
    return "\n".join([*lines, *(f"a clause: headjudge show {each.id}" for each in first)])


def counts_from(effective: str, published: str) -> str:
    """From when a document counts, in its own terms: `in force from 2026-02-01`, `published 2026-01-16`; empty where it
    names no day."""
    if effective:
        return f"in force from {effective}"
    return f"published {published}" if published else ""


def cards_with(base: KnowledgeBase, name: str, game: str | None) -> tuple[Card, ...]:
    """The cards that have a word as an affiliation, a type, a keyword, or in their name."""
    wanted = fold(name.strip())
    return tuple(
        card
        for card in base.store.cards(game)
        if wanted in map(fold, (*card.affiliations, *card.keywords, card.type, card.version))
        or f" {wanted} " in f" {fold(card.title)} "
    )


def cards_text(cards: Sequence[Card]) -> str:
    """Cards for a terminal, one a line."""
    lines = [f"{styled(card.title, bold=True)}  {figures(card)}" for card in sorted(cards, key=lambda each: each.title)]
    return "\n".join([*lines, f"{len(cards)} cards: show one by its name"])


def figures(card: Card) -> str:
    """`Character, cost 4, 6 ATK / 8 DEF, Kree`."""
    cost = f", cost {card.cost}" if card.cost is not None else ""
    strength = f", {card.attack} ATK / {card.defense} DEF" if card.attack is not None else ""
    named = ", ".join(each for each in (" / ".join(card.affiliations), ", ".join(card.keywords)) if each)
    return f"{card.type}{cost}{strength}{f', {named}' if named else ''}"


def clause_text(citation: Citation, base: KnowledgeBase, near: Sequence[Clause]) -> str:
    """A clause with its game, source and neighbours for a terminal."""
    clause, document = citation.clause, citation.document
    place = " > ".join(part for part in (base.title(clause.game), document.title, *clause.headings) if part)
    page = f"; page {page_of(clause)}" if page_of(clause) else ""
    source = f"{clause.kind}; {document.file} [{clause.start}, {clause.end}){page}; {document.edition} edition"
    flags = [each for each in clause.flags if not each.startswith(PAGE)]
    lines = [styled(clause.id, bold=True), place, "", clause.text, "", source]
    lines += [f"flags: {', '.join(flags)}"] if flags else []
    lines += [f"explains: {clause.explains}"] if clause.explains else []
    lines += [f"near: {each.id}" for each in near]
    return "\n".join(lines)


def card_text(card: Card, base: KnowledgeBase) -> str:
    """A card with its wording and rulings for a terminal."""
    lines = [styled(card.title, bold=True), figures(card), "", card.current, ""]
    if "italics-lost" in card.flags:
        lines.append("The printed wording is not known: the document's italics, which marked the change, are lost.")
    for ruling in base.store.rulings(card.id):
        lines += [f"{ruling.kind}, {ruling.effective}: {base.store.clause(ruling.clause).plain}", f"  {ruling.clause}"]
    return "\n".join(lines)
