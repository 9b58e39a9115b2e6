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
from kb.question.texts.posts import Asked, asked_in, says_little, sentence_spans
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

    @property
    def short(self) -> bool:
        """Whether the question is its own story."""
        return self.near is self.whole


def parts_of(text: str, vocabulary: Vocabulary, game: str | None = None, most: int | None = None) -> tuple[Part, ...]:
    """Every question that a text asks, `most` of them at most, for each is read with all words around it; where no
    sentence asks by itself, the text is one."""
    found = asked_in(text[:LONGEST_QUESTION])
    if not found:
        question = read(text, vocabulary, game)
        return (Part(" ".join(text.split()), question, question, question),)
    several = len(found) > 1
    share = len(found[:most]) if several else 1
    return tuple(_part(text, _within(each, share), share, several, vocabulary, game) for each in found[:most])


def said_beyond(text: str, most: int) -> tuple[str, ...]:
    """The questions of a text beyond the first `most`, as typed."""
    return tuple(each.said for each in asked_in(text[:LONGEST_QUESTION])[most:])


def _part(text: str, asked: Asked, share: int, several: bool, vocabulary: Vocabulary, game: str | None) -> Part:
    """One question of a text; its story is near as a whole where it is short and nothing else is asked."""
    taken = [each for each in (asked.span, asked.before, asked.lead) if each]
    story = [each for each in sentence_spans(asked.text) if not any(_meet(each, other) for other in taken)]
    brief = sum(len(_of(asked.text, each).split()) for each in story) <= LONG
    if not several and brief:
        question = read(text, vocabulary, game)
        return Part(asked.said, question, question, question)
    instead = Instead(asked.before, asked.instead, asked.supposes) if asked.before and asked.instead else None
    whole = read(asked.text, vocabulary, game)
    whole = replace(
        whole, original=text, instead=instead, latest=_latest(asked, story) if several and not instead else None
    )
    known = game or whole.game or None
    sentence, before = _of(asked.text, asked.span), _of(text, asked.before) if asked.before else ""
    if asked.supposes:  # what is supposed is told, and what was asked before is asked with it
        sentence, before = before, sentence
    sentence, earlier = _ended(sentence), [_ended(before)] if before else []
    told = [_of(asked.text, each) for each in story]
    nearest = _near(asked, several) or (told if brief else nearest_sentences(sentence, told, vocabulary.lexicon))
    lead = [_of(text, asked.lead)] if asked.lead else []
    searched = [*nearest, *lead, *earlier, sentence]
    near = read(_end_of(" ".join(searched), _most(SEARCHED, share)), vocabulary, known)
    asks = " ".join(
        [*(told if brief else []), *lead, *(earlier if asked.supposes or says_little(sentence) else []), sentence]
    )
    own = read(_end_of(asks, _most(ASKING, share)), vocabulary, known)
    whole, near, own = (_few_ways(each, share) for each in (whole, near, own))
    alone = _alone(asked, story, whole, vocabulary, known) if several and story and brief else None
    return Part(asked.said, whole, near, own, alone)


def _near(asked: Asked, several: bool) -> list[str]:
    """What is told right before a question of a post, unless it is long itself."""
    last = [_of(asked.text, each) for each in asked.recent] if several else []
    return last if sum(len(each.split()) for each in last) <= LONG else []


def _latest(asked: Asked, story: Sequence[Span]) -> Span | None:
    """From where on a post tells of this question and of no earlier one, up to its end; None where no other part of the
    story is read with it."""
    if not asked.recent:
        return None
    latest = Span(asked.recent[0].start, asked.span.end)
    return latest if any(not each.within(latest) for each in story) else None


def _alone(asked: Asked, story: Sequence[Span], whole: Question, vocabulary: Vocabulary, game: str | None) -> Part:
    """A question of a post without the story, each letter in its place."""
    letters = list(asked.text)
    for each in story:
        letters[each.start : each.end] = " " * (each.end - each.start)
    question = replace(read("".join(letters), vocabulary, game), original=whole.original, instead=whole.instead)
    return Part(asked.said, question, question, question)


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


def _few_ways(question: Question, share: int) -> Question:
    """A question with its share of the ways to read its "or", the likeliest: each is read by itself."""
    return replace(question, sides=question.sides[: most_ways(len(question.text) * share)])


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
