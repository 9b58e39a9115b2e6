"""The part of a clause that decides, for a first look: its deciding sentences, the rest left out with a mark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from kb.records import plain
from kb.words.terms import tokens
from kb.words.text import stem
from service.show.quoting.marks import Span, listed, quoted, spanned
from service.show.quoting.sentences import sentences
from service.show.quoting.standing import outside

ROOM = 240
"""Letters of a clause that a phone shows in six lines: a longer clause is shown by its deciding sentences."""
ALONE = 560
"""The same of the clause that is all that an answer without a verdict tells."""
LEFT_OUT = "[…]"
THEREFORE = re.compile(r"\b(?:therefore|thus|hence|thereby)\b", re.IGNORECASE)
"""Words of a sentence that follows from the one before it."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """`shown` is what is seen at first, `whole` the clause with the same words marked; `cut` where they differ."""

    shown: Markup
    whole: Markup
    cut: bool


def excerpt(
    text: str, content: Iterable[str], quotes: Sequence[str] = (), mark: bool = True, alone: bool = False
) -> Excerpt:
    """A clause's deciding words, with the sentences that they stand in; marked, unless it only comes nearest. More of
    them where it stands `alone`, without a verdict; which of them decides is then marked only where a proof says so.

    They are the `quotes` that a proof rests on; else the one sentence that holds most of the question's `content`
    words, unless the clause is that one sentence.
    """
    words = plain(text)
    shown = listed(words)
    parts = sentence_spans(shown)
    spans = quoted(words, quotes) if quotes else nearest_sentence(shown, parts, content)
    mark = mark and (bool(quotes) or not alone)
    whole = spanned(shown, spans if mark else [])
    room = ALONE if alone else ROOM
    kept = parts if len(shown) <= room else _kept(shown, parts, spans, _held(shown, parts, content), room)
    if len(kept) == len(parts):
        return Excerpt(whole, whole, False)
    pieces = []
    for start, end in kept:
        own = [(max(a, start) - start, min(b, end) - start) for a, b in spans if mark and a < end and b > start]
        pieces += [Markup(_between(shown, kept, start)), spanned(shown[start:end], own)]
    last = Markup(f" {LEFT_OUT}" if kept[-1][1] < len(shown) else "")
    return Excerpt(Markup("").join([*pieces, last]), whole, True)


def _between(shown: str, kept: Sequence[Span], start: int) -> str:
    """What stands before a sentence that is kept: its own white space, or a mark for what is left out."""
    before = max((end for _, end in kept if end <= start), default=0)
    passed = shown[before:start]
    return passed if not passed.strip() else f" {LEFT_OUT} " if before else f"{LEFT_OUT} "


def sentence_spans(text: str) -> list[Span]:
    """Where each sentence of each line stands."""
    found = []
    for line in re.finditer(r"[^\n]+", text):
        at = line.start()
        for sentence in sentences(line.group()):
            start = text.index(sentence, at)
            at = start + len(sentence)
            found.append((start, at))
    return found or [(0, len(text))]


def nearest_sentence(text: str, parts: Sequence[Span], content: Iterable[str]) -> list[Span]:
    """The sentence that holds most of the words, the rarer in this text the more; none where it is the only one, or
    where none holds any."""
    scores = _held(text, parts, content)
    best = max(scores)
    return [parts[scores.index(best)]] if best and len(parts) > 1 else []


def _held(text: str, parts: Sequence[Span], content: Iterable[str]) -> list[float]:
    """How much of the words each sentence holds, the rarer a word in this text the more."""
    wanted = {stem(word) for word in content}
    held = [{stem(token.word) for token in tokens(text[start:end])} & wanted for start, end in parts]
    weight = {word: 1 / sum(word in each for each in held) for each in held for word in each}
    return [sum(weight[word] for word in each) for each in held]


def _kept(text: str, parts: Sequence[Span], spans: Sequence[Span], held: Sequence[float], room: int) -> list[Span]:
    """The sentences to show, in their order: those that decide while there is room, first the one that holds most of
    the question's words, always; then those that follow and go before it without a gap, those before it first where it
    points back at them."""
    deciding = [at for at, (start, end) in enumerate(parts) if any(a < end and b > start for a, b in spans)] or [0]
    deciding.sort(key=lambda at: -held[at])
    chosen = {deciding[0]}
    for at in deciding[1:]:
        if _fits(parts, chosen | {at}, room):
            chosen.add(at)
    back = outside(text[slice(*parts[deciding[0]])]) or THEREFORE.search(text, *parts[deciding[0]])
    for step in (-1, 1) if back else (1, -1):
        at = deciding[0] + step
        while 0 <= at < len(parts) and _fits(parts, chosen | {at}, room):
            chosen.add(at)
            at += step
    return [parts[at] for at in sorted(chosen)]


def _fits(parts: Sequence[Span], chosen: set[int], room: int) -> bool:
    """Whether so many sentences fit into so many letters."""
    return sum(parts[at][1] - parts[at][0] for at in chosen) <= room
