"""Powers of cards as facts, each citing its card's own line, from which general rules decide what may be done now.

Facts about a line are `name(card, action, number, …)`: `action` is what the line is about (use, play,
recruit, flip), `number` counts the card's lines of that action. What a cost or limit asks for beyond
the shapes known here is kept in the card's own words (`pays_in_words`, `only_if`), for the player to say.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from kb.errors import Place, Problem
from kb.records import Card, Cost, Power, Restriction
from kb.rules.records import Schema, TextFact
from kb.rules.syntax import TEXT, Value

LINE = ("line", "gate", "works_from", "pays", "pays_in_words", "only_in", "only_if", "once_per_turn")
ABOUT = ("card_type", "card_cost", "card_name", "card_identity", "card_version", "card_team", "card_keyword")
LIMITS = {"play-restriction": "play", "recruit-restriction": "recruit"}
DONE = re.compile(r"(play|recruit|flip) (?:this card|this|it|.+)", re.IGNORECASE)
SELF = "this card|this character|this equipment|this location|it|itself|him|himself|her|herself"
PLAIN_CARDS = re.compile(r"(?:other )?cards?(?: (?:from|of|in) your hand)?", re.IGNORECASE)
COUNTER = re.compile(r"(?:\w+ )?counters? from (.+)", re.IGNORECASE)
WHEN = re.compile(r"(?P<whose>your |(?:an )?opponent['’]s )?(?P<when>[\w' ’-]+ (?:phase|step))", re.IGNORECASE)
GONE = {"remove-from-game", "ko", "return", "stun", "discard"}


def card_facts(cards: Iterable[Card]) -> tuple[TextFact, ...]:
    """What the texts of these cards state, in the order of their lines."""
    return tuple(fact for card in cards for fact in (*_about(card), *_lines(card)))


def used(texts: Iterable[TextFact], schema: Schema) -> tuple[TextFact, ...]:
    """The facts that a game declares; one that declares lines takes all that is said of them, or has errors."""
    lines = "line" in schema.facts
    return tuple(
        each
        for each in texts
        if each.fact[0] in schema.facts or each.fact[0] not in (*LINE, *ABOUT) or (lines and each.fact[0] in LINE)
    )


def card_problems(cards: Iterable[Card]) -> list[Problem]:
    """Costs and limits of no known shape: they are asked for in the card's words, and reported."""
    found = []
    for card in cards:
        for power in card.powers:
            shapes = [("cost", each.kind, each.text) for each in power.costs]
            shapes += [("limit", each.kind, each.text) for each in power.restrictions]
            for what, kind, words in shapes:
                if kind == "other":
                    message = f"{card.title}: {words!r} is a {what} of no known shape"
                    expected = "a shape of ingest/costs.py or ingest/restrictions.py"
                    found.append(Problem(f"unknown-{what}", message, Place(power.clause), expected, "warning"))
    return found


def action(power: Power) -> str:
    """What a line of card text is about, empty where it neither costs nor limits anything."""
    if power.kind == "payment":
        return "use"
    if power.kind == "additional-cost":
        done = DONE.match(power.effect)
        return done[1].lower() if done else ""
    return LIMITS.get(power.kind, "")


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
        about = action(power)
        if not about:
            continue
        counts[about] += 1
        line: tuple[Value, ...] = (text(card.title), about, counts[about])
        said = [("line", (), f"{card.title} says: {power.text}"), *_gate(power), *_costs(card, power)]
        for limit in power.restrictions:
            said += _limit(limit)
        for name, rest, sentence in said:
            yield TextFact((name, *line, *rest), power.clause, sentence, card.title)


Said = tuple[str, tuple[Value, ...], str]


def _gate(power: Power) -> Iterator[Said]:
    """The word before the colon that opens a line: `Cosmic: …`."""
    if power.keyword:
        yield "gate", (slug(power.keyword),), f"this is a {power.keyword.lower()} power"


def _costs(card: Card, power: Power) -> Iterator[Said]:
    """What a line costs; amounts of the same kind together."""
    sums: Counter[str] = Counter()
    words: dict[str, list[str]] = {}
    for cost in power.costs:
        kind = payment(cost, card)
        if kind == "free":
            continue
        if not kind:
            yield "pays_in_words", (text(cost.text),), f"its cost is: {cost.text}"
            continue
        sums[kind] += cost.amount or 1
        words.setdefault(kind, []).append(cost.text)
    for kind, amount in sums.items():
        yield "pays", (kind, amount), f"its cost is: {', '.join(words[kind])}"


def payment(cost: Cost, card: Card) -> str:
    """The kind of a cost that rules can weigh; empty where only the card's words say what is paid."""
    if cost.kind in ("activate", "free"):
        return cost.kind
    if cost.amount is None:
        return ""
    own = re.compile(rf"(?:{SELF}|{re.escape(card.name)})", re.IGNORECASE)
    if cost.kind in ("endurance", "resource"):
        return cost.kind
    counter = COUNTER.fullmatch(cost.what) if cost.kind == "remove-counter" else None
    if counter:
        return "own_counter" if own.fullmatch(counter[1]) else ""
    if own.fullmatch(cost.what):
        special = {"reveal": "reveal_itself", "exhaust": "activate"}
        return special.get(cost.kind, "itself" if cost.kind in GONE else "")
    return "card" if cost.kind == "discard" and PLAIN_CARDS.fullmatch(cost.what) else ""


def _limit(limit: Restriction) -> Iterator[Said]:
    """A limit on when or from where a line may be used."""
    sentence = f"its limit: only {limit.text}"
    when = WHEN.fullmatch(limit.value) if limit.kind == "phase" else None
    if limit.kind == "once-per-turn":
        yield "once_per_turn", (), sentence
    elif when:
        whose = {"": "anyone", "your ": "yours"}.get((when["whose"] or "").lower(), "opponents")
        yield "only_in", (slug(when["when"]), whose), sentence
    elif limit.kind == "zone":
        yield "works_from", (slug(limit.value.removeprefix("your ").removeprefix("the ")),), sentence
    else:
        yield "only_if", (text(limit.text.rstrip(" .")),), sentence


def slug(words: str) -> str:
    """Words as a constant of the rules: `Cosmic—Surge` -> `cosmic_surge`."""
    return re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_")


def text(words: str) -> Value:
    """Words as a text of the rules."""
    return TEXT, words
