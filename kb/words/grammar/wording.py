"""What is wrong with a sentence that players read: each kind of flaw with its place, and no knowledge of rules.

Sentences written beside rules are looked through by `headjudge lint`, those that proofs tell by the tests of the cases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from kb.words.grammar.agreement import begins_with_vowel, english, listed, singular
from kb.words.grammar.negation import NEGATIVE

FIELD = re.compile(r"\{[^{}]*\}")
HOLE = re.compile(r"…|(?<![\w.])_(?!\w)|\{|\}")
ARTICLE = re.compile(r"(?<![\w'’-])(an?) (?=([\[(“\"]?[^\W\d_][\w'’-]*))")
ONE = re.compile(r"(?<![\w.,/+-])1 (?:more |other |further |additional )?([a-z]+)\b(?! \d)")
CODE = re.compile(r"(?<![\w{@/.#-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w}])")
AGREES = re.compile(
    r"(?:\b(?P<before>[\w']+) )?\b(?:(?:it|he|she) (?:have|do|are|were)|(?:they|we|you) (?:has|does|is|was))\b", re.I
)
TWICE = re.compile(r"\bnot (?:neither|no(?! more| less| longer)|none|nothing|nobody|never|not)\b")
NOT_SO = re.compile(r"\bit (?:is not so|does not follow) that (.*)", re.S)


@dataclass(frozen=True, slots=True)
class Flaw:
    """One flaw: its kind, where in the text it stands (from 0), and what is wrong in a few words."""

    kind: str
    at: int
    message: str


def flaws(text: str) -> Iterator[Flaw]:
    """Everything wrong with a sentence as it is told."""
    if found := HOLE.search(text):
        yield Flaw("hole", found.start(), "a place that nothing fills")
    yield from written_flaws(text)
    if (denied := NOT_SO.search(text)) and NEGATIVE.search(denied[1]):
        yield Flaw("double-negation", denied.start(), "a negation of a negation")


def written_flaws(text: str) -> Iterator[Flaw]:
    """What is wrong with a sentence as it is written, its fields aside."""
    for found in ARTICLE.finditer(text):
        vowel = begins_with_vowel(found[2])
        if vowel is not None and vowel != (found[1] == "an"):
            right = "an" if vowel else "a"
            yield Flaw("article", found.start(), f"{found[0]}{found[2]}: {right} {found[2]}")
    for found in ONE.finditer(text):
        if one := singular(found[1]):
            yield Flaw("plural", found.start(), f"{found[0]}: {one}")
    if code := CODE.search(text):
        yield Flaw("code", code.start(), f"{code[0]} is a name of the rules")
    for found in AGREES.finditer(text):
        if (found["before"] or "").lower() not in listed("verbs", "no_subject"):
            yield Flaw("agreement", found.start(), f"{found[0]}: subject and verb differ")
    if twice := TWICE.search(text):
        yield Flaw("double-negation", twice.start(), "a negation of a negation")
    if (phrase := about_question().search(text)) is not None:
        yield Flaw("question", phrase.start(), f"“{phrase[0]}” speaks of the question, not of the game")


def says_nothing(sentence: str) -> bool:
    """Whether a sentence says only that it is so: `that is not so`."""
    return bool(_nothing().fullmatch(sentence.strip(". ")))


def of_question(sentence: str) -> bool:
    """Whether the sentence of a fact speaks of the question: `it is asked if …`, `{1} is said`."""
    return bool(about_question().search(sentence) or _of_facts().search(sentence))


def in_passing(sentence: str) -> bool:
    """Whether the sentence of a fact only says that a number is of something else: `there are 9 of something else`."""
    return bool(_in_passing().search(sentence))


def only_untold(sentence: str) -> bool:
    """Whether a sentence says of a fact only that nobody told it: `it is not known to be …`."""
    return bool(_untold().search(sentence))


def only_excepts(sentence: str) -> bool:
    """Whether the sentence of a fact says that a text makes an exception: that none does is no reason for anything."""
    return bool(_excepts().search(sentence))


@cache
def _excepts() -> re.Pattern[str]:
    return re.compile(english()["reason"]["exception"], re.I)


@cache
def _in_passing() -> re.Pattern[str]:
    return re.compile(english()["question"]["in_passing"], re.I)


@cache
def _untold() -> re.Pattern[str]:
    return re.compile("|".join(english()["question"]["untold"]), re.I)


@cache
def about_question() -> re.Pattern[str]:
    """The phrases that speak of the question."""
    return re.compile("|".join(english()["question"]["phrases"]), re.I)


@cache
def about_asking() -> re.Pattern[str]:
    """What a question that is put to a player must not say: what was asked, claimed or meant; the program's words."""
    return re.compile("|".join(english()["question"]["back"]), re.I)


@cache
def of_asking() -> re.Pattern[str]:
    """What no fact says, be it in its sentence, denial or question: what is asked, meant or claimed."""
    return re.compile("|".join(english()["question"]["asking"]), re.I)


@cache
def _of_facts() -> re.Pattern[str]:
    return re.compile("|".join(english()["question"]["of_facts"]), re.I)


@cache
def _nothing() -> re.Pattern[str]:
    return re.compile(english()["question"]["nothing"], re.I)
