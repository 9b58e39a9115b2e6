"""`headjudge show`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from kb.errors import UsageError
from kb.knowledge import KnowledgeBase
from kb.records import Card, Clause
from kb.words.text import fold
from kb.words.typography import plain_characters
from service.commands.options import game_option, json_option, open_base, print_json, styled
from service.show.naming import game_called
from service.show.present import card_json, clause_json


@click.command(epilog="Example: headjudge show vs-system/heralds-faq#5.p2")
@click.argument("what", nargs=-1, required=True)
@game_option
@json_option
def show(what: tuple[str, ...], game: str | None, as_json: bool) -> None:
    """Show a clause by its id, or a card by its name (any part of it, misspelled too); the cards that have a name, an
    affiliation or a keyword, where they are several."""
    with open_base(lexical=True) as base:
        found = find(base, " ".join(what), game_called(base, game))
        if isinstance(found, Clause):
            print_json(clause_json(found, base)) if as_json else click.echo(clause_text(found, base))
        elif len(found) == 1:
            print_json(card_json(found[0], base)) if as_json else click.echo(card_text(found[0], base))
        elif as_json:
            print_json([card_json(each, base) for each in found])
        else:
            click.echo(cards_text(found))


def find(base: KnowledgeBase, name: str, game: str | None = None) -> Clause | tuple[Card, ...]:
    """The clause of an id, or the cards that a name may mean, else those that have it as an affiliation, a keyword or
    a part of their name; UsageError where there is none."""
    typed = plain_characters(name).strip()
    if "#" in typed and (clause := base.store.find_clause(typed)):
        return clause
    if cards := base.cards_named(name, game) or cards_with(base, name, game):
        return cards
    raise UsageError(f"no clause or card is called {name!r}: a clause's id looks like vs-system/heralds-faq#5.p2")


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


def clause_text(clause: Clause, base: KnowledgeBase) -> str:
    """A clause with its source and neighbours for a terminal."""
    document = base.document(clause.document)
    lines = [styled(clause.id, bold=True), f"{document.title} > {' > '.join(clause.headings)}", "", clause.text, ""]
    lines.append(f"{clause.kind}; {document.file} [{clause.start}, {clause.end}); {document.edition} edition")
    lines += [f"flags: {', '.join(clause.flags)}"] if clause.flags else []
    lines += [f"explains: {clause.explains}"] if clause.explains else []
    lines += [f"near: {each.id}" for each in base.around(clause, 1)]
    return "\n".join(lines)


def card_text(card: Card, base: KnowledgeBase) -> str:
    """A card with its wording and rulings for a terminal."""
    lines = [styled(card.title, bold=True), figures(card), "", card.current, ""]
    if "italics-lost" in card.flags:
        lines.append("The printed wording is not known: the document's italics, which marked the change, are lost.")
    for ruling in base.store.rulings(card.id):
        lines += [f"{ruling.kind}, {ruling.effective}: {base.store.clause(ruling.clause).plain}", f"  {ruling.clause}"]
    return "\n".join(lines)
