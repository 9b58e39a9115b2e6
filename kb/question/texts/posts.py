"""A post that asks several things: its asking sentences, and for each the text in which it is read.

Whoever writes a post tells one story and asks two or three things of it, before, within or behind it, also two in one
sentence. Each is read with what was told until it is asked and with what ends the post, and without the other
questions, which state nothing and would be answered in its place; what is told between two questions goes on to the
later one, unless nothing was told before. Tags ("right?", "is he right?") belong to the sentence before them; "quick
question?" and "can anyone help?" ask nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from kb.question.patterns import pattern
from kb.question.texts.coordinated import coordinated
from kb.question.texts.story import asks_from, opened, told_in, told_last, told_of_others
from kb.question.written.normal import sentences_ended_by_lines
from kb.records.question import Span
from kb.words.text import content_words, stem
from kb.words.typography import PLAIN

BREAK = re.compile(
    r"(?<!\bvs\.)(?<!\bDr\.)(?<!\bMr\.)(?<!\bSt\.)(?<!\be\.g\.)(?<!\.\.\.)(?<!\s\.)(?<!\bi\.e\.)(?<=[.?!;])[\"')\]]*\s+"
    r"|\n\s*(?=\(?\d{1,2}[.)]\s)",
    re.I,
)
"""What parts two sentences: white space behind a stop, or a line's end before a number of a list."""
NUMBERED = re.compile(r"\s*(?:q(?:uestion)?\s*\d{0,2}|\(?(?:\d{1,2}|[a-e]))[.):](?:\s+|\Z)", re.I)
"""The number of a listed question, alone or before it: it counts nothing."""
SPEAKER = re.compile(r"\s*[\w-]+(?: [\w-]+)?: ?\"(?=[^\"]*\?\"?\Z)")
"""Who asks what is quoted behind his name, `Kim: "and with two?"`: it is asked like what the writer asks himself."""
WHETHER = re.compile(r"(?:if|whether)\s+(?:or not\s+)?", re.I)
STOPS = re.compile(r"[.!;\s]*\Z")
KIND_OF_ANSWER = frozenset("many much far long often big large number exactly else happen happens".split())
"""Content words that say what kind of answer is wanted, and nothing of what is asked."""
LITTLE = 1
LEAST = 5
GUESS = 10
"""So many words without the form of a question are no guess at what was asked right before, but ask by themselves."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One asking sentence of a post: where it stands as typed, its words, and the post as it is read for it.

    In `text`, which is as long as the post, what does not count for this question is blank. `before` is where the
    question stands at which this one points, `instead` what of this one is asked about in place of a thing there: `do
    auras pass walls? what about water?`. It may be `joined` to others in one sentence; `lead` are the words before the
    first of those that belong to this one too: `if he drops to 0, does he leave, and who gets the card?`. Where it only
    `supposes` something, `and what if he had 3?`, the question before is asked once more. `recent` is what is told
    right before it, or before the questions right before it.
    """

    span: Span
    said: str
    text: str
    before: Span | None = None
    instead: Span | None = None
    lead: Span | None = None
    joined: bool = False
    supposes: bool = False
    recent: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class _Unit:
    """What asks one thing, alone or beside others of `whole`; `lead` are the words that all of them need, `recent` is
    what was told last before it."""

    span: Span
    whole: Span
    lead: Span
    recent: tuple[Span, ...] = ()


@lru_cache(maxsize=16)  # each may hold its text 200 times
def asked_in(post: str) -> tuple[Asked, ...]:
    """The asking sentences of a post in their order, none where nothing is asked."""
    plain = post.translate(PLAIN)
    sentences = sentence_spans(plain)
    whole = _units(plain, sentences)
    units = [unit for each in whole for unit in _joined(plain, each)]
    idle = [each for each in sentences if not any(each.within(unit) for unit in whole) and _idle(_of(plain, each))]
    alone = [_asks_alone(_of(plain, each.span)) for each in units]
    listed = _blanked(post, list_numbers(plain))
    told = [each for each in sentences if each not in idle and not any(each.within(unit) for unit in whole)]
    units = [replace(each, recent=told_last(told, whole, each.whole)) for each in units]
    halves = [half for each in whole if (half := told_in(plain, each)) is not None]
    silent = [*idle, *(asks_from(each, halves) for each in whole)]
    story = _stopped(_blanked(listed, silent), halves)
    return tuple(
        _asked(post, plain, listed, _blanked(story, told_of_others(told, halves, whole, unit.whole)), units, at, alone)
        for at, unit in enumerate(units)
    )


def sentence_spans(text: str) -> list[Span]:
    """Where the sentences of a post stand; a list's number is none."""
    gaps, found = _breaks(text), []
    for start, end in zip([0, *(end for _, end in gaps)], [*(start for start, _ in gaps), len(text)], strict=True):
        piece = text[start:end]
        listed = NUMBERED.match(piece) or SPEAKER.match(piece)
        begin = start + (listed.end() if listed else len(piece) - len(piece.lstrip()))
        if piece.strip() and begin < end:
            found.append(Span(begin, begin + len(text[begin:end].rstrip())))
    return found


def _breaks(text: str) -> list[tuple[int, int]]:
    """What stands between two sentences, in the text's order."""
    stops = [each.span() for each in BREAK.finditer(text)]
    ends = [(each.start, each.end) for each in sentences_ended_by_lines(text)]
    return sorted(
        [*stops, *(each for each in ends if not any(each[0] < end and start < each[1] for start, end in stops))]
    )


def asks(sentence: str) -> bool:
    """Whether a sentence asks for a ruling by itself: with a mark, without one, or `please tell me whether …`."""
    if pattern("posts", "company").match(sentence) or pattern("posts", "tag").match(sentence):
        return False
    marked = sentence.rstrip("\"')] ").endswith("?")
    told = marked or any(pattern("posts", name).search(sentence) for name in ("indirect", "unmarked"))
    return told or bool(coordinated(sentence))


def says_little(sentence: str) -> bool:
    """Whether a sentence is too short to be understood alone: `And how many?`, `Can he then?`."""
    return len({stem(word) for word in content_words(sentence) if word not in KIND_OF_ANSWER}) <= LITTLE


def supposes(sentence: str) -> bool:
    """Whether a sentence takes what was asked before it for so, or asks the same of something else."""
    if says_little(sentence):
        return True
    found = pattern("posts", "supposes").search(sentence)
    if found is None or found[0].lower() != "then":
        return found is not None
    return pattern("posts", "when").search(sentence, 0, found.start()) is None


def instead_in(sentence: str) -> Span | None:
    """Where a sentence names a thing of which it asks what was asked of another one before it: `What about water?`."""
    found = pattern("posts", "instead").match(sentence)
    return Span(found.start("what"), found.end("what")) if found else None


def supposed_in(sentence: str) -> Span | None:
    """The words of asking in a sentence that only supposes something: `what` in `And what if his shield was 3?`."""
    found = pattern("posts", "what-if").match(sentence)
    return None if found is None or opened(sentence[found.end() :]) else Span(found.start("asks"), found.end("asks"))


def _asks_alone(sentence: str) -> bool:
    """Whether a sentence says itself what it asks, unlike `what about water?` and `what if he had 3?`."""
    return instead_in(sentence) is None and supposed_in(sentence) is None


def points_back(sentence: str) -> bool:
    """Whether a sentence points at what was asked before it: `Is it unique then?`, `Who takes the second one?`."""
    return supposes(sentence) or pattern("posts", "points-back").search(sentence) is not None


def refers(sentence: str) -> bool:
    """Whether a question names something by a word that stands for what was named before it: `how much is that?`."""
    return pattern("posts", "refers").search(sentence) is not None


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
            elif _tells_a_claim(_of(text, before)) or _asks_of_it(sentence):
                found.append(Span(before.start, each.end))
    return [each for each in found if each == found[-1] or not _fragment(_of(text, each))]


def _tells_a_claim(sentence: str) -> bool:
    """Whether a sentence states what may or may not be so: `so I pay 4`, `my friend says I lose it`."""
    return pattern("posts", "claims").search(sentence) is not None


def _asks_of_it(tag: str) -> bool:
    """Whether a tag asks whether something that was told is so, or may be done: `may I?`, `allowed?`."""
    return any(pattern("posts", name).match(tag) for name in ("opened", "permits"))


def _fragment(sentence: str) -> bool:
    """Whether a sentence is a few words without the form of a question: before one they tell a story, `wings?`."""
    return not opened(sentence) and len(sentence.split()) < LEAST


def _adds(sentence: str) -> bool:
    """Whether an asking sentence only guesses at, or says anew, what the one right before it asks."""
    if pattern("posts", "also-asks").match(sentence) or instead_in(sentence):
        return False
    guesses = not opened(sentence) and len(sentence.split()) < GUESS
    return guesses or pattern("posts", "rewords").match(sentence) is not None


def _joined(plain: str, whole: Span) -> list[_Unit]:
    """The questions that a sentence of an asking unit joins, each for itself; the unit where it joins none."""
    for sentence in sentence_spans(_of(plain, whole)):
        start = whole.start + sentence.start
        if parts := coordinated(_of(plain, whole)[sentence.start : sentence.end]):
            lead = Span(start, start + parts[0].asks)
            begins = [whole.start, *(start + each.span.start for each in parts[1:])]
            ends = [*(start + each.span.end for each in parts[:-1]), whole.end]
            return [_Unit(Span(*each), whole, lead) for each in zip(begins, ends, strict=True)]
    return [_Unit(whole, whole, Span(whole.start, whole.start))]


def _asked(
    post: str, plain: str, listed: str, story: str, units: Sequence[_Unit], at: int, alone: Sequence[bool]
) -> Asked:
    """One of the asking units with the post in which it is read: its story, the unit and what it takes for so. `alone`
    tells which units ask by themselves."""
    own, sentence = units[at], _of(plain, units[at].span)
    last = units[at - 1] if at > 0 else None
    beside = last is not None and last.whole == own.whole
    what, supposed = instead_in(sentence), supposed_in(sentence)
    what = Span(supposed.end, len(sentence)) if supposed is not None else what
    if not alone[at]:  # `what about water? and what about fire?` both ask what was asked before them
        before = next((units[each] for each in reversed(range(at)) if alone[each]), None)
    else:
        points = points_back(sentence) or (beside and refers(sentence))
        before = last if points and (beside or not _told_since(plain, own, last)) else None
    kept = [own, before] if before and (not alone[at] or beside or supposes(sentence)) else [own]
    letters = list(story)
    for stays in (span for unit in kept for span in (unit.lead, unit.span)):
        letters[stays.start : stays.end] = listed[stays.start : stays.end]
    if supposed is not None and before is not None:
        _told_only(letters, own.span, supposed)
    else:
        _plainly(letters, plain, own.span)
    for unit in kept:
        if unit.span.end < unit.whole.end:
            letters[unit.span.end] = "?"
    lead = kept[-1].lead
    return Asked(
        span=own.span,
        said=" ".join(_of(post, own.span).split()),
        text="".join(letters),
        before=before.span if before else None,
        instead=_part_of(own.span, what) if what is not None and before else None,
        lead=None if any(lead.within(each.span) for each in kept) else lead,
        joined=own.span != own.whole,
        supposes=supposed is not None and before is not None,
        recent=own.recent,
    )


def _told_since(plain: str, own: _Unit, last: _Unit | None) -> bool:
    """Whether something is told between a question and the last one, or by itself before it asks: then `then` means
    after that."""
    since = last is not None and any(last.whole.end <= each.start for each in own.recent)
    return since or told_in(plain, own.span) is not None


def _part_of(outer: Span, inner: Span) -> Span:
    """Where a stretch of a stretch stands in the whole."""
    return Span(outer.start + inner.start, outer.start + inner.end)


def _told_only(letters: list[str], own: Span, asks: Span) -> None:
    """`And what if his shield was 3?` as `And if his shield was 3.`, each letter in its place."""
    letters[own.start + asks.start : own.start + asks.end] = " " * (asks.end - asks.start)
    letters[own.start : own.end] = ["." if each == "?" else each for each in letters[own.start : own.end]]


def _blanked(post: str, spans: Iterable[Span]) -> str:
    """A post with blanks for some stretches of it."""
    letters = list(post)
    for span in spans:
        letters[span.start : span.end] = " " * (span.end - span.start)
    return "".join(letters)


def _stopped(story: str, halves: Iterable[Span]) -> str:
    """A story in which what asking sentences told ends with a stop, as a sentence of its own."""
    letters = list(story)
    for each in halves:
        letters[each.end] = "."
    return "".join(letters)


def list_numbers(text: str) -> list[Span]:
    """The numbers before the sentences of a list, `1.` and `2)`."""
    found = []
    for start in [0, *(end for _, end in _breaks(text))]:
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
