"""Two things put side by side: "front or support?" asks two questions at once, each by one of its sides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.asking import ALTERNATIVES
from kb.told import VERBS, asking_sentence

BOUNDARY = re.compile(r"[,:;(\u2013]\s*|\s-\s|\b(?:either|whether)\s+", re.I)
BEHIND = re.compile(r"\s*[,;?!.)]")
LONGEST = 9
AUXILIARY = re.compile(rf"{VERBS}(?:n'?t)?", re.I)
SHARED = 3
SMALL = re.compile(
    r"(?:(?:the|a|an|my|his|her|its|their|your|our|to|in|into|on|onto|at|from|with|by|is|are|it|does|do|goes|go|he|she"
    rf"|they|i|only|just|{VERBS})\s+)+",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Side:
    """One of two things asked about: its words, and the question as if it stood alone."""

    words: str
    question: str

    @property
    def name(self) -> str:
        """Its words without those that only join them to the sentence: `front row` for `in the front row`."""
        return SMALL.sub("", f"{self.words} ", count=1).strip() or self.words if SMALL.match(self.words) else self.words


def sides(question: str) -> Iterator[tuple[Side, Side]]:
    """The ways to read the last "or" of the asking sentence as joining two things, the likeliest first; none where it
    joins nothing that is asked (`yes or no`, `3 or more`).

    Where the first thing begins no word tells for sure, so each way is to be tried: from a word like the second thing's
    first (`do I … or does he …`, `the front or the support row`), the whole clause before the "or", then one word of
    it, two, and so on; words behind the second thing may belong to both (`before or after the attack`).
    """
    asking = asking_sentence(question) or question
    begun = question.rfind(asking)
    found = list(ALTERNATIVES.finditer(question, begun, begun + len(asking)))
    if not found:
        return
    start, end = found[-1].span()
    before, behind = question[:start].rstrip(" ,"), question[end:].lstrip()
    stop = BEHIND.search(behind)
    other, rest = (behind[: stop.start()], behind[stop.start() :]) if stop else (behind, "")
    clause = max([begun, *(hit.end() for hit in BOUNDARY.finditer(question, begun, len(before)))])
    firsts = [hit.start() for hit in re.finditer(r"\S+", before[clause:])]
    words = other.split()
    if not firsts or not words:
        return
    spoken = before[clause:].split()
    alike = [at for at, word in enumerate(spoken) if AUXILIARY.fullmatch(word) and AUXILIARY.fullmatch(words[0])]
    alike += [at for at, word in enumerate(spoken) if word.casefold() == words[0].casefold()]
    likely = [len(firsts) - at for at in reversed(alike)] + [len(firsts)]
    for length in dict.fromkeys(each for each in (*likely, *range(1, len(firsts))) if each <= LONGEST):
        cut = clause + firsts[-length]
        one = before[cut:]
        if length <= SHARED and length < len(words):
            shared = " ".join(words[length:])
            own = " ".join(words[:length])
            yield Side(one, f"{before} {shared}{rest}"), Side(own, f"{before[:cut]}{other}{rest}")
        yield Side(one, f"{before}{rest}"), Side(other, f"{before[:cut]}{other}{rest}")
