"""A card's entry: its title and type line, and the Card that they and its text make.

Doom-Bot <> Dr. Doom, Cosmic Thief
Character, 6, Doom, 9/9, Flight, Range
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ingest.cards.powers import PowerKind, Wording, parse_line
from ingest.cards.vocabulary import Vocabulary
from kb.records import Card, Clause, Power

STATISTICS = re.compile(r"([0-9]{1,4})/([0-9]{1,4})")


@dataclass(frozen=True, slots=True)
class Title:
    """A card's title read: `Name <> Identity, Version`, the last two often empty."""

    name: str
    identity: str
    version: str


@dataclass(frozen=True, slots=True)
class TypeLine:
    """A card's type line read; `unknown` are fields that are neither figures nor known words."""

    type: str
    cost: int
    affiliations: tuple[str, ...] = ()
    attack: int | None = None
    defense: int | None = None
    traits: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


def parse_title(text: str) -> Title:
    """Name, identity and version; a full stop, `#` or `!` belongs to the name, the first comma ends it."""
    named, _, version = text.strip().partition(", ")
    name, _, identity = named.partition(" <> ")
    return Title(name.strip(), identity.strip(), version.strip())


def parse_type_line(text: str, vocabulary: Vocabulary) -> TypeLine | None:
    """The fields of a type line, None where the line is none.

    Affiliations stand before the statistics `ATK/DEF`, joined by ` / `; traits stand after them.
    """
    fields = [field.strip() for field in text.strip().split(", ")]
    if fields[0] not in vocabulary.types or len(fields) < 2 or not re.fullmatch(r"[0-9]{1,4}", fields[1]):
        return None
    cost, rest = int(fields[1]), fields[2:]
    at = next((number for number, field in enumerate(rest) if STATISTICS.fullmatch(field)), None)
    before, after = (rest[:at], rest[at + 1 :]) if at is not None else ([], rest)
    figures = STATISTICS.fullmatch(rest[at]) if at is not None else None
    attack, defense = (int(figures[1]), int(figures[2])) if figures else (None, None)
    known = tuple(field for field in after if field in vocabulary.traits)
    unknown = tuple(field for field in after if field not in vocabulary.traits)
    affiliations = tuple(name for field in before for name in field.split(" / ") if name)
    return TypeLine(fields[0], cost, affiliations, attack, defense, known, unknown)


def wordings(lines: Sequence[str], kind: str, vocabulary: Vocabulary) -> list[list[Wording]]:
    """The powers of each line of a card's text.

    On a card of a `resolving` type (a plot twist) a plain line happens once, unless a `lasting` gate
    (`Ongoing:`) stood on a line before it: such a card stays in play, and so does what it says.
    """
    found, resolves = [], kind in vocabulary.resolving
    for line in lines:
        found.append(list(parse_line(line, resolves, vocabulary)))
        resolves = resolves and not any(wording.keyword in vocabulary.lasting for wording in found[-1])
    return found


def card_powers(card: str, kind: str, texts: Sequence[Clause], vocabulary: Vocabulary) -> tuple[Power, ...]:
    """The powers of a card whose full id is `card`, numbered in the order of its text."""
    by_line = wordings([clause.text for clause in texts], kind, vocabulary)
    pairs = [(clause, wording) for clause, found in zip(texts, by_line, strict=True) for wording in found]
    return tuple(
        wording.power(f"{card}.power{number}", card, clause.id) for number, (clause, wording) in enumerate(pairs, 1)
    )


def keywords(line: TypeLine, powers: Sequence[Power]) -> tuple[str, ...]:
    """Traits of the type line, then keywords of the text, each once: `Flight`, `Range`, `Cosmic`."""
    return tuple(dict.fromkeys([*line.traits, *(power.keyword for power in powers if power.keyword)]))


def make_card(line: TypeLine, stats: Clause, texts: Sequence[Clause], vocabulary: Vocabulary, lost: str) -> Card:
    """The Card of an entry: `stats` holds its type line (read: `line`), its title is their subject.

    `lost` is the flag that says that the printed wording is lost, empty where it is not.
    """
    identifier = stats.id.removesuffix(".stats")
    named, powers = parse_title(stats.subject), card_powers(identifier, line.type, texts, vocabulary)
    current = "\n".join(clause.text for clause in texts)
    return Card(
        id=identifier,
        game=stats.game,
        document=stats.document,
        name=named.name,
        identity=named.identity,
        version=named.version,
        type=line.type,
        cost=line.cost,
        affiliations=line.affiliations,
        attack=line.attack,
        defense=line.defense,
        keywords=keywords(line, powers),
        powers=powers,
        current=current,
        printed="" if lost else current,
        clauses=tuple(clause.id for clause in (stats, *texts)),
        flags=(lost,) if lost else (),
    )


def unreadable(powers: Sequence[Power]) -> list[tuple[str, str, str]]:
    """Costs and restrictions of no known shape: problem code, clause id, the words.

    A payment or additional cost without any cost counts as one too.
    """
    paid = (PowerKind.PAYMENT, PowerKind.ADDITIONAL_COST, PowerKind.ALTERNATIVE_COST)
    found: list[tuple[str, str, str]] = []
    for power in powers:
        found += [("unknown-cost", power.clause, cost.text) for cost in power.costs if cost.kind == "other"]
        limits = [limit for limit in power.restrictions if limit.kind == "other"]
        found += [("unknown-restriction", power.clause, limit.text) for limit in limits]
        if power.kind in paid and not power.costs:
            found.append(("unknown-cost", power.clause, power.text))
    return found
