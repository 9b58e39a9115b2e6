"""A post that asks several things: its asking sentences, and for each the text in which it is read.

Whoever writes a post tells one story and asks two or three things of it, before, within or behind it. Each is read with
the whole story and without the other questions, which state nothing and would be answered in its place. Tags ("right?",
"is he right?") belong to the sentence before them; "quick question?" and "can anyone help?" ask nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kb.question.patterns import pattern
from kb.records.question import Span
from kb.words.text import content_words, stem
from kb.words.typography import PLAIN

BREAK = re.compile(
    r"(?<!\bvs\.)(?<!\bDr\.)(?<!\bMr\.)(?<!\bSt\.)(?<!\be\.g\.)(?<!\.\.\.)(?<!\s\.)(?<!\bi\.e\.)(?<=[.?!;])[\"')\]]*\s+"
    r"|\n\s*(?=\n|[-*•]\s|\(?\d{1,2}[.)]\s|[A-Z\"])",
    re.I,
)
"""What parts two sentences: white space behind a stop, or a line's end before what begins like a sentence."""
NUMBERED = re.compile(r"\s*(?:q(?:uestion)?\s*\d{0,2}|\(?(?:\d{1,2}|[a-e]))[.):](?:\s+|\Z)", re.I)
"""The number of a listed question, alone or before it: it counts nothing."""
WHETHER = re.compile(r"(?:if|whether)\s+(?:or not\s+)?", re.I)
STOPS = re.compile(r"[.!;\s]*\Z")
KIND_OF_ANSWER = frozenset("many much far long often big large number exactly else happen happens".split())
"""Content words that say what kind of answer is wanted, and nothing of what is asked."""
LITTLE = 1
LEAST = 5


@dataclass(frozen=True, slots=True)
class Asked:
    """One asking sentence of a post: where it stands as typed, its words, and the post as it is read for it.

    In `text`, which is as long as the post, what does not count for this question is blank. `before` is where the
    question stands at which this one points, `instead` what of this one is asked about in place of a thing there: `do
    auras pass walls? what about water?`.
    """

    span: Span
    said: str
    text: str
    before: Span | None = None
    instead: Span | None = None


@lru_cache(maxsize=16)  # each may hold its text 200 times
def asked_in(post: str) -> tuple[Asked, ...]:
    """The asking sentences of a post in their order, none where nothing is asked."""
    plain = post.translate(PLAIN)
    sentences = sentence_spans(plain)
    units = _units(plain, sentences)
    idle = [each for each in sentences if not any(each.within(unit) for unit in units) and _idle(_of(plain, each))]
    whole = [instead_in(_of(plain, each)) is None for each in units]  # asks by itself, not `what about water?`
    return tuple(_asked(post, plain, (*units, *idle), at, whole) for at in range(len(units)))


def sentence_spans(text: str) -> list[Span]:
    """Where the sentences of a post stand; a list's number is none."""
    gaps = [(each.start(), each.end()) for each in BREAK.finditer(text)]
    found = []
    for start, end in zip([0, *(end for _, end in gaps)], [*(start for start, _ in gaps), len(text)], strict=True):
        piece = text[start:end]
        listed = NUMBERED.match(piece)
        begin = start + (listed.end() if listed else len(piece) - len(piece.lstrip()))
        if piece.strip() and begin < end:
            found.append(Span(begin, begin + len(text[begin:end].rstrip())))
    return found


def asks(sentence: str) -> bool:
    """Whether a sentence asks for a ruling by itself: with a mark, without one, or `please tell me whether …`."""
    if pattern("posts", "company").match(sentence) or pattern("posts", "tag").match(sentence):
        return False
    marked = sentence.rstrip("\"')] ").endswith("?")
    return marked or any(pattern("posts", name).search(sentence) for name in ("indirect", "unmarked"))


def says_little(sentence: str) -> bool:
    """Whether a sentence is too short to be understood alone: `And how many?`, `Can he then?`."""
    return len({stem(word) for word in content_words(sentence) if word not in KIND_OF_ANSWER}) <= LITTLE


def supposes(sentence: str) -> bool:
    """Whether a sentence takes what was asked before it for so, or asks the same of something else."""
    return says_little(sentence) or pattern("posts", "supposes").search(sentence) is not None


def instead_in(sentence: str) -> Span | None:
    """Where a sentence names a thing of which it asks what was asked of another one before it: `What about water?`."""
    found = pattern("posts", "instead").match(sentence)
    return Span(found.start("what"), found.end("what")) if found else None


def points_back(sentence: str) -> bool:
    """Whether a sentence points at what was asked before it: `Is it unique then?`, `Who takes the second one?`."""
    return supposes(sentence) or pattern("posts", "points-back").search(sentence) is not None


def _of(text: str, span: Span) -> str:
    return text[span.start : span.end]


def _idle(sentence: str) -> bool:
    """Whether a sentence ends like a question and asks nothing: `Any ideas?`, `Right?`."""
    return sentence.rstrip("\"')] ").endswith("?") and not asks(sentence)


def _units(text: str, sentences: Sequence[Span]) -> list[Span]:
    """What asks: each asking sentence with the tags, guesses and rewordings behind it, `Which one? Blast?`, and a
    statement with the tag that asks whether it is so."""
    found: list[Span] = []
    for at, each in enumerate(sentences):
        sentence, before = _of(text, each), sentences[at - 1] if at else None
        behind = bool(found) and before is not None and found[-1].end == before.end
        if asks(sentence):
            if behind and (_adds(sentence) or _fragment(_of(text, found[-1]))):
                found[-1] = Span(found[-1].start, each.end)
            else:
                found.append(each)
        elif before is not None and _idle(sentence) and pattern("posts", "tag").match(sentence):
            if behind:
                found[-1] = Span(found[-1].start, each.end)
            elif pattern("posts", "claims").search(_of(text, before)) or pattern("posts", "opened").match(sentence):
                found.append(Span(before.start, each.end))
    return [each for each in found if each == found[-1] or not _fragment(_of(text, each))]


def opened(sentence: str) -> bool:
    """Whether a sentence has the form of a question: a verb before who or what, or a word like `which`."""
    return any(pattern("posts", name).search(sentence) for name in ("opened", "indirect", "unmarked"))


def _fragment(sentence: str) -> bool:
    """Whether a sentence is a few words without the form of a question: before one they tell a story, `wings?`."""
    return not opened(sentence) and len(sentence.split()) < LEAST


def _adds(sentence: str) -> bool:
    """Whether an asking sentence only guesses at, or says anew, what the one right before it asks."""
    if pattern("posts", "also-asks").match(sentence) or instead_in(sentence):
        return False
    return not opened(sentence) or pattern("posts", "rewords").match(sentence) is not None


def _asked(post: str, plain: str, units: Sequence[Span], at: int, whole: Sequence[bool]) -> Asked:
    """One of the asking units with the post in which it is read; what it takes for so stays. `whole` tells which units
    ask by themselves."""
    own, sentence = units[at], _of(plain, units[at])
    what = instead_in(sentence)
    if what is not None:  # `what about water? and what about fire?` both ask what was asked before them
        before = next((units[each] for each in reversed(range(at)) if whole[each]), None)
    else:
        before = units[at - 1] if at > 0 and points_back(sentence) else None
    kept = {own, before} if before and (what is not None or supposes(sentence)) else {own}
    letters = list(post)
    for listed in list_numbers(plain):
        letters[listed.start : listed.end] = " " * (listed.end - listed.start)
    for unit in units:
        if unit not in kept:
            letters[unit.start : unit.end] = " " * (unit.end - unit.start)
    _plainly(letters, plain, own)
    instead = Span(own.start + what.start, own.start + what.end) if what is not None and before else None
    return Asked(own, " ".join(_of(post, own).split()), "".join(letters), before, instead)


def list_numbers(text: str) -> list[Span]:
    """The numbers before the sentences of a list, `1.` and `2)`."""
    found = []
    for gap in [None, *BREAK.finditer(text)]:
        start = gap.end() if gap else 0
        if listed := NUMBERED.match(text, start):
            found.append(Span(start, listed.end()))
    return found


def _plainly(letters: list[str], plain: str, own: Span) -> None:
    """`Please tell me whether he stays.` as `he stays?`, and a question without its mark with one, each letter in its
    place."""
    sentence = _of(plain, own)
    begin = own.start
    if found := pattern("posts", "indirect").search(sentence):
        begin += found.end()
        whether = WHETHER.match(plain, begin, own.end)
        begin = whether.end() if whether else begin
        letters[own.start : begin] = " " * (begin - own.start)
    if "?" not in sentence:
        stops = STOPS.search(plain, begin, own.end)
        place = stops.start() if stops else own.end
        if place < len(letters):
            letters[place] = "?"
