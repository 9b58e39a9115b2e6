"""`headjudge show`."""

from __future__ import annotations

import click

from kb.errors import UsageError
from kb.knowledge import KnowledgeBase
from kb.records import Card, Clause
from kb.words.typography import plain_characters
from service.commands.options import game_option, json_option, open_base, print_json
from service.show.present import card_json, clause_json


@click.command(epilog='Example: headjudge show vs-system/heralds-faq#5.p2, or: headjudge show "moondragon"')
@click.argument("what", nargs=-1, required=True)
@game_option
@json_option
def show(what: tuple[str, ...], game: str | None, as_json: bool) -> None:
    """Show a clause by its id, or a card by its name (any part of it, misspelled too)."""
    with open_base(lexical=True) as base:
        found = find(base, " ".join(what), game)
        if isinstance(found, Card):
            print_json(card_json(found, base)) if as_json else click.echo(card_text(found, base))
        else:
            print_json(clause_json(found, base)) if as_json else click.echo(clause_text(found, base))


def find(base: KnowledgeBase, name: str, game: str | None = None) -> Card | Clause:
    """The one clause or card that a name means; UsageError lists the candidates where there are several or none."""
    typed = plain_characters(name).strip()
    if "#" in typed and (clause := base.store.find_clause(typed)):
        return clause
    cards = base.cards_named(name, game)
    if len(cards) == 1:
        return cards[0]
    if cards:
        raise UsageError(f"{name!r} may be {' or '.join(card.title for card in cards)}: name one of them")
    raise UsageError(f"no clause or card is called {name!r}: a clause's id looks like vs-system/heralds-faq#5.p2")


def clause_text(clause: Clause, base: KnowledgeBase) -> str:
    """A clause with its source and neighbours for a terminal."""
    document = base.document(clause.document)
    lines = [clause.id, f"{document.title} > {' > '.join(clause.headings)}", "", clause.text, ""]
    lines.append(f"{clause.kind}; {document.file} [{clause.start}, {clause.end}); {document.edition} edition")
    lines += [f"flags: {', '.join(clause.flags)}"] if clause.flags else []
    lines += [f"explains: {clause.explains}"] if clause.explains else []
    lines += [f"near: {each.id}" for each in base.around(clause, 1)]
    return "\n".join(lines)


def card_text(card: Card, base: KnowledgeBase) -> str:
    """A card with its wording and rulings for a terminal."""
    strength = f", {card.attack} ATK / {card.defense} DEF" if card.attack is not None else ""
    lines = [card.title, f"{card.type}, cost {card.cost}{strength}, {' / '.join(card.affiliations)}".rstrip(", ")]
    lines += ["", card.current, ""]
    if "italics-lost" in card.flags:
        lines.append("The printed wording is not known: the document's italics, which marked the change, are lost.")
    for ruling in base.store.rulings(card.id):
        lines += [f"{ruling.kind}, {ruling.effective}: {base.store.clause(ruling.clause).plain}", f"  {ruling.clause}"]
    return "\n".join(lines)
