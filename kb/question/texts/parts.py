"""What is asked in a text, each asking sentence with its readings: by its story it is ruled, by itself it is declined.

A long story holds many words and numbers that nobody asks about. So a question of it is searched for by the sentence
that asks with the few sentences of the story that share its words (`near`), what no clause covers is told by that
sentence alone (`own`), and the facts are read from all of it (`whole`). A short question is its own story: all three
are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.question.read import LONGEST_QUESTION, read
from kb.question.texts.posts import Asked, asked_in, says_little, sentence_spans
from kb.records.question import Question, Span
from kb.words.lexicon import Lexicon
from kb.words.text import content_words, stem
from kb.words.vocabulary import Vocabulary

NEAREST = 2
LONG = 40
"""More words than this around the asking sentence are a long story."""


@dataclass(frozen=True, slots=True)
class Part:
    """One asking sentence as typed (`said`), and the question as it is read: see above."""

    said: str
    whole: Question
    near: Question
    own: Question

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
    return tuple(_part(text, each, len(found) > 1, vocabulary, game) for each in found[:most])


def said_beyond(text: str, most: int) -> tuple[str, ...]:
    """The questions of a text beyond the first `most`, as typed."""
    return tuple(each.said for each in asked_in(text[:LONGEST_QUESTION])[most:])


def _part(text: str, asked: Asked, several: bool, vocabulary: Vocabulary, game: str | None) -> Part:
    """One question of a text; its story is near as a whole where it is short and nothing else is asked."""
    story = [each for each in sentence_spans(asked.text) if not each.within(asked.span)]
    if not several and sum(len(_of(asked.text, each).split()) for each in story) <= LONG:
        question = read(text, vocabulary, game)
        return Part(asked.said, question, question, question)
    whole = replace(read(asked.text, vocabulary, game), original=text)
    known = game or whole.game or None
    sentence = _of(asked.text, asked.span)
    nearest = nearest_sentences(sentence, [_of(asked.text, each) for each in story], vocabulary.lexicon)
    before = [_of(text, asked.before)] if asked.before else []
    near = read(" ".join([*nearest, *(each for each in before if each not in nearest), sentence]), vocabulary, known)
    own = read(" ".join([*before, sentence] if says_little(sentence) else [sentence]), vocabulary, known)
    return Part(asked.said, whole, near, own)


def nearest_sentences(sentence: str, story: Sequence[str], lexicon: Lexicon) -> list[str]:
    """The sentences of a story that share the most telling words with the one that asks, in their order."""
    wanted = {stem(word) for word in content_words(sentence)}
    weight = [sum(lexicon.idf(word) for word in set(content_words(each)) if stem(word) in wanted) for each in story]
    best = sorted((at for at in range(len(story)) if weight[at]), key=lambda at: -weight[at])[:NEAREST]
    return [story[at] for at in sorted(best)]


def _of(text: str, span: Span) -> str:
    return " ".join(text[span.start : span.end].split())
