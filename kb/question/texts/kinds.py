"""What a sentence of a post does, told by its words alone: whether it asks, and of what; whether it only supposes
something, points at the question before it, guesses at its answer, or asks for company."""

from __future__ import annotations

from kb.question.patterns import pattern
from kb.question.texts.coordinated import coordinated
from kb.question.texts.story import opened
from kb.records.question import Span
from kb.words.text import content_words, stem

KIND_OF_ANSWER = frozenset("many much far long often big large number exactly else happen happens".split())
"""Content words that say what kind of answer is wanted, and nothing of what is asked."""
LITTLE = 1
"""So many different words of meaning are too few to be understood alone."""
LEAST = 5
"""Fewer words than this without the form of a question ask nothing by themselves."""
GUESS = 10
"""So many words without the form of a question are no guess at what was asked right before, but ask by themselves."""


def asks(sentence: str) -> bool:
    """Whether a sentence asks for a ruling by itself: with a mark, without one, or `please tell me whether …`."""
    if pattern("posts", "company").match(sentence) or pattern("posts", "tag").match(sentence):
        return False
    marked = sentence.rstrip("\"')] ").endswith("?")
    told = marked or any(pattern("posts", name).search(sentence) for name in ("indirect", "unmarked"))
    return told or bool(coordinated(sentence))


def asks_nothing(sentence: str) -> bool:
    """Whether a sentence ends like a question and asks nothing: `Any ideas?`, `Right?`."""
    return sentence.rstrip("\"')] ").endswith("?") and not asks(sentence)


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


def points_back(sentence: str) -> bool:
    """Whether a sentence points at what was asked before it: `Is it unique then?`, `Who takes the second one?`."""
    return supposes(sentence) or pattern("posts", "points-back").search(sentence) is not None


def refers(sentence: str) -> bool:
    """Whether a question names something by a word that stands for what was named before it: `how much is that?`."""
    return pattern("posts", "refers").search(sentence) is not None


def tells_a_claim(sentence: str) -> bool:
    """Whether a sentence states what may or may not be so: `so I pay 4`, `my friend says I lose it`."""
    return pattern("posts", "claims").search(sentence) is not None


def asks_of_it(tag: str) -> bool:
    """Whether a tag asks whether something that was told is so, or may be done: `may I?`, `allowed?`."""
    return any(pattern("posts", name).match(tag) for name in ("opened", "permits"))


def is_fragment(sentence: str) -> bool:
    """Whether a sentence is a few words without the form of a question: before one they tell a story, `wings?`."""
    return not opened(sentence) and len(sentence.split()) < LEAST


def adds(sentence: str) -> bool:
    """Whether an asking sentence only guesses at, or says anew, what the one right before it asks."""
    if pattern("posts", "also-asks").match(sentence) or instead_in(sentence):
        return False
    guesses = not opened(sentence) and len(sentence.split()) < GUESS
    return guesses or pattern("posts", "rewords").match(sentence) is not None
