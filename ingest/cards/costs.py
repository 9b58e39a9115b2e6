"""The costs of a power: `Pay 2 endurance, discard a Kree character card` -> two typed costs."""

from __future__ import annotations

import re

from kb.records import Cost
from kb.words.numbers import NUMBERS

ONES = ("a", "an", "any", "one", "another", "this", "that")
COUNTED = NUMBERS | dict.fromkeys(ONES, 1)
KEPT = {"another", "this", "that"}
UNCOUNTED = re.compile(r"(?:x|all|each|any number)\b", re.IGNORECASE)
VERBS = "activate|choose|discard|exhaust|free|ko|pay|remove|replace|return|reveal|stun"
BETWEEN = re.compile(rf"(?:, (?:and )?| and )(?=(?:{VERBS})\b)", re.IGNORECASE)
BARE = re.compile(r"(activate|free)", re.IGNORECASE)
PAID = re.compile(r"pay (\S+) (endurance|resource)(?: points?)?", re.IGNORECASE)
COUNTERS = re.compile(r"remove (.*\bcounters?\b.*)", re.IGNORECASE)
GONE = re.compile(r"remove (.+?) from the game", re.IGNORECASE)
DONE = re.compile(r"(choose|discard|exhaust|ko|replace|return|reveal|stun) (.+)", re.IGNORECASE)


def parse_costs(text: str) -> tuple[Cost, ...]:
    """The costs in what stands before ` >>> ` or after the comma of an additional cost.

    A cost of no known shape has kind `other`: the caller reports it.
    """
    pieces = [piece.strip(" .") for piece in BETWEEN.split(" ".join(text.split()))]
    return tuple(parse_cost(piece) for piece in pieces if piece)


def parse_cost(text: str) -> Cost:
    """One cost: its kind, how many, of what."""
    if found := BARE.fullmatch(text):
        return Cost(found[1].lower(), None, "", text)
    if found := PAID.fullmatch(text):
        amount, _ = counted(found[1])
        return Cost(found[2].lower(), amount, "", text)
    for kind, shape in (("remove-counter", COUNTERS), ("remove-from-game", GONE)):
        if found := shape.fullmatch(text):
            return Cost(kind, *counted(found[1]), text)
    if found := DONE.fullmatch(text):
        return Cost(found[1].lower(), *counted(found[2]), text)
    return Cost("other", None, text, text)


def counted(text: str) -> tuple[int | None, str]:
    """How many and of what: `two cards` -> 2, `cards`; a name alone is one; None where it is not fixed."""
    first, _, rest = text.partition(" ")
    word = first.lower()
    if re.fullmatch(r"[0-9]{1,4}", first):
        return int(first), rest
    if UNCOUNTED.match(text):
        return None, text
    if word in COUNTED:
        return COUNTED[word], text if word in KEPT else rest
    return 1, text
