"""The numbers that a question states, as digits or words, with the place of each: `two press guys at 2 and 4`."""

from __future__ import annotations

import re

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
"""What stands before a `one` that counts nothing: `the printed one`, `a quick one before we start`."""
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


def _pointed(words: list[Token], at: int) -> bool:
    """Whether the word at `at` stands for a thing that was named: `the printed one`."""
    return at > 1 and words[at - 2].word in THE


def _in_turn(words: list[Token], at: int) -> bool:
    """Whether the word at `at` begins `one after the other`, `one by one`."""
    first, *behind = [each.word for each in words[at + 1 : at + 4]] or [""]
    return (first == "after" and bool(IN_TURN & {*behind})) or (first == "by" and behind[:1] == ["one"])


def _minus(words: list[Token], at: int, question: str) -> int | None:
    """Where the minus of a number begins: `-3`, `minus three`; not in `1-3` or `5 minus 2`."""
    start = words[at].start
    if MINUS.search(question, max(0, start - 2), start):
        return start - 1
    if at and words[at - 1].word == "minus" and not (at > 1 and words[at - 2].word.isdigit()):
        return words[at - 1].start
    return None


def _value(words: list[Token], at: int, question: str) -> tuple[int | None, int]:
    """The number that begins at a word and how many words it takes; None where there is none."""
    word = words[at].word
    following = words[at + 1].word if at + 1 < len(words) else ""
    if word.isdigit():
        return int(word) if len(word) <= 7 else None, 1
    if times := TIMES.fullmatch(word):
        return int(times[1] or times[2]), 1
    if ordinal := ORDINAL.fullmatch(word):
        return int(ordinal[1]), 1
    if word in TENS:
        joined = at + 1 < len(words) and question[words[at].end : words[at + 1].start] in (" ", "-")
        if joined and following in UNITS and 1 <= UNITS[following] <= 9:
            return TENS[word] + UNITS[following], 2
        return TENS[word], 1
    if word == "one":
        before = words[at - 1].word if at else ""
        counts = before not in POINTING and following not in NOT_COUNTED and following != ""
        counts = counts and not _in_turn(words, at) and not (following in ONCE and question[words[at].end] == "-")
        counts = counts and not (_pointed(words, at) and question[words[at].end : words[at].end + 1] not in (" ", "-"))
        return (1 if counts else None), 1
    if word in UNITS:
        return UNITS[word], 1
    if word in GROUPS:
        return (None if word == "both" and following in TWICE_TOLD else GROUPS[word]), 1
    if word == "empty":  # counts unless it says what is empty: `an empty space`
        alone = not following or following in STOP_WORDS or ENDING.match(question, words[at].end)
        denied = at > 0 and (words[at - 1].word == "not" or words[at - 1].word.endswith(("n't", "nt")))
        return (0 if alone and not denied else None), 1
    if word not in NOTHING:
        return None, 1
    end = words[at].end
    answers = word == "no" and (question.startswith(",", end) or NOTHING_ELSE.match(question, end))  # `but no, it's 7`
    return (0 if not answers and following not in NOT_NOTHING and not DOING.fullmatch(following) else None), 1
