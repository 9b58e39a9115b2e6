"""Several questions in one sentence: "is he moved, and does he lose a turn?" asks two.

They are joined by "and" or "but" where what follows begins like a question by itself and a question stands before it.
Two things side by side are none ("does he go first or do I?", kb/question/alternatives.py), nor two verbs of one
question ("may I move and attack?"), two nouns ("how much ATK and DEF?"), or what a question holds inside ("do I know
who moves and who stays?").
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import partial

from kb.question.patterns import pattern
from kb.records.question import Span

find = partial(pattern, "coordinated")

KINDS = ("open", "closed", "subject", "finite", "several", "bare")
"""The groups of the patterns `joined` and `question` that tell how a question begins."""
BLANK = re.compile(r"\s")


@dataclass(frozen=True, slots=True)
class Coordinated:
    """One question of a sentence: where it stands, and where it begins to ask. The words before that of the sentence's
    first question belong to each of them: `if he drops to 0, does he leave, and who gets the card?`."""

    span: Span
    asks: int


def coordinated(sentence: str) -> tuple[Coordinated, ...]:
    """The questions that a sentence joins, in their order; none where it joins no two."""
    sentence = BLANK.sub(" ", sentence)
    marked = sentence.rstrip("\"')] ").endswith("?")
    joints = list(find("joined").finditer(sentence))
    if not joints:
        return ()
    places = {name: _places(find(name), sentence) for name in ("depends", "embeds", "tells")}
    found: list[Coordinated] = []
    start, first = 0, find("question").search(sentence)
    for joint in joints:
        if first is None or first.end() > joint.start():
            continue
        held = Span(first.end(), joint.start())
        holds = {name for name, each in places.items() if _holds(each, held)}
        if _apart(joint, first, holds, marked) and not _idle(sentence, joint):
            found.append(Coordinated(Span(start, joint.start()), start if found else _begin(sentence, first)))
            start, first = joint.start("question"), joint
    return (*found, Coordinated(Span(start, len(sentence)), start)) if found else ()


def _apart(joint: re.Match[str], before: re.Match[str], holds: Set[str], marked: bool) -> bool:
    """Whether what is joined is a question beside the one before it, and belongs to no clause that this one `holds`. A
    sentence without a mark must begin like a question where what is joined might not: `he won, did 4 and has the cup`.
    """
    kind, first, comma = _kind(joint), _kind(before), joint["comma"] is not None
    if kind in ("open", "closed"):
        return True
    if not marked and (before.start() > 0 or kind == "bare"):
        return False
    match kind:
        case "finite":  # `does he leave if he moves and is the last one?`
            return comma or "depends" not in holds
        case "several":  # `may I move and do the things that I want?`
            return comma
        case "bare":  # `who moves and is down?`, `is it true he moved and is down?`
            return first != "subject" and not holds & {"depends", "tells"}
        case _:  # `may I choose which one moves and which one stays?`
            return "embeds" not in holds and (comma or first in ("open", "subject"))


def _kind(found: re.Match[str]) -> str:
    """How a question begins: with the verb (closed) or a word like `which`, that asks for its subject or not."""
    return next(each for each in KINDS if found.groupdict().get(each) is not None)


def _idle(sentence: str, joint: re.Match[str]) -> bool:
    """Whether what is joined only asks whether the question before it is answered so: `and is that right?`."""
    return any(pattern("posts", name).match(sentence[joint.start("question") :]) for name in ("tag", "company"))


def _begin(sentence: str, found: re.Match[str]) -> int:
    """Where the first question of a sentence begins to ask."""
    begin = 0 if found.start() == 0 else _start(found)
    led = find("led").search(sentence, 0, begin)
    return led.start() if led else begin


def _start(found: re.Match[str]) -> int:
    """Where a question begins, behind the stop or the words before it."""
    return found.start(_kind(found))


def _places(word: re.Pattern[str], sentence: str) -> list[int]:
    return [each.start() for each in word.finditer(sentence)]


def _holds(places: Sequence[int], span: Span) -> bool:
    at = bisect_left(places, span.start)
    return at < len(places) and places[at] < span.end
