"""Two things put side by side: "front or support?" asks two questions at once, each by one of its sides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import islice

from kb.question.patterns import pattern
from kb.records.question import Question, Side, Span
from kb.words.text import fold, stem

find = partial(pattern, "alternatives")

LONGEST = 9
SHARED = 3
MOST_ASKED = 80
"""A sentence of more words puts no two things side by side: each way to read its "or" is read by itself."""
MOST_READ = 2_500
"""So many characters are read in all those ways: of a long text only the likeliest are. Players have up to 2,100."""
JOINING = frozenset(
    "the a an my his her its their your our to in into on onto at from with by is are it does do goes go he she they i"
    " only just of that this be one".split()
)
HANGING = frozenset("and or the a an of to in on at by with for from my his her its their your our not".split())
EITHER = re.compile(r"\beither\b")
"""What stands before two things, and belongs to neither alone."""
WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")


def sides(text: str, asking: Span) -> tuple[tuple[Side, Side], ...]:
    """The ways to read the last "or" of the asking sentence as joining two things, the likeliest first; none where it
    joins nothing that is asked (`yes or no`, `3 or more`). Of a long text they are few, see MOST_READ."""
    return tuple(islice(_sides(text, asking), most_ways(len(text))))


def most_ways(letters: int) -> int:
    """How many ways to read its "or" are tried of a text of so many letters."""
    return max(1, MOST_READ // max(1, letters))


def _sides(text: str, asking: Span) -> Iterator[tuple[Side, Side]]:
    """All of the ways.

    Where the first thing begins no word tells for sure, so each way is to be tried: from a word like the second thing's
    first (`do I … or does he …`, `the front or the support row`), the whole clause before the "or", then one word of
    it, two, and so on; words behind the second thing may belong to both (`before or after the attack`).
    """
    found = list(find("or").finditer(text, asking.start, asking.end))
    if not found or len(text[asking.start : asking.end].split()) > MOST_ASKED:
        return
    before, behind = EITHER.sub("      ", text[: found[-1].start()]).rstrip(" ,"), text[found[-1].end() :].lstrip()
    stop = find("behind").search(behind)
    other, rest = (behind[: stop.start()], behind[stop.start() :]) if stop else (behind, "")
    if find("asked-behind").search(behind):
        return  # `an action, basic or special, can I take this one?`
    clause = max([asking.start, *(hit.end() for hit in find("boundary").finditer(text, asking.start, len(before)))])
    firsts = [hit.start() for hit in re.finditer(r"\S+", before[clause:])]
    words = other.split()
    for length in _lengths(before[clause:].split(), words):
        cut = clause + firsts[-length]
        one = before[cut:]
        shared, own = " ".join(words[length:]), " ".join(words[:length])
        joins = length <= SHARED and length < len(words) and words[length - 1].casefold() not in HANGING
        if joins and not one.casefold().endswith(shared.casefold()):
            yield Side(one, f"{before} {shared}{rest}"), Side(own, f"{before[:cut]}{other}{rest}")
        yield Side(one, f"{before}{rest}"), Side(other, f"{before[:cut]}{other}{rest}")


def _lengths(spoken: list[str], words: list[str]) -> list[int]:
    """Of how many words before the "or" the first thing may be, the likeliest first; `words` are the second thing's."""
    if not spoken or not words:
        return []
    helps = find("auxiliary")
    alike = [at for at, word in enumerate(spoken) if helps.match(word) and helps.match(words[0])]
    alike += [at for at, word in enumerate(spoken) if word.casefold() == words[0].casefold()]
    likely = [len(spoken) - at for at in reversed(alike)] + [len(spoken)]
    return list(dict.fromkeys(each for each in (*likely, *range(1, len(spoken))) if each <= LONGEST))


def name_of(side: Side) -> str:
    """Its words without those that only join them to the sentence: `front row` for `in the front row`."""
    joined = find("small-first").match(f"{side.words} ")
    return f"{side.words} "[joined.end() :].strip() or side.words if joined else side.words


def named_beside(side: Side, telling: str, other: Side) -> str:
    """A side's words as a name beside the other side: without the verb before them that the other has its own of
    (`set aside` for `are his cards set aside or does she get them`) or that belongs to both (`in a stand` for
    `does it go in a stand or on the board`): then from the words that tell it from the other side on."""
    if not find("opening").match(side.words):
        return find("leading").sub("", side.words)
    at = side.words.casefold().find(telling.casefold()) if telling else -1
    if at < 0 or not (find("opening").match(other.words) or find("preposition").match(other.words)):
        return name_of(side)
    before = find("preposed").search(side.words[:at])
    return side.words[before.start() if before else at :]


def spoken_of(said: str, pair: tuple[Side, Side]) -> int | None:
    """Which of two sides, 0 or 1, something names that was said, by the stems of the words that the other side lacks;
    None where it names neither, or both."""
    one, other = (_stems(side.words) for side in pair)
    words = _stems(said)
    named = [bool(words & own) for own in (one - other, other - one)]
    return named.index(True) if sum(named) == 1 else None


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in WORD.findall(fold(text).replace("_", " "))) - JOINING


def alternatives(question: Question) -> bool:
    """Whether the question puts two things side by side, `on top or under it?`, so that a yes answers nothing; also
    behind an open question, `when is it read, at once or in the attack?`."""
    asking, asked = (find("persons").sub("they", question.at(each)) for each in (question.asking, question.asked))
    parts = find("named-last").split(asking) if find("opens").match(asking) else ()
    named = len(parts) > 1 and find("or").search(parts[-1])
    return bool(named or find("now-or-later").search(asking) or find("or").search(asked))


def joined(question: Question) -> bool:
    """Whether the question puts two things side by side, so that neither yes nor no answers it; not where a second
    question only says what else might be: `may it attack at once, or does it have to wait?`."""
    return alternatives(question) or (bool(question.sides) and not asks_again(question))


def says_either(question: Question) -> bool:
    """Whether it is said `either` of two things, so that a yes or no answers it: `is it either a shot or a blow?`."""
    return bool(question.sides) and EITHER.search(question.at(question.asking)) is not None


def asks_again(question: Question) -> bool:
    """Whether what stands behind an "or" is a second question, the first one asking by itself."""
    return bool(question.sides and find("opening").match(question.sides[0][1].words))
