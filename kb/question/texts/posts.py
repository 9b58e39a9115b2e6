"""A post that asks several things: its asking sentences, and for each the text in which it is read.

Whoever writes a post tells one story and asks two or three things of it, before, within or behind it, also two in one
sentence. Each is read with what was told until it is asked and with what ends the post, and without the other
questions, which state nothing and would be answered in its place; what is told between two questions goes on to the
later one, unless nothing was told before. Tags ("right?", "is he right?") belong to the sentence before them; "quick
question?" and "can anyone help?" ask nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kb.question.patterns import pattern
from kb.question.texts.breaks import list_numbers, sentence_spans
from kb.question.texts.kinds import asks_nothing, points_back, refers, supposes
from kb.question.texts.masked import blanked, marked, replaced, shown
from kb.question.texts.story import asks_from, told_in, told_last, told_of_others
from kb.question.texts.units import AskingUnit, asking_spans, asking_units
from kb.records.question import Span
from kb.words.typography import IN_PLACE

WHETHER = re.compile(r"(?:if|whether)\s+(?:or not\s+)?", re.I)
STOPS = re.compile(r"[.!;\s]*\Z")


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
class _Post:
    """A post in forms of the same length, so that a place is the same in each: as it was `typed`, in `plain`
    characters, `unlisted` without the numbers of its lists, and the `story` that it tells, which asks nothing.

    `asking` are the stretches that ask, `told` the sentences that do not; `halves` stand where asking sentences tell
    something before they ask.
    """

    typed: str
    plain: str
    unlisted: str
    story: str
    asking: Sequence[Span]
    told: Sequence[Span]
    halves: Sequence[Span]

    @classmethod
    def of(cls, typed: str) -> _Post:
        """A post as it was typed."""
        plain = typed.translate(IN_PLACE)
        unlisted = blanked(typed, list_numbers(plain))
        sentences = sentence_spans(plain)
        asking = asking_spans(plain, sentences)
        others = [each for each in sentences if not any(each.within(whole) for whole in asking)]
        idle = [each for each in others if asks_nothing(plain[each.start : each.end])]
        halves = [half for each in asking if (half := told_in(plain, each)) is not None]
        story = blanked(unlisted, [*idle, *(asks_from(each, halves) for each in asking)])
        story = marked(story, [each.end for each in halves], ".")
        told = [each for each in others if each not in idle]
        return cls(typed, plain, unlisted, story, asking, told, halves)

    def story_of(self, unit: AskingUnit) -> str:
        """The story without what is told for the questions behind one."""
        return blanked(self.story, told_of_others(self.told, self.halves, self.asking, unit.whole))

    def recent(self, unit: AskingUnit) -> tuple[Span, ...]:
        """What is told last before a question."""
        return told_last(self.told, self.asking, unit.whole)


@lru_cache(maxsize=16)  # each may hold its text 200 times
def asked_in(post: str) -> tuple[Asked, ...]:
    """The asking sentences of a post in their order, none where nothing is asked."""
    texts = _Post.of(post)
    units = asking_units(texts.plain, texts.asking)
    return tuple(_asked(texts, unit, units[:at]) for at, unit in enumerate(units))


def _asked(post: _Post, own: AskingUnit, earlier: Sequence[AskingUnit]) -> Asked:
    """One of the asking units with the post in which it is read: its story, the unit and what it takes for so, which is
    one of the `earlier` units."""
    before = _pointed_at(post, own, earlier)
    kept = [own, before] if before is not None and _takes_for_so(own, earlier) else [own]
    lead = kept[-1].lead
    return Asked(
        span=own.span,
        said=" ".join(post.typed[own.span.start : own.span.end].split()),
        text=_text(post, own, before, kept),
        before=before.span if before is not None else None,
        instead=own.instead if before is not None else None,
        lead=None if any(lead.within(each.span) for each in kept) else lead,
        joined=own.span != own.whole,
        supposes=own.supposed is not None and before is not None,
        recent=post.recent(own),
    )


def _pointed_at(post: _Post, own: AskingUnit, earlier: Sequence[AskingUnit]) -> AskingUnit | None:
    """The question before a unit at which it points; None where it points at none."""
    if not own.alone:  # `what about water? and what about fire?` both ask what was asked before them
        return next((each for each in reversed(earlier) if each.alone), None)
    beside = _beside_the_last(own, earlier)
    points = points_back(own.sentence) or (beside and refers(own.sentence))
    return earlier[-1] if earlier and points and (beside or not _told_since(post, own, earlier[-1])) else None


def _beside_the_last(own: AskingUnit, earlier: Sequence[AskingUnit]) -> bool:
    """Whether the question before a unit stands in its sentence: `is he moved, and how far?`."""
    return bool(earlier) and earlier[-1].whole == own.whole


def _takes_for_so(own: AskingUnit, earlier: Sequence[AskingUnit]) -> bool:
    """Whether a unit that points at another question is to be read together with that."""
    return not own.alone or _beside_the_last(own, earlier) or supposes(own.sentence)


def _told_since(post: _Post, own: AskingUnit, last: AskingUnit) -> bool:
    """Whether something is told between a question and the last one, or by itself before it asks: then `then` means
    after that."""
    since = any(last.whole.end <= each.start for each in post.recent(own))
    return since or told_in(post.plain, own.span) is not None


def _text(post: _Post, own: AskingUnit, before: AskingUnit | None, kept: Sequence[AskingUnit]) -> str:
    """The post as it is read for a unit: its story with the units that are `kept`, each of which ends with a mark."""
    text = shown(post.story_of(own), post.unlisted, [span for unit in kept for span in (unit.lead, unit.span)])
    if own.supposed is not None and before is not None:
        text = _told_only(text, own.span, own.supposed)
    else:
        text = _plainly(text, post.plain, own.span)
    return marked(text, [unit.span.end for unit in kept if unit.goes_on], "?")


def _told_only(text: str, own: Span, asks: Span) -> str:
    """A text with `And what if his shield was 3?` as `And      if his shield was 3.`: its words of asking `asks`."""
    text = blanked(text, [asks])
    return replaced(text, own, text[own.start : own.end].replace("?", "."))


def _plainly(text: str, plain: str, own: Span) -> str:
    """A text with `Please tell me whether he stays.` as `he stays?`, and a question without its mark with one."""
    sentence, begin = plain[own.start : own.end], own.start
    if found := pattern("posts", "indirect").search(sentence):
        begin += found.end()
        whether = WHETHER.match(plain, begin, own.end)
        begin = whether.end() if whether else begin
        text = blanked(text, [Span(own.start, begin)])
    if "?" in sentence:
        return text
    stops = STOPS.search(plain, begin, own.end)
    place = stops.start() if stops else own.end
    return marked(text, [place], "?") if place < len(text) else text
