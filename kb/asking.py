"""What form of answer a question wants, and which way round it asks: "may I …?" against "so I can't …, right?"."""

from __future__ import annotations

import re
from functools import lru_cache

NUMBER = re.compile(
    r"\bhow (?:many|much|far|long|big|large|high)\b|\bwhat (?:does|do|would|will) .{0,60}\bcosts?\b|\bnumber of\b"
    r"|\b(?:what|which) (?:number|value|attack|shield|range|cost|speed|ATK|DEF)\b"
    r"|\bwhat(?:'s| is| are) (?:[\w'.-]+ ){1,5}"
    r"(?:ATK|DEF|attack|defen[sc]e|cost|HP|fame|score|damage|DMG|bonus|speed)\b"
    r"|(?:^|[.,;:!?]\s*)(?:(?:his|her|its|their|the|my|total|final|new) ){0,2}"
    r"(?:ATK|DEF|HP|DMG|fame|damage|cost|score|bonus)\b[^.,;:?]{0,30}\?\s*$"
    r"|\bwhat(?:'s| is) the (?:cost|total|amount|number|damage|score|price|maximum|minimum|least|most)\b"
    r"|\btotal\b|\bwhat (?:do|does|will|would|must) .{1,40}\b(?:pay|worth)\b|\bwhat.{1,30} worth\b",
    re.I,
)
WHO = re.compile(r"\b(?:who|whom|whose|which|where)\b", re.I)
AUXILIARY = re.compile(
    r"(?:^|[.,;:!?]\s*|\b(?:so|but|and|then|if so|now)\s+)"
    r"(?:can|can't|cannot|may|do|does|don't|did|is|isn't|are|aren't|am|was|were|will|would|won't|must|should|could|has|have)"
    r"\b",
    re.I,
)
TURNED = re.compile(
    r"\b(?:prevented|forbidden|prohibited|(?<!an )(?<!the )illegal|not allowed|unable|safe from|immune|avoid|too late"
    r"|against the rules|off limits|exempt|spared"
    r"|(?<!I )(?<!we )(?<!he )(?<!it )(?<!she )(?<!you )(?<!they )(?<!to )(?<!that )(?<!which )"
    r"(?:stops?|prevents?|hinders?|keeps? (?:me|him|her|it|them|us|you) from))\b",
    re.I,
)
CLAUSES = re.compile(
    r"(?<!\bDr)(?<!\bMr)(?<!\bSt)\.+|[;:!?,()\[\]]+| [-\u2013] |\b(?:but|because|since|although)\b", re.I
)
BEGINS = re.compile(
    r"(?<=\w)\s+(?=(?:can|may|do|does|did|is|are|am|will|would|must|should|could)\s+(?:i|he|she|it|they|we|you)\b)",
    re.I,
)
TAG = re.compile(
    r"(?:right|correct|yes|no|yeah|yep|nope|huh|or|or not|or what|true|ok|okay|lol|pls|please|thanks|thx|eh|innit"
    r"|(?:is|isn't|does|doesn't|do|don't|can|can't|has|hasn't|will|won't)(?: (?:it|he|she|that|they|i|we))?)",
    re.I,
)
TAGGED = re.compile(
    r"\b(?:right|correct|yes|true|isn't it|doesn't it|yeah|ok|okay|y/n|yes or no)\s*\?+\s*$|, no\s*\?+\s*$"
    r"|\b(?:y/n|yes or no)\s*$|(?<!not )\b(?:allowed|legal|possible|permitted)\s*\?*\s*$",
    re.I,
)
ALTERNATIVES = re.compile(
    r"\bor\b(?!\s+(?:not|what|more|less|fewer|nah|no|so|later|lower|higher|above|below|greater)\b)", re.I
)
KEEPING = re.compile(r"\b(?:keep|keeps|kept|keeping|retain|retains|stay|stays|stayed|remain|remains)\b", re.I)
LOSING = re.compile(r"\b(?:lose|loses|lost|losing|leave|leaves|drop off|fall off|falls off|gone)\b", re.I)
STARTS = re.compile(
    r"(?:so|and|then|now|well|hey|um|/ruling)?\s*(?:can|may|do|does|did|is|are|am|was|were|will|would|must|should|could|has|have)"
    r"(?:n't|not)?\b",
    re.I,
)
DENIED = re.compile(
    r"(?<!that )(?<!who )(?<!which )\b(?:can't|cannot|can not|won't|doesn't|does not|don't|may not|mustn't|must not"
    r"|cant|wont|doesnt|dont)\b",
    re.I,
)
DENIED_TAGGED = re.compile(
    r"(?<!that )(?<!who )(?<!which )\b(?:isn't|is not|aren't|are not|never|no longer|isnt)\b", re.I
)
LOOSE_NOT = re.compile(
    r"\bnot to\b|^\W*(?:so |and |then )?[a-z]+ (?:i|we|he|she|it|they|you|(?:the|my|his|her|this|that) \w+) not\b", re.I
)


@lru_cache(maxsize=64)
def wanted_kind(question: str) -> str:
    """`number`, `options` or `yes_no` where the question's form tells; empty where it does not."""
    if TAGGED.search(question):
        return "yes_no"
    if NUMBER.search(question):
        return "number"
    if AUXILIARY.search(question):
        return "yes_no"
    return "options" if WHO.search(question) else ""


def alternatives(question: str) -> bool:
    """Whether the question puts two things side by side, `on top or under it?`, so that a yes answers nothing."""
    return bool(ALTERNATIVES.search(asked_clause(question)))


def keeps(text: str) -> bool | None:
    """Whether a text speaks of keeping (True) or losing (False); None for both and for neither."""
    keeping, losing = bool(KEEPING.search(text)), bool(LOSING.search(text))
    return None if keeping == losing else keeping


def asked_clause(question: str) -> str:
    """The part of a question that asks: the last one that begins like a question, else the last that is no tag."""
    parts = [part.strip() for clause in CLAUSES.split(question) for part in BEGINS.split(clause)]
    kept = [part for part in parts if part and not TAG.fullmatch(part)]
    inverted = [part for part in kept if STARTS.match(part)]
    return (inverted or kept or [question])[-1]


@lru_cache(maxsize=4_096)
def turns(question: str) -> int | None:
    """How often a question turns round what it asks: 0 for "may he …?", 1 for "is it forbidden …?" and "so he
    can't …, right?"; None where it cannot be told ("may he choose not to …?")."""
    asked = asked_clause(question)
    count = len(TURNED.findall(asked))
    if STARTS.match(asked):
        return None if LOOSE_NOT.search(asked) and not TURNED.search(asked) else count
    tagged = question.rstrip().endswith("?") and not question.rstrip(" ?!").endswith(asked)
    return count + len(DENIED.findall(asked)) + (len(DENIED_TAGGED.findall(asked)) if tagged else 0)
