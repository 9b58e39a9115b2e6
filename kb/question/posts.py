"""A post that asks several things: its asking sentences, and for each the text in which it is read.

Whoever writes a post tells one story and asks two or three things of it, before, within or behind it. Each is read with
the whole story and without the other questions, which state nothing and would be answered in its place. Tags ("right?",
"is he right?") belong to the sentence before them; "quick question?" and "can anyone help?" ask nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from kb.question.patterns import pattern
from kb.records.question import Span
from kb.words.text import QUOTES, content_words, stem

MOST = 4
BREAK = re.compile(
    r"(?<!\bvs\.)(?<!\bDr\.)(?<!\bMr\.)(?<!\bSt\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<=[.?!;])[\"')\]]*\s+"
    r"|\n\s*(?=\n|[-*•]\s|\(?\d{1,2}[.)]\s|[A-Z\"])|\n\s*\n\s*",
    re.I,
)
NUMBERED = re.compile(r"\s*\(?(?:\d{1,2}|[a-e])[.):]\s*", re.I)
"""The number of a listed question, alone or before it: it counts nothing."""
ENDS = re.compile(r"[.!;\s]*\Z")
COUNTING = frozenset("many much far long often big large number exactly else happen happens".split())
"""Content words that say what kind of answer is wanted, and nothing of what is asked."""
ALONE = 1
"""A sentence with no more content words than this asks of what the sentence before it asked."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One asking sentence of a post: where it stands as typed, its words, and the post as it is read for it.

    `text` is as long as the post: what does not count for this question is blank. `follows` where the sentence points
    at what the one before it asked.
    """

    span: Span
    said: str
    text: str
    follows: bool = False


@lru_cache(maxsize=256)
def asked_in(post: str) -> tuple[Asked, ...]:
    """The asking sentences of a post in their order, none where nothing is asked."""
    plain = post.translate(QUOTES)
    parts = [Span(*each) for each in sentence_spans(plain)]
    units = _units(plain, parts)
    return tuple(_asked(post, plain, units, at) for at in range(len(units)))


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a post begin and end; a line of its own is one, a list's number is none."""
    found, start = [], 0
    for gap in [*BREAK.finditer(text), None]:
        end = gap.start() if gap else len(text)
        piece = text[start:end]
        lead = len(piece) - len(piece.lstrip())
        if piece.strip() and not NUMBERED.fullmatch(piece):
            found.append((start + lead, start + len(piece.rstrip())))
        start = gap.end() if gap else end
    return found


def asks(sentence: str) -> bool:
    """Whether a sentence asks for a ruling by itself: with a mark, without one, or `please tell me whether …`."""
    if pattern("posts", "company").match(sentence) or pattern("posts", "tag").match(sentence):
        return False
    marked = sentence.rstrip("\"')] ").endswith("?")
    return marked or any(pattern("posts", name).search(sentence) for name in ("indirect", "unmarked"))


def _units(text: str, sentences: list[Span]) -> list[Span]:
    """What asks: each asking sentence with the tags behind it; where nothing else asks, or it holds a claim, a statement
    with its tag."""
    found: list[Span] = []
    for at, each in enumerate(sentences):
        said = text[each.start : each.end]
        before = sentences[at - 1] if at else None
        if asks(said):
            found.append(each)
        elif before is not None and pattern("posts", "tag").match(said) and said.endswith("?"):
            if found and found[-1].end == before.end:
                found[-1] = Span(found[-1].start, each.end)
            elif pattern("posts", "claims").search(text[before.start : before.end]):
                found.append(Span(before.start, each.end))
    return found


def _asked(post: str, plain: str, units: list[Span], at: int) -> Asked:
    """One of the asking units with the post in which it is read."""
    own = units[at]
    said = " ".join(post[own.start : own.end].split())
    follows = at > 0 and points_back(plain[own.start : own.end])
    kept = {at, at - 1} if at > 0 and says_little(plain[own.start : own.end]) else {at}
    letters = list(plain if len(plain) == len(post) else post)
    for number, unit in enumerate(units):
        if number not in kept:
            letters[unit.start : unit.end] = " " * (unit.end - unit.start)
    if found := pattern("posts", "indirect").search(plain, own.start, own.end):
        _plainly(letters, found, own)
    return Asked(own, said, "".join(letters), follows)


def _plainly(letters: list[str], found: re.Match[str], own: Span) -> None:
    """`Please tell me whether he stays.` as `he stays?`, each letter in its place."""
    begin = found.end()
    rest = "".join(letters[begin : own.end])
    if clause := re.match(r"(?:if|whether)\s+(?:or not\s+)?", rest, re.I):
        begin += clause.end()
    letters[own.start : begin] = " " * (begin - own.start)
    ends = ENDS.search("".join(letters[begin : own.end]))
    if ends and ends[0]:
        letters[begin + ends.start()] = "?"


def says_little(sentence: str) -> bool:
    """Whether a sentence is too short to be understood alone: `And how many?`, `Can he then?`."""
    return len({stem(word) for word in content_words(sentence) if word not in COUNTING}) <= ALONE


def points_back(sentence: str) -> bool:
    """Whether a sentence points at what was asked before it: `Would it be unique then?`, `Who takes the second one?`."""
    return says_little(sentence) or pattern("posts", "points-back").search(sentence) is not None
