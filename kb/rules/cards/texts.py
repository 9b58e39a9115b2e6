"""Powers of cards as facts, each citing its card's own line, from which general rules decide what may be done now.

Facts about a line are `name(card, action, number, …)`: `action` is what the line is about (use, play,
recruit, flip), `number` counts the card's lines of that action. What a cost or limit asks for beyond
the shapes known here, or beyond what the game's facts.toml declares, is kept in the card's own words
(`pays_in_words`, `only_if`), for the player to say.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from kb.records import Card, Cost, Power, Restriction
from kb.records.atoms import Value
from kb.records.scenario import TextFact
from kb.records.types import Schema, fits
from kb.rules.cards.words import own_name, own_place, slug, text, unread

LINE = ("line", "gate", "own_place", "works_from", "pays", "pays_in_words", "only_in", "only_if", "once_per_turn")
LISTED = ("gate", "works_from", "pays", "only_in")
ABOUT = ("card_type", "card_cost", "card_name", "card_identity", "card_version", "card_team", "card_keyword")
LIMITING = ("additional-cost", "play-restriction", "recruit-restriction")
DONE = re.compile(r"(?P<deed>play|recruit|flip)(?: (?P<card>.+))?", re.IGNORECASE)
PLAIN_CARDS = re.compile(r"(?:other )?cards?(?: (?:from|of|in) your hand)?", re.IGNORECASE)
FROM_HAND = re.compile(r" from your hand$", re.IGNORECASE)
COUNTER = re.compile(r"(?:\w+ )?counters? from (.+)", re.IGNORECASE)
OPPONENTS = re.compile(r"\b(?:an )?opponent['’]s\b", re.IGNORECASE)
GONE = {"remove-from-game", "ko", "return", "stun"}
COSTS, LIMITED = "its cost is: ", "its limit: only "
Said = tuple[str, tuple[Value, ...], str]


def card_facts(cards: Iterable[Card]) -> tuple[TextFact, ...]:
    """What the texts of these cards state, in the order of their lines."""
    return tuple(fact for card in cards for fact in (*_about(card), *_lines(card)))


def used(texts: Iterable[TextFact], schema: Schema) -> tuple[TextFact, ...]:
    """The facts that a game declares; one that declares lines takes all that is said of them, or has errors."""
    lines = "line" in schema.facts
    return tuple(
        in_words(each) if lines and unfit(each, schema) else each
        for each in texts
        if each.fact[0] in schema.facts or each.fact[0] not in (*LINE, *ABOUT) or (lines and each.fact[0] in LINE)
    )


def unfit(text: TextFact, schema: Schema) -> bool:
    """Whether a line says what the game's facts cannot hold: a phase, a zone or an amount that they do not list."""
    fact = schema.facts.get(str(text.fact[0]))
    if (
        fact is None
        or fact.name not in ("gate", "works_from", "pays", "only_in")
        or len(fact.types) < len(text.fact) - 1
    ):
        return False
    return not all(fits(value, type_) for value, type_ in zip(text.fact[4:], fact.types[3:], strict=True))


def in_words(told: TextFact) -> TextFact:
    """The same cost or limit in the card's own words."""
    name = "pays_in_words" if told.fact[0] == "pays" else "only_if"
    words = told.sentence.removeprefix(COSTS).removeprefix(LIMITED)
    return TextFact((name, *told.fact[1:4], text(words)), told.clause, told.sentence, told.card)


def action(power: Power, card: Card) -> str:
    """What a line of card text is about, empty where it neither costs nor limits anything of this card."""
    if power.kind == "payment":
        return "use"
    done = DONE.fullmatch(power.effect) if power.kind in LIMITING else None
    return done["deed"].lower() if done and own_name(card).fullmatch(done["card"] or "it") else ""


def _about(card: Card) -> Iterator[TextFact]:
    """Type, cost, names, affiliations and keywords of a card."""
    clause = card.clauses[0] if card.clauses else card.id
    title = text(card.title)
    single: list[tuple[str, str | int | None, str]] = [
        ("card_type", slug(card.type), f"{card.title} is a {card.type.lower()}"),
        ("card_cost", card.cost, f"the cost of {card.title} is {card.cost}"),
        ("card_name", card.name, f"the name of {card.title} is {card.name}"),
        ("card_identity", card.identity, f"the identity of {card.title} is {card.identity}"),
        ("card_version", card.version, f"the version of {card.title} is {card.version}"),
        *(("card_team", team, f"{card.title} is affiliated with {team}") for team in card.affiliations),
        *(("card_keyword", word, f"{card.title} has {word}") for word in card.keywords),
    ]
    for name, value, sentence in single:
        if value not in (None, ""):
            kept: Value = value if name in ("card_type", "card_cost") and value is not None else text(str(value))
            yield TextFact((name, title, kept), clause, sentence, card.title)


def _lines(card: Card) -> Iterator[TextFact]:
    """The costs and limits of each line, one fact for each."""
    counts: Counter[str] = Counter()
    for power in card.powers:
        about = action(power, card)
        abouts = [about] if about else sorted({deed for deed, _ in unread(power, card, about) if deed != "use"})
        for each in abouts:
            counts[each] += 1
            line: tuple[Value, ...] = (text(card.title), each, counts[each])
            for (name, rest, sentence), clause in _said(power, card, each):
                yield TextFact((name, *line, *rest), clause, sentence, card.title)


def _said(power: Power, card: Card, about: str) -> Iterator[tuple[Said, str]]:
    """What a line says of one action, and what the card's other lines say of all its powers, with their clauses."""
    own = [("line", (), f"{card.title} says: {power.text}"), *_gate(power), *_costs(card, power)]
    for limit in power.restrictions:
        own += _limit(limit, card)
    yield from ((said, power.clause) for said in own)
    others = [each for each in card.powers if about == "use" and not action(each, card)]
    for each in (power, *others):
        for deed, sentence in unread(each, card, action(each, card)):
            if deed == about:
                yield ("only_if", (text(f"this is kept to: {sentence}"),), f"the card says: {sentence}"), each.clause


def _gate(power: Power) -> Iterator[Said]:
    """The word before the colon that opens a line: `Cosmic: …`."""
    if power.keyword:
        yield "gate", (slug(power.keyword),), f"{LIMITED}while its {power.keyword.lower()} text is active"


def _costs(card: Card, power: Power) -> Iterator[Said]:
    """What a line costs; amounts of the same kind together."""
    sums: Counter[str] = Counter()
    words: dict[str, list[str]] = {}
    for cost in power.costs:
        kind = payment(cost, card)
        if kind == "free":
            continue
        if not kind:
            yield "pays_in_words", (text(cost.text),), f"{COSTS}{cost.text}"
            continue
        sums[kind] += cost.amount or 1
        words.setdefault(kind, []).append(cost.text)
    for kind, amount in sums.items():
        yield "pays", (kind, amount), f"{COSTS}{', '.join(words[kind])}"


def payment(cost: Cost, card: Card) -> str:
    """The kind of a cost that rules can weigh; empty where only the card's words say what is paid."""
    if cost.kind in ("activate", "free"):
        return cost.kind
    if cost.amount is None:
        return ""
    own = own_name(card)
    if cost.kind in ("endurance", "resource"):
        return cost.kind
    counter = COUNTER.fullmatch(cost.what) if cost.kind == "remove-counter" else None
    if counter:
        return "own_counter" if own.fullmatch(counter[1]) else ""
    if own.fullmatch(cost.what) or (cost.kind in ("discard", "reveal") and own.fullmatch(FROM_HAND.sub("", cost.what))):
        special = {"reveal": "reveal_itself", "discard": "discard_itself", "exhaust": "activate"}
        return special.get(cost.kind, "itself" if cost.kind in GONE else "")
    return "card" if cost.kind == "discard" and PLAIN_CARDS.fullmatch(cost.what) else ""


def _limit(limit: Restriction, card: Card) -> Iterator[Said]:
    """A limit on when or from where a line may be used."""
    sentence = f"{LIMITED}{limit.text.rstrip(' .')}"
    if limit.kind == "once-per-turn":
        yield "once_per_turn", (), sentence
    elif limit.kind == "phase":
        yield "only_in", (slug(OPPONENTS.sub("opponents", limit.value)),), sentence
    elif zone := limit.value if limit.kind == "zone" else own_place(limit.text, card):
        yield "own_place", (), sentence
        yield "works_from", (slug(zone.removeprefix("your ").removeprefix("the ")),), sentence
    else:
        yield "only_if", (text(limit.text.rstrip(" .")),), sentence
