"""Words of card text: what a card calls itself, places it names, and limits in sentences that no template reads."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.records import Card, Power
from kb.records.atoms import Value
from kb.rules.language.syntax import TEXT

SELF = "this card|this character|this equipment|this location|it|itself|him|himself|her|herself"
IS_IN = re.compile(r"(?:if|while) (?P<card>.+?) is in (?P<zone>(?:your |the )?[\w' ’-]+)", re.IGNORECASE)
QUOTED = re.compile(r"[\"“][^\"”]*[\"”]")
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])|\n")
LIMITS = re.compile(r"\b(?:only|unless|except|cannot|can['’]t|may not|must|additional cost)\b", re.IGNORECASE)
DEEDS = {"play": "play", "recruit": "recruit", "flip": "flip", "use": "use", "activate": "use"}


def own_name(card: Card) -> re.Pattern[str]:
    """What a card's own text calls the card."""
    return re.compile(rf"(?:{_own(card)})", re.IGNORECASE)


def _own(card: Card) -> str:
    return rf"{SELF}|{re.escape(card.name)}|{re.escape(card.title)}"


def own_place(words: str, card: Card) -> str:
    """The zone that a limit names for its own card: `while Big Cat is in your hand` -> `your hand`."""
    found = IS_IN.fullmatch(words.rstrip(" ."))
    return found["zone"] if found and own_name(card).fullmatch(found["card"]) else ""


def unread(power: Power, card: Card, about: str) -> Iterator[tuple[str, str]]:
    """Action and sentence of each limit on this very card that no template reads.

    `This card cannot be played unless …` stands as a line of its own, `You cannot use this power …` in the effect of
    a power; `about` is what the line is about, empty for a line that is read as no cost and no limit.
    """
    if power.kind == "keyword":
        return
    for sentence in SENTENCE.split(QUOTED.sub("", power.effect if about else power.text)):
        deed = _deed(sentence, card) if LIMITS.search(sentence) else ""
        if deed and (deed == about or about != "use"):
            yield deed, sentence.strip(" .")


def _deed(sentence: str, card: Card) -> str:
    """What a sentence says of playing, recruiting, flipping or using its own card; empty where nothing."""
    own = rf"(?:(?:{_own(card)})(?:['’]s powers?)?|this power|(?:its|his|her|these) powers?)(?!['’]s)"
    verbs = "|".join(DEEDS)
    active = re.search(rf"\b({verbs}) {own}\b", sentence, re.IGNORECASE)
    passive = re.search(rf"\b{own}\b[^.]*?\bbe ({verbs})(?:e?d|ped)\b", sentence, re.IGNORECASE)
    found = active or passive
    return DEEDS[found[1].lower()] if found else ""


def slug(words: str) -> str:
    """Words as a constant of the rules: `Cosmic—Surge` -> `cosmic_surge`."""
    return re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_")


def text(words: str) -> Value:
    """Words as a text of the rules."""
    return TEXT, words
