"""Limits on using a power or playing a card: `only once per turn and only during the combat phase`."""

from __future__ import annotations

import re

from kb.records import Restriction

ONLY = re.compile(r"\bonly\b", re.IGNORECASE)
FILLER = re.compile(r"(?:[\s,.;]|\band\b|\b(?:use|play) (?:it|this power|this card)\b)+", re.IGNORECASE)
ENDS = r"(?=[,.;]|\s+and\b|$)"
AGAIN = r"[\s,.;]+(?:use|play|recruit)(?: (?:it|him|her|this power|this card))?"
NEXT = re.compile(rf"(?:,?\s+and|{AGAIN})\s*$", re.IGNORECASE)
WORDS = r"[\w' ’-]"
ALONE = rf"(?!{WORDS}*\b(?:or|unless|except)\b| and (?:the |your |an? ){WORDS}*\b(?:phase|step)\b)"
ONE = rf"(?:(?!\b(?:or|and)\b){WORDS})+?"
ARTICLE = r"(?:the |an? |any )?"
SHAPES = (
    ("once-per-turn", re.compile(r"(once) (?:per|each|a|every|in a) turn\b" + ALONE, re.IGNORECASE)),
    ("phase", re.compile(rf"(?:during|in) {ARTICLE}({ONE} (?:phase|step))\b{ALONE}", re.IGNORECASE)),
    ("zone", re.compile(rf"(?:if|while) (?:this|that) card is in ({WORDS}+?){ENDS}", re.IGNORECASE)),
    ("control", re.compile(rf"(?:if|while) you control {ARTICLE}(.+?){ENDS}", re.IGNORECASE)),
)


def parse_restrictions(text: str) -> tuple[Restriction, ...]:
    """Every limit in what follows `Use this power` or `Play …`; one of no known shape has kind `other`.

    ` only once per turn and only during the combat phase.` -> once-per-turn `once`, phase `combat phase`.
    """
    return tuple(found for piece in ONLY.split(" ".join(text.split())) for found in limits(piece))


def limits(piece: str) -> list[Restriction]:
    """The limits of what stands between two `only`: known shapes one after another, then any rest."""
    found, rest = [], past_filler(NEXT.sub("", piece))
    while rest:
        kind, value, length = shape(rest)
        found.append(Restriction(kind, value, rest[:length].strip()))
        rest = past_filler(rest[length:])
    return found


def past_filler(text: str) -> str:
    """The text without the `and`, commas and `use it` that it begins with."""
    return text[found.end() :] if (found := FILLER.match(text)) else text


def shape(text: str) -> tuple[str, str, int]:
    """Kind, value and length of the limit that the text begins with."""
    for kind, pattern in SHAPES:
        if found := pattern.match(text):
            return kind, found[1], found.end()
    return "other", text.strip(" .,"), len(text)
