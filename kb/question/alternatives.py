"""Two things put side by side: "front or support?" asks two questions at once, each by one of its sides."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.question.asking import ALTERNATIVES, alternatives
from kb.question.claims import BEGINS, VERBS, asking_sentence
from kb.records.question import Question, Side
from kb.words.text import fold, stem

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

JOINING = frozenset(
    "the a an my his her its their your our to in into on onto at from with by is are it does do goes go he she they i"
    " only just of that this be one".split()
)
PREPOSITIONS = r"\b(?:in|on|at|to|into|onto|with|by|from|before|after|under|over|behind|when|as|for|off)\s+"
PREPOSITION = re.compile(PREPOSITIONS, re.I)
PREPOSED = re.compile(PREPOSITIONS + r"(?:(?:the|a|an|my|his|her|its|their|your|our)\s+)?\Z", re.I)
OPENING = re.compile(rf"{VERBS}(?:n'?t)?\b", re.I)
LEADING = re.compile(r"\A(?:(?:the|a|an|only|just|then)\s+)+", re.I)
ASKED_BEHIND = re.compile(rf"(?:\s[-\u2013]\s+|[,;:]\s*)(?:so |and |then |but )?{BEGINS.pattern}", re.I)
HANGING = frozenset("and or the a an of to in on at by with for from my his her its their your our not".split())
WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")


def name_of(side: Side) -> str:
    """Its words without those that only join them to the sentence: `front row` for `in the front row`."""
    return SMALL.sub("", f"{side.words} ", count=1).strip() or side.words if SMALL.match(side.words) else side.words


def named_beside(side: Side, telling: str, other: Side) -> str:
    """A side's words as a name beside the other side: without the verb before them that the other has its own of
    (`set aside` for `are his cards set aside or does she get them`) or that belongs to both (`in a stand` for
    `does it go in a stand or on the board`): then from the words that tell it from the other side on."""
    if not OPENING.match(side.words):
        return LEADING.sub("", side.words)
    at = side.words.casefold().find(telling.casefold()) if telling else -1
    if at < 0 or not (OPENING.match(other.words) or PREPOSITION.match(other.words)):
        return name_of(side)
    before = PREPOSED.search(side.words[:at])
    return side.words[before.start() if before else at :]


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
    if ASKED_BEHIND.search(behind):
        return  # `an action, basic or special, can I take this one?`
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
            if words[length - 1].casefold() not in HANGING and not one.casefold().endswith(shared.casefold()):
                yield Side(one, f"{before} {shared}{rest}"), Side(own, f"{before[:cut]}{other}{rest}")
        yield Side(one, f"{before}{rest}"), Side(other, f"{before[:cut]}{other}{rest}")


def spoken_of(said: str, pair: tuple[Side, Side]) -> int | None:
    """Which of two sides, 0 or 1, something names that was said, by the stems of the words that the other side lacks;
    None where it names neither, or both."""
    one, other = (_stems(side.words) for side in pair)
    words = _stems(said)
    named = [bool(words & own) for own in (one - other, other - one)]
    return named.index(True) if sum(named) == 1 else None


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in WORD.findall(fold(text).replace("_", " "))) - JOINING


def joined(question: Question) -> bool:
    """Whether the question puts two things side by side, so that neither yes nor no answers it; not where a second
    question only says what else might be: `may it attack at once, or does it have to wait?`."""
    pair = next(iter(question.sides), None)
    return alternatives(question) or (pair is not None and not OPENING.match(pair[1].words))


def asks_again(question: Question) -> bool:
    """Whether what stands behind an "or" is a second question, the first one asking by itself."""
    return bool(question.sides and OPENING.match(question.sides[0][1].words))
