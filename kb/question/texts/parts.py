"""What is asked in a text, each asking sentence with its readings: by its story it is ruled, by itself it is declined.

A long story holds many words and numbers that nobody asks about. So a question of it is searched for by the sentence
that asks with the few sentences of the story that share its words (`near`), what no clause covers is told by that
sentence alone (`own`), and the facts are read from all of it (`whole`). A short question is its own story: all three
are the same. Where a text asks several things, its story may belong to another of them: what was told last before a
question is near it whatever words it shares, and each has a reading without a story too (`alone`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.question.alternatives import most_ways
from kb.question.read import LONGEST_QUESTION, read
from kb.question.texts.breaks import sentence_spans
from kb.question.texts.kinds import says_little
from kb.question.texts.masked import blanked
from kb.question.texts.posts import Asked, asked_in
from kb.records.question import Instead, Question, Span
from kb.words.lexicon import Lexicon
from kb.words.text import content_words, stem
from kb.words.vocabulary import Vocabulary

NEAREST = 2
LONG = 40
"""More words than this around the asking sentence are a long story."""
LETTERS = 2_000
"""Of a text that asks several things so many letters are read in all, each question has its share of them, so that four
questions take no longer than one. Players' posts have up to 570 letters."""
SEARCHED, ASKING = (740, 1_100), (400, 600)
"""How many characters are searched for, and of them of the sentence that asks: of one question, players have 400 and
300, and of all questions of a text together, each half of what one may have at most."""


@dataclass(frozen=True, slots=True)
class Part:
    """One asking sentence as typed (`said`), and the question as it is read: see above."""

    said: str
    whole: Question
    near: Question
    own: Question
    alone: Part | None = None

    @classmethod
    def of_itself(cls, said: str, question: Question) -> Part:
        """A question that is its own story."""
        return cls(said, question, question, question)

    @property
    def short(self) -> bool:
        """Whether the question is its own story."""
        return self.near is self.whole


def parts_of(text: str, vocabulary: Vocabulary, game: str | None = None, most: int | None = None) -> tuple[Part, ...]:
    """Every question that a text asks, `most` of them at most, for each is read with all words around it; where no
    sentence asks by itself, the text is one."""
    found = asked_in(text[:LONGEST_QUESTION])
    if not found:
        return (Part.of_itself(" ".join(text.split()), read(text, vocabulary, game)),)
    several = len(found) > 1
    reader = _Reader(text, vocabulary, game, several, share=len(found[:most]) if several else 1)
    return tuple(_part(reader, _within(each, reader.share)) for each in found[:most])


def said_beyond(text: str, most: int) -> tuple[str, ...]:
    """The questions of a text beyond the first `most`, as typed."""
    return tuple(each.said for each in asked_in(text[:LONGEST_QUESTION])[most:])


@dataclass(frozen=True, slots=True)
class _Reader:
    """What the questions of a text are read by: its words and its game, where that is known; whether it asks `several`
    things, and among how many what may be read is shared."""

    text: str
    vocabulary: Vocabulary
    game: str | None
    several: bool
    share: int

    def read(self, text: str) -> Question:
        """A part of the text as it is understood, with its share of the ways to read its "or", the likeliest: each is
        read by itself."""
        question = read(text, self.vocabulary, self.game)
        return replace(question, sides=question.sides[: most_ways(len(question.text) * self.share)])


@dataclass(frozen=True, slots=True)
class _Context:
    """The words around a question: where the sentences of its `story` stand, and how they are `told`; the words that
    `lead` to it and the `earlier` sentence that is read with it, one or none each; the sentence that is `asking`."""

    story: Sequence[Span]
    told: Sequence[str]
    lead: Sequence[str]
    earlier: Sequence[str]
    asking: str

    @property
    def brief(self) -> bool:
        """Whether the story is no long one."""
        return sum(len(each.split()) for each in self.told) <= LONG


def _part(reader: _Reader, asked: Asked) -> Part:
    """One question of a text; its story is near as a whole where it is short and nothing else is asked."""
    context = _context(reader.text, asked)
    if not reader.several and context.brief:
        return Part.of_itself(asked.said, read(reader.text, reader.vocabulary, reader.game))
    whole = _whole(reader, asked, context.story)
    of_game = replace(reader, game=reader.game or whole.game or None)
    near = of_game.read(_end_of(_searched(reader, asked, context), _most(SEARCHED, reader.share)))
    own = of_game.read(_end_of(_asks(asked, context), _most(ASKING, reader.share)))
    alone = None
    if reader.several and context.story and context.brief:
        alone = _alone(of_game, asked, context.story, whole)
    return Part(asked.said, whole, near, own, alone)


def _context(text: str, asked: Asked) -> _Context:
    """The words around a question of a text."""
    taken = [each for each in (asked.span, asked.before, asked.lead) if each]
    story = [each for each in sentence_spans(asked.text) if not any(_meet(each, other) for other in taken)]
    told = [_of(asked.text, each) for each in story]
    lead = [_of(text, asked.lead)] if asked.lead else []
    own, before = _of(asked.text, asked.span), _of(text, asked.before) if asked.before else ""
    if asked.supposes:  # what is supposed is told, and what was asked before is asked with it
        return _Context(story, told, lead, earlier=[_ended(own)], asking=_ended(before))
    return _Context(story, told, lead, earlier=[_ended(before)] if before else [], asking=_ended(own))


def _whole(reader: _Reader, asked: Asked, story: Sequence[Span]) -> Question:
    """A question with all of its story, and what it asks about in place of something before."""
    instead = Instead(asked.before, asked.instead, asked.supposes) if asked.before and asked.instead else None
    latest = _latest(asked, story) if reader.several and not instead else None
    return replace(reader.read(asked.text), original=reader.text, instead=instead, latest=latest)


def _searched(reader: _Reader, asked: Asked, context: _Context) -> str:
    """The text that a question is searched for by: itself with what of its story is near it."""
    return " ".join([*_near(reader, asked, context), *context.lead, *context.earlier, context.asking])


def _asks(asked: Asked, context: _Context) -> str:
    """The text by which a question is told from what no clause covers: itself with a brief story."""
    needs_earlier = asked.supposes or says_little(context.asking)
    told, earlier = context.told if context.brief else [], context.earlier if needs_earlier else []
    return " ".join([*told, *context.lead, *earlier, context.asking])


def _near(reader: _Reader, asked: Asked, context: _Context) -> Sequence[str]:
    """What of its story is near a question: what is told right before it where others are asked too, unless that is
    long itself; else all of a brief story, and of a long one the sentences that share its words."""
    last = [_of(asked.text, each) for each in asked.recent] if reader.several else []
    if last and sum(len(each.split()) for each in last) <= LONG:
        return last
    return context.told if context.brief else nearest_sentences(context.asking, context.told, reader.vocabulary.lexicon)


def _latest(asked: Asked, story: Sequence[Span]) -> Span | None:
    """From where on a post tells of this question and of no earlier one, up to its end; None where no other part of the
    story is read with it."""
    if not asked.recent:
        return None
    latest = Span(asked.recent[0].start, asked.span.end)
    return latest if any(not each.within(latest) for each in story) else None


def _alone(reader: _Reader, asked: Asked, story: Sequence[Span], whole: Question) -> Part:
    """A question of a post without the story, each letter in its place."""
    question = read(blanked(asked.text, story), reader.vocabulary, reader.game)
    return Part.of_itself(asked.said, replace(question, original=whole.original, instead=whole.instead))


def _meet(one: Span, other: Span) -> bool:
    """Whether two stretches share a place."""
    return one.start < other.end and other.start < one.end


def _ended(question: str) -> str:
    """A question with its mark, which one that stands before another in its sentence lacks."""
    return question if question.endswith(tuple(".?!;\"')]")) else f"{question}?"


def _most(letters: tuple[int, int], share: int) -> int:
    """How many letters a question may have that shares a text with others."""
    alone, together = letters
    return alone if share == 1 else min(alone // 2, together // share)


def _within(asked: Asked, share: int) -> Asked:
    """A question with its share of the text: of a longer one with the words before it, and what is left behind it."""
    places, most = [at for at, letter in enumerate(asked.text) if not letter.isspace()], LETTERS // share
    if len(places) <= most:
        return asked
    start = max(0, bisect_left(places, asked.span.end) - most)
    first, last = places[start], places[min(start + most, len(places)) - 1]
    kept = _whole_words(asked.text[: last + 1], first)
    return replace(asked, text=kept.ljust(len(asked.text)))


def _end_of(text: str, most: int) -> str:
    """The last words of a text, so many letters with their blanks at most."""
    return _whole_words(text, len(text) - most).strip() if len(text) > most else text


def _whole_words(text: str, first: int) -> str:
    """A text with blanks for all before the first word that begins at `first` or behind it."""
    begin = first if first == 0 or text[first - 1].isspace() else max(text.find(" ", first), first)
    return " " * begin + text[begin:]


def nearest_sentences(sentence: str, story: Sequence[str], lexicon: Lexicon) -> list[str]:
    """The sentences of a story that share the most telling words with the one that asks, in their order."""
    wanted = {stem(word) for word in content_words(sentence)}
    weight = [sum(lexicon.idf(word) for word in set(content_words(each)) if stem(word) in wanted) for each in story]
    best = sorted((at for at in range(len(story)) if weight[at]), key=lambda at: -weight[at])[:NEAREST]
    return [story[at] for at in sorted(best)]


def _of(text: str, span: Span) -> str:
    return " ".join(text[span.start : span.end].split())
