"""What lint says of cards: costs and limits of no known shape, which are asked for in the card's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kb.errors import Place, Problem
from kb.records import Card
from kb.records.types import Schema
from kb.rules.cards.texts import LIMITING, action, card_facts, unfit
from kb.rules.cards.words import own_place, unread

SHAPES = "a shape of ingest/cards/costs.py or ingest/cards/restrictions.py"
TEMPLATES = "a template of ingest/cards/powers.py"


def card_problems(cards: Iterable[Card], schema: Schema) -> list[Problem]:
    """Warnings `unknown-cost` and `unknown-limit`, each at the clause of its line."""
    return [problem for card in cards for problem in (*_unlisted(card, schema), *_unshaped(card), *_unread(card))]


def _unlisted(card: Card, schema: Schema) -> Iterator[Problem]:
    """Values that the game's facts do not list: a phase, a zone, an amount."""
    for told in card_facts([card]):
        if unfit(told, schema):
            what = "cost" if told.fact[0] == "pays" else "limit"
            value = str(told.fact[-1])
            message = f"{card.title}: {value!r} is a {what} that the game's facts do not list"
            yield _warning(what, message, told.clause, f"a value of {told.fact[0]} in facts.toml")


def _unshaped(card: Card) -> Iterator[Problem]:
    """Costs and limits in a place where the template has them, but of no known shape."""
    for power in card.powers:
        shapes = [("cost", each.kind, each.text) for each in power.costs]
        shapes += [("limit", each.kind, each.text) for each in power.restrictions]
        for what, kind, words in shapes:
            if kind == "other" and not (what == "limit" and own_place(words, card)):
                yield _warning(what, f"{card.title}: {words!r} is a {what} of no known shape", power.clause, SHAPES)


def _unread(card: Card) -> Iterator[Problem]:
    """Sentences that limit the card in words of no template, and templates that speak of other cards."""
    for power in card.powers:
        about = action(power, card)
        for deed, sentence in unread(power, card, about):
            message = f"{card.title}: {sentence!r} limits the card ({deed}) in words of no known template"
            yield _warning("limit", message, power.clause, TEMPLATES)
        surcharge = "additional cost" in power.text.lower()
        if not about and (surcharge or power.kind in LIMITING):
            what = "cost" if surcharge else "limit"
            message = f"{card.title}: {power.text!r} is a {what} of something else than the card itself"
            yield _warning(what, message, power.clause, "this card, or its name")


def _warning(what: str, message: str, clause: str, expected: str) -> Problem:
    return Problem(f"unknown-{what}", message, Place(clause), expected, "warning")
