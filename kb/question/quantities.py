"""The numbers that a question states, as digits or words, with the place of each: `two press guys at 2 and 4`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from kb.records.question import Quantity
from kb.words.numbers import TENS, UNITS
from kb.words.terms import Token, tokens
from kb.words.text import STOP_WORDS

GROUPS = {"couple": 2, "pair": 2, "dozen": 12, "both": 2, "twice": 2, "thrice": 3}
NOTHING = frozenset({"no", "none", "nothing", "without"})
NOT_NOTHING = frozenset(["", *"one longer way matter idea printed listed stated fixed wait sorry else".split()])
ENDING = re.compile(r"\W*[,;.?!:]")
NOTHING_ELSE = re.compile(
    r" (?:other|further|extra|additional) "
    r"(?:modifiers?|bonus(?:es)?|discounts?|reductions?|changes?|effects?|pumps?|boosts?|buffs?|tricks?|stuff|things?)\b",
    re.I,
)
"""What follows a `no` that counts nothing: `no other modifiers`."""
MINUS = re.compile(r"(?:\A|[\s(=])[-\u2212]\Z")
ORDINAL = re.compile(r"(\d{1,4})(?:st|nd|rd|th)")
POINTING = frozenset(
    "this that the same which another other no any every each first last next second third quick easy short"
    " silly stupid dumb tricky odd weird deckbuilding rules good nice".split()
)
"""What stands before a `one` that counts nothing: `this one`, `a quick one before we start`."""
IN_TURN = frozenset("other another next".split())
"""What follows `one after the` where nothing is counted: `one after the other`."""
ONCE = frozenset("use shot time off way sided handed".split())
"""What `one-` makes a word of that counts nothing: `two one-use specials`."""
THE = frozenset("the a an this that my his her your their our its".split())
NOT_COUNTED = frozenset("of is was that who with can at more another time".split())
TWICE_TOLD = frozenset("when as before after if while during".split())
"""What follows a `both` that counts nothing: `both when he arrives and when he leaves`."""
PART_OF = re.compile(r"(?P<one>\bone)?\s+of\s+(?:the|my|his|her|its|our|their|your|these|those)\s+\Z", re.I)
PART_OF_LENGTH = 20
DOING = re.compile(r"\w{3,}(?<!l)ing")
"""What is done, and not counted: `without resting`, `no shoving`; an underling is."""
TIMES = re.compile(r"x(\d{1,2})|(\d{1,2})x")
"""How often, as it is typed: `press x2`, `2x press`."""
LARGEST = 1_000_000
LONGEST = 7
"""So many digits has a number at most: LARGEST has seven. What is longer is not converted."""
CORRECTION = (
    r"\b(?:no,? wait|wait,? no|no,? sorry|sorry,? no|scratch that|or rather|i mean|correction"
    r"|but no(?=[,:]| (?:he|she|it|they|i|we|that|there|his|her|my)\b))\b[,:]?"
)
"""What somebody says who corrects what he said before: `five, no wait, six`, `I thought it was 6, but no, it's 7`."""
TAKEN_BACK = re.compile(
    r"[^.?!;]{0,25}?(?:[,:\u2013\u2026-]\s*|\s|\.{2,3}\s*)"
    rf"(?:{CORRECTION}|make that\b|i meant\b|wait,? (?:it's|that's|make it)\b)"
    r"[^\w?]*(?:(?:it's|its|it is|that's|it was|a|the|i have|we have|make that) )*",
    re.I,
)
"""Takes back the number before it for the one behind it."""
NEXT = re.compile(r"[ -]\w")
COUNTERS = re.compile(r"[+-]?\d+/[+-]?\d+ counters?\b", re.I)


def quantities(question: str) -> tuple[Quantity, ...]:
    """Every number of the question in order: digits, words up to ninety-nine, `a couple`, `no` as 0,
    `my hand is empty` too.

    `one` counts only where it counts things: not in `this one` or `one of them`. `two of my three cards` is one number,
    2, that stands where both stand, and so is `five hp, but no, it's six`: 6. A number glued to letters (`lvl3`) or
    above a million is none; nor are those in the name of a counter (`+1/+1 counters`).
    """
    question = COUNTERS.sub(lambda part: " " * len(part[0]), question)
    found: list[Quantity] = []
    at, words = 0, tokens(question)
    while at < len(words):
        value, used = _value(words, at, question)
        if value is None or value > LARGEST:
            at += max(used, 1)
            continue
        start, end = words[at].start, words[at + used - 1].end
        part = PART_OF.search(question, max(0, start - PART_OF_LENGTH), start)
        if part and part["one"]:
            value, start = 1, part.start()
        elif part and found and found[-1].end == part.start():
            before = found.pop()
            value, start = before.value, before.start
        elif value and (minus := _minus(words, at, question)) is not None:
            value, start = -value, minus
        if found and TAKEN_BACK.fullmatch(question, found[-1].end, start):
            before = found.pop()
            following = words[at + used] if at + used < len(words) else None
            if following is None or following.word in STOP_WORDS or not NEXT.match(question, end):
                start = before.start  # what it counts stands beside the one that is taken back
        found.append(Quantity(value, start, end, question[start:end]))
        at += used
    return tuple(found)


class Place(NamedTuple):
    """A word of a question: the one at `at` of its `words`."""

    words: list[Token]
    at: int
    question: str

    @property
    def word(self) -> str:
        """The word itself."""
        return self.words[self.at].word

    @property
    def before(self) -> str:
        """The word before it; empty at the start."""
        return self.words[self.at - 1].word if self.at else ""

    @property
    def following(self) -> str:
        """The word behind it; empty at the end."""
        return self.words[self.at + 1].word if self.at + 1 < len(self.words) else ""

    @property
    def end(self) -> int:
        """Where it ends in the question."""
        return self.words[self.at].end

    @property
    def mark(self) -> str:
        """The one character behind it; empty at the end."""
        return self.question[self.end : self.end + 1]


Value = tuple[int | None, int]
"""The number that begins at a word and how many words it takes; None where there is none."""
Reader = Callable[[Place], Value]


def _value(words: list[Token], at: int, question: str) -> Value:
    """The number that begins at a word, by the reader that knows the word, else by its digits."""
    reader = READERS.get(words[at].word)
    return reader(Place(words, at, question)) if reader is not None else (_digits(words[at].word), 1)


def _digits(word: str) -> int | None:
    """What digits say: `12`, `x3`, `3x`, `2nd`."""
    if word.isdigit():
        return int(word) if len(word) <= LONGEST else None
    if times := TIMES.fullmatch(word):
        return int(times[1] or times[2])
    ordinal = ORDINAL.fullmatch(word)
    return int(ordinal[1]) if ordinal else None


def _tens(place: Place) -> Value:
    """`twenty`, and with what is joined to it `twenty-one`, `twenty one`: two words."""
    tens, unit = TENS[place.word], UNITS.get(place.following, 0)
    joined = 1 <= unit <= 9 and place.question[place.end : place.words[place.at + 1].start] in (" ", "-")
    return (tens + unit, 2) if joined else (tens, 1)


def _unit(place: Place) -> Value:
    """`seven`."""
    return UNITS[place.word], 1


def _group(place: Place) -> Value:
    """`a couple`, `twice`."""
    return GROUPS[place.word], 1


def _both(place: Place) -> Value:
    """`both heroes`; not `both when he arrives and when he leaves`."""
    return (None if place.following in TWICE_TOLD else GROUPS[place.word]), 1


def _one(place: Place) -> Value:
    """`one minion`; nothing where it counts nothing (NOT_A_COUNT)."""
    return (None if any(counts_nothing(place) for counts_nothing in NOT_A_COUNT) else 1), 1


def _empty(place: Place) -> Value:
    """`my hand is empty`; not where it says what is empty, `an empty space`, nor where it is denied, `isn't empty`."""
    alone = not place.following or place.following in STOP_WORDS or ENDING.match(place.question, place.end) is not None
    denied = place.at > 0 and (place.before == "not" or place.before.endswith(("n't", "nt")))
    return (0 if alone and not denied else None), 1


def _nothing(place: Place) -> Value:
    """`without cards`; not `no longer`, `without resting`."""
    counts = place.following not in NOT_NOTHING and not DOING.fullmatch(place.following)
    return (0 if counts else None), 1


def _no(place: Place) -> Value:
    """`no cards`; not where it answers, `but no, it's 7`, nor `no other modifiers`."""
    if place.question.startswith(",", place.end) or NOTHING_ELSE.match(place.question, place.end):
        return None, 1
    return _nothing(place)


READERS: dict[str, Reader] = {
    **dict.fromkeys(TENS, _tens),
    **dict.fromkeys(UNITS, _unit),
    **dict.fromkeys(GROUPS, _group),
    **dict.fromkeys(NOTHING, _nothing),
    "one": _one,
    "both": _both,
    "empty": _empty,
    "no": _no,
}
"""Who reads which word; tests/kb/question/test_quantities.py has an example of each."""


def _in_turn(place: Place) -> bool:
    """`one after the other`, `one by one`."""
    first, *behind = [each.word for each in place.words[place.at + 1 : place.at + 4]] or [""]
    return (first == "after" and bool(IN_TURN & {*behind})) or (first == "by" and behind[:1] == ["one"])


def _named(place: Place) -> bool:
    """A thing that was named: `the printed one.`; not `the big one-drop`, `his two one cards`."""
    return place.at > 1 and place.words[place.at - 2].word in THE and place.mark not in (" ", "-")


NOT_A_COUNT: tuple[Callable[[Place], bool], ...] = (
    lambda place: not place.following,  # `which one`
    lambda place: place.before in POINTING,  # `this one`
    lambda place: place.following in NOT_COUNTED,  # `one of them`
    lambda place: place.following in ONCE and place.mark == "-",  # `one-use`
    _in_turn,
    _named,
)
"""Where a `one` counts nothing."""


def _minus(words: list[Token], at: int, question: str) -> int | None:
    """Where the minus of a number begins: `-3`, `minus three`; not in `1-3` or `5 minus 2`."""
    start = words[at].start
    if MINUS.search(question, max(0, start - 2), start):
        return start - 1
    if at and words[at - 1].word == "minus" and not (at > 1 and words[at - 2].word.isdigit()):
        return words[at - 1].start
    return None
