"""Card text into powers: one line of text is one power, or several where keywords stand before it.

A power's parts are told by template words alone (`>>>`, `As an additional cost to`, `Whenever`,
`only during`), so that every edition of a card yields the same powers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ingest.cards.costs import parse_costs
from ingest.cards.restrictions import parse_restrictions
from ingest.cards.vocabulary import Vocabulary
from kb.records import Cost, Power, Restriction


class PowerKind(StrEnum):
    """What a line of card text does."""

    KEYWORD = "keyword"
    STATIC = "static"
    TRIGGERED = "triggered"
    PAYMENT = "payment"
    EFFECT = "effect"
    REPLACEMENT = "replacement"
    ADDITIONAL_COST = "additional-cost"
    ALTERNATIVE_COST = "alternative-cost"
    PLAY_RESTRICTION = "play-restriction"
    RECRUIT_RESTRICTION = "recruit-restriction"


@dataclass(frozen=True, slots=True)
class Wording:
    """A power before it has an id: what one stretch of a line says."""

    kind: PowerKind
    text: str
    effect: str = ""
    keyword: str = ""
    costs: tuple[Cost, ...] = ()
    condition: str = ""
    restrictions: tuple[Restriction, ...] = ()

    def power(self, identifier: str, card: str, clause: str) -> Power:
        """The record: `card` and `clause` are full ids."""
        parts = (self.keyword, self.costs, self.condition, self.effect, self.restrictions, self.text)
        return Power(identifier, card, clause, self.kind.value, *parts)


ARROW = ">>>"
TRIGGER = r"(?:When|Whenever|At|While|If|As)\b"
ADDITIONAL = re.compile(r"As an additional cost to ((?:play|flip|recruit)\b[^,]*), (.+)")
ALTERNATIVES = (
    re.compile(r"You may (?P<cost>.+?),? (?P<spared>(?:rather than|instead of) pay.+)"),
    re.compile(r"(?P<spared>(?:Rather than|Instead of) pay[^,]+), you may (?P<cost>.+)"),
)
LIMITED = re.compile(r"(Play|Recruit)\b.*?(?= only\b)")
USE = re.compile(r"Use(?: this power\b| it\b| )(?=.*\bonly\b)|Use (?:this power|it)\b|This power (?:can|may) be used\b")
LEAD = re.compile(rf"{TRIGGER}[^,]*(?:, (?:if|while)\b[^,]*)?(?=, )")
TRIGGERED = re.compile(r"(?:When|Whenever|At)\b")
WHILE = " while "


def parse_line(line: str, resolves: bool, vocabulary: Vocabulary) -> Iterator[Wording]:
    """The powers of one line; `resolves` where a plain line happens once instead of lasting."""
    rest = line.strip()
    for keyword, reminder, text in leading_keywords(rest, vocabulary):
        yield Wording(PowerKind.KEYWORD, text, reminder, keyword)
        rest = rest[rest.index(text) + len(text) :].lstrip(", ")
    if rest:
        yield parse_power(rest, resolves, vocabulary)


def leading_keywords(line: str, vocabulary: Vocabulary) -> list[tuple[str, str, str]]:
    """The keywords that a line begins with: keyword, reminder text, both as they stand.

    Keywords stand alone, or before a trigger word that begins the next power without a break.
    """
    words = alternatives(vocabulary.keywords)
    one = re.compile(rf"({words})(?:\s*\(([^()]*)\))?(?=\s*(?:,\s*(?:{words})(?:[\s,(]|$)|{TRIGGER}|$))")
    found, at = [], 0
    while words and (match := one.match(line, at)):
        found.append((match[1], match[2] or "", match[0]))
        at = match.end() + len(line[match.end() :]) - len(line[match.end() :].lstrip(", "))
    return found


def alternatives(words: tuple[str, ...]) -> str:
    """A pattern for any of the words, longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def parse_power(text: str, resolves: bool, vocabulary: Vocabulary) -> Wording:
    """The one power of a text without leading keywords; a gate such as `Cosmic:` becomes its keyword."""
    folded = " ".join(text.split())
    gate = re.match(rf"({alternatives(vocabulary.gates) or '(?!)'}): ", folded)
    keyword, body = (gate[1], folded[gate.end() :]) if gate else ("", folded)
    if ARROW in body and not re.search(r"[\"“]", body.partition(ARROW)[0]):
        return payment(text, keyword, body, vocabulary)
    if found := ADDITIONAL.fullmatch(body):
        return Wording(PowerKind.ADDITIONAL_COST, text, found[1], keyword, parse_costs(found[2]))
    if found := next(filter(None, (pattern.fullmatch(body) for pattern in ALTERNATIVES)), None):
        spared, cost = found["spared"].rstrip("."), found["cost"]
        return Wording(PowerKind.ALTERNATIVE_COST, text, spared, keyword, parse_costs(cost))
    if found := LIMITED.match(body):
        kind = PowerKind.PLAY_RESTRICTION if found[1] == "Play" else PowerKind.RECRUIT_RESTRICTION
        return Wording(kind, text, found[0], keyword, restrictions=parse_restrictions(body[found.end() :]))
    return standing(text, keyword, body, resolves and keyword not in vocabulary.lasting)


def payment(text: str, keyword: str, body: str, vocabulary: Vocabulary) -> Wording:
    """A power with ` >>> `: costs before it, effect and restrictions after it."""
    costs, _, rest = body.partition(ARROW)
    said = sentences(rest, vocabulary.abbreviations)
    limits = [sentence[lead.end() :] for sentence in said if (lead := USE.match(sentence))]
    restrictions = tuple(found for limit in limits for found in parse_restrictions(limit))
    condition, effect = split_lead(" ".join(sentence for sentence in said if not USE.match(sentence)))
    return Wording(PowerKind.PAYMENT, text, effect, keyword, parse_costs(costs), condition, restrictions)


def sentences(text: str, abbreviations: tuple[str, ...]) -> list[str]:
    """The sentences of a text; the full stop of an abbreviation such as `Dr.` ends none."""
    guards = "".join(rf"(?<!\b{re.escape(word)})" for word in abbreviations)
    return [part for part in re.split(rf"(?<=[.!?]){guards} (?=[A-Z\"“])", text.strip()) if part]


def standing(text: str, keyword: str, body: str, resolves: bool) -> Wording:
    """A power that nobody pays for: triggered, replacement, static, or the effect of a card that resolves."""
    condition, effect = split_lead(body)
    if TRIGGERED.match(body) and condition:
        kind = PowerKind.TRIGGERED
    elif re.search(r"\bwould\b", body) and re.search(r"\binstead\b", body):
        kind = PowerKind.REPLACEMENT
    else:
        kind = PowerKind.EFFECT if resolves else PowerKind.STATIC
    if kind is PowerKind.STATIC and not condition:
        condition, effect = split_tail(body)
    return Wording(kind, text, effect, keyword, condition=condition)


def split_lead(body: str) -> tuple[str, str]:
    """Condition and effect: what stands before the comma of a `Whenever …,`, `While …,` or `If …,` lead."""
    if found := LEAD.match(body):
        return found[0], body[found.end() :].lstrip(", ")
    return "", body


def split_tail(body: str) -> tuple[str, str]:
    """Condition and effect of `Cats get +1 ATK while attacking.`: its last words, where they end its only sentence."""
    effect, found, tail = body.rpartition(WHILE)
    if not found or "," in tail or ". " in tail:
        return "", body
    return f"while {tail.rstrip('.')}", effect
