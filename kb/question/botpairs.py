"""What bots write: `/press cost=4 recruited=2`, facts by their names."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kb.records.checks import FactType, Plain
from kb.records.question import Pair, Question, Span
from kb.records.types import fits
from kb.words.forms import spelled_out
from kb.words.typography import Placed

BOT_FACT = re.compile(r"\b([a-z][a-z0-9_-]*)\s*=\s*(\"[^\"]*\"|[^\s,;]+)", re.IGNORECASE)
COMMAND = re.compile(r"\A\s*/(?:ruling|rule|rules|ask|judge)\b", re.IGNORECASE)
DENIED = re.compile(r"[-\w]*=(?:no|none|false|n|never|nil|0|not[ _-]yet)(?![-\w+])", re.IGNORECASE)
"""The rest of a pair that says that what its key names is not so: `hand=none`."""
UNEQUAL = re.compile(r"\b([a-z][\w.-]*)\s*(?:!==?|<>)\s*(\"[^\"]*\"|[a-z][\w-]*)", re.IGNORECASE)
SUM = re.compile(r"\d+(?:\+\d+)+")
UNKNOWN = frozenset({"perhaps", "maybe", "unknown", "unsure", "undecided", "tbd", "na", "n/a", "?", "null"})
TRUE, FALSE = frozenset({"yes", "true", "y", "1"}), frozenset({"no", "false", "n", "0", "none", "nil", "never"})


def command(question: Question) -> tuple[Span, ...]:
    """Where a bot's command stands before a question."""
    found = COMMAND.match(question.text)
    return (Span(0, found.end()),) if found else ()


def unequal_said(draft: Placed) -> Placed:
    """A question whose `target!=dr_doom` is written out: `target: not dr doom,`."""
    return draft.sub(UNEQUAL, lambda part: f"{part[1]}: not {part[2].replace('_', ' ')},")


def without_facts(question: str, slots: Mapping[str, FactType]) -> str:
    """A question with every `slot=value` blanked that is meant for one of the slots, given with their facts. Another
    name is read as words, its `_` as `-` and a sum as its value, all at their places, and a pair behind another as a
    clause of its own: `x hand=no press_guys=2+1` as `x hand=no,press-guys=3  `. The first pair belongs to the command
    before it: `/press recruited=2` counts what was recruited with press."""

    def said(part: re.Match[str]) -> str:
        if _fitting(part, slots):
            return " " * len(part[0])
        if not _plain(part):
            return part[0].replace("_", " ").replace("=", " ")  # `press = how much` is prose
        value = _sum(part[2]).replace("_", " ")
        return f"{part[1].replace('_', '-')}={value}".ljust(len(part[0]))

    parted, last = list(question), -1
    for part in BOT_FACT.finditer(question):
        if _fitting(part, slots) or not _plain(part):
            continue
        between = BOT_FACT.sub(said, question[last : part.start()]) if last >= 0 else "?"
        if not between.strip() and len(part[1]) > 1:  # but `push x=2`
            parted[part.start() - 1] = ","
        last = part.end()
    return BOT_FACT.sub(said, "".join(parted))


def _plain(part: re.Match[str]) -> bool:
    """Whether no space stands within a pair."""
    return len(part[0]) == len(part[1]) + 1 + len(part[2])


def denied_key(question: Question, end: int) -> bool:
    """Whether the key of a pair ends with the word before `end`, and its value says that it is not so."""
    return DENIED.match(question.text, end) is not None


def pairs(question: str) -> tuple[Pair, ...]:
    """Every `name=value` of a question, in its order."""
    return tuple(
        Pair(found[1].lower().replace("-", "_"), found[2], Span(*found.span()), _plain(found))
        for found in BOT_FACT.finditer(question)
    )


def vague(question: Question, slot: str, fact: FactType) -> bool:
    """Whether a pair is meant for a truth value and says neither yes nor no: `barrier=solid`, `stunned=perhaps`."""
    return fact.value is None and any(
        each.key == slot and each.glued and plain_value(each.value, fact) is None for each in question.pairs
    )


def _fitting(part: re.Match[str], slots: Mapping[str, FactType]) -> bool:
    """Whether a `word=value` of the question is meant for a slot: not `press = how much`, nor words for a number, a
    choice or a truth value, `barrier=solid`; `stunned=perhaps` is meant and tells nothing."""
    fact = slots.get(part[1].lower().replace("-", "_"))
    if fact is None:
        return False
    idle = fact.value is None and _plain(part) and part[2].lower().rstrip("?") in {*UNKNOWN, ""}
    return idle or plain_value(part[2], fact) is not None


def _sum(written: str) -> str:
    return str(sum(map(int, written.split("+")))) if SUM.fullmatch(written) else written


def plain_value(written: str, fact: FactType) -> Plain | None:
    """The value of a fact that a bot writes; None where it is none."""
    low = written.lower()
    if fact.value is None:
        return True if low in TRUE else False if low in FALSE else None
    if fact.value.kind == "enum":
        return _word_of(low, fact)
    number = _sum(low)
    value = int(number) if fact.value.kind == "int" and re.fullmatch(r"[+-]?\d{1,7}", number) else None
    return value if value is not None and fits(value, fact.value) else None


def _word_of(written: str, fact: FactType) -> str | None:
    """The word of an enum that a bot writes as it stands, by its label, as players say it, or by its beginning; None
    where that is none, or could be several."""
    assert fact.value is not None
    spoken, plain = dict(fact.words), written.replace("_", " ").replace("-", " ")
    named = [
        word
        for word, label in fact.value.words
        if written == word
        or plain in (label.lower(), *(each.lower() for form in spoken.get(word, ()) for each in spelled_out(form)))
    ]
    named = named or [word for word, _ in fact.value.words if word.startswith(f"{written.replace('-', '_')}_")]
    return named[0] if len(named) == 1 else None
