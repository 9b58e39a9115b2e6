"""What bots write: `/press cost=4 recruited=2`, facts by their names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial

from kb.question.patterns import pattern
from kb.records.question import Pair, Question, Span
from kb.records.types import FactType, Plain, fits
from kb.words.forms import spelled_out
from kb.words.typography import Placed

find = partial(pattern, "pairs")

UNKNOWN = frozenset({"perhaps", "maybe", "unknown", "unsure", "undecided", "tbd", "na", "n/a", "?", "null"})
TRUE, FALSE = frozenset({"yes", "true", "y", "1"}), frozenset({"no", "false", "n", "0", "none", "nil", "never"})


def command(question: Question) -> tuple[Span, ...]:
    """Where a bot's command stands before a question."""
    found = find("command").match(question.text)
    return (Span(0, found.end()),) if found else ()


def unequal_said(draft: Placed) -> Placed:
    """A question whose `target!=dr_doom` is written out: `target: not dr doom,`."""
    return draft.sub(find("unequal"), lambda part: f"{part['key']}: not {part['value'].replace('_', ' ')},")


def pairs(text: str) -> tuple[Pair, ...]:
    """Every `name=value` of a question, in its order."""
    return tuple(_pair(found) for found in find("pair").finditer(text))


def _pair(found: re.Match[str]) -> Pair:
    glued = len(found[0]) == len(found["key"]) + 1 + len(found["value"])
    return Pair(found["key"].lower().replace("-", "_"), found["value"], Span(*found.span()), glued)


def without_facts(question: Question, slots: Mapping[str, FactType]) -> str:
    """A question's text with every `slot=value` blanked that is meant for one of the slots, given with their facts.
    Another name is read as words, its `_` as `-` and a sum as its value, all at their places, and a pair behind another
    as a clause of its own: `x hand=no press_guys=2+1` as `x hand=no,press-guys=3  `. The first pair belongs to the
    command before it: `/press recruited=2` counts what was recruited with press."""
    letters, last = list(question.text), -1
    for pair in question.pairs:
        start, end = pair.span.start, pair.span.end
        fitting = _fitting(pair, slots)
        letters[start:end] = _said(question.at(pair.span), pair, fitting)
        if pair.glued and not fitting:
            behind_another = last >= 0 and not "".join(letters[last:start]).strip()
            if behind_another and len(pair.key) > 1:  # but `push x=2`
                letters[start - 1] = ","
            last = end
    return "".join(letters)


def _said(written: str, pair: Pair, fitting: bool) -> str:
    """A pair as it is read, as long as it is written: `press = how much` is prose."""
    if fitting:
        return " " * len(written)
    if not pair.glued:
        return written.replace("_", " ").replace("=", " ")
    key, value = written[: len(pair.key)], _sum(pair.value)
    return f"{key.replace('_', '-')}={value.replace('_', ' ')}".ljust(len(written))


def denied_key(question: Question, end: int) -> bool:
    """Whether the key of a pair ends with the word before `end`, and its value says that it is not so."""
    return find("value-denies").match(question.text, end) is not None


def vague(question: Question, slot: str, fact: FactType) -> bool:
    """Whether a pair is meant for a truth value and says neither yes nor no: `barrier=solid`, `stunned=perhaps`."""
    return fact.value is None and any(
        each.key == slot and each.glued and plain_value(each.value, fact) is None for each in question.pairs
    )


def _fitting(pair: Pair, slots: Mapping[str, FactType]) -> bool:
    """Whether a pair is meant for a slot: not `press = how much`, nor words for a number, a choice or a truth value,
    `barrier=solid`; `stunned=perhaps` is meant and tells nothing."""
    fact = slots.get(pair.key)
    if fact is None:
        return False
    idle = fact.value is None and pair.glued and pair.value.lower().rstrip("?") in {*UNKNOWN, ""}
    return idle or plain_value(pair.value, fact) is not None


def _sum(written: str) -> str:
    return str(sum(map(int, written.split("+")))) if find("sum").match(written) else written


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
