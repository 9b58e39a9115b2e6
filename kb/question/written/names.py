"""Names of persons: those that are no other words, and which of two that a question puts side by side comes first in
the alphabet, the asked one or the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import lru_cache
from importlib.resources import files

from kb.records.question import Question
from kb.words.terms import tokens
from kb.words.text import STOP_WORDS

EARLIER, LATER = "A<Z", "Z>A"
"""Among the words of an enum: of the question's two names the one that is asked about comes earlier, or later."""
LEAST = 2
PRINTED = "mentioned-card"
"""The kind of term of a figure that a document names without a card of its own."""
NAME = r"(?-i:[A-Z][a-z]+)"
PAIR = re.compile(
    rf"\b({NAME})(?:'s)?(?: [a-z]+){{0,2}}(?:,? and|,? or| vs\.?| versus| against| with| clash(?:es)? with)"
    rf"(?: (?:my|his|her|the|their|our|a|hero|named|called|other|one|to|is)){{0,4}} ({NAME})\b",
    re.I,
)
FIGURE = (
    r"(?:hero|heroes|guy|dude|chick|fella|figure|character|minion|villain|enemy|ally|buddy|friend|mate|opponent|player"
    r"|captain|madame|mister|master|lady|lord|king|queen|sir|dr|mr|mrs|ms|named|called)"
)
INTRODUCED = re.compile(rf"\b{FIGURE},? \Z", re.I)
"""What stands before the name of somebody: `my hero Dex`."""
ACTS = re.compile(
    r"'s\b|(?: (?:also|just|then|now|only|still|already|never|has|had|have))? "
    r"(?:isn't|wasn't|hasn't|hadn't|doesn't|didn't|is|was|has|had|stands|stood|sits|lies|moves|moved|walks|walked|attacks"
    r"|attacked|plays|played|uses|used|gets|got|dies|died|shoots|shot|hits|fights|fought|wants|holds|enters|entered)\b"
)
"""What somebody does, or has, behind his name at the beginning of a sentence: `Merlin isn't on the map`."""
AND_NAME = re.compile(r"(?:'s)? (?:and|or|vs\.?|versus|against|with) [A-Z][a-z]")
PRONOUN = re.compile(r"\b(?:he|she|him|his|her|hers)(?:'s|'d|'ll)?\b", re.I)


def figure_names(text: str, known: Callable[[str], bool]) -> frozenset[str]:
    """The folded names that a story gives to its figures, `my hero Dex`, `Olm walks next to Pike. … Olm`: words that
    are not `known`, written as names, and told of as somebody: introduced, named again, spoken of as he or she, or
    beside another one. What is only asked for, `how fast is Zorro?`, is none: the documents would have to know it.
    """
    found: dict[str, int] = {}
    figures = set()
    for token in tokens(text):
        name = token.word.removesuffix("'s")
        if len(name) < LEAST or not name.isalpha() or name in STOP_WORDS or known(name):
            continue
        before, behind = text[: token.start], text[token.start + len(name) :]
        first = not before.strip() or before.rstrip()[-1] in ".!?:;"
        if not text[token.start].isupper() or (first and not ACTS.match(behind) and not AND_NAME.match(behind)):
            continue
        found[name] = found.get(name, 0) + 1
        if INTRODUCED.search(before) or found[name] > 1 or PRONOUN.search(behind):
            figures.add(name)
    return frozenset(found if len(found) > 1 else figures)


def order_asked(question: Question, known: Collection[str] = ()) -> tuple[str, int, int] | None:
    """EARLIER or LATER with the place `[start, end)` of the name that is asked about; None where the question does not
    put two names side by side, nor names two figures of the documents, or asks about both or neither. Words in `known`
    are no names."""
    pairs = {
        (found[1], found[2])
        for found in PAIR.finditer(question.text)
        if found[1] != found[2] and not {found[1].lower(), found[2].lower()} & (STOP_WORDS | set(known))
    }
    if len(pairs) != 1:
        return _order_of_printed(question) if not pairs else None
    clause, start = question.at(question.asked), question.asked.start
    places = {name: re.search(rf"\b{name}\b", clause, re.I) for name in pairs.pop()}
    asked = [(name, place) for name, place in places.items() if place]
    if len(asked) != 1:
        return None
    name, place = asked[0]
    other = next(each for each in places if each != name)
    return (EARLIER if name < other else LATER), start + place.start(), start + place.end()


def _order_of_printed(question: Question) -> tuple[str, int, int] | None:
    """The same of two figures that the documents name, by where they are spoken of."""
    spoken = [(each.term.name, each.start, each.end) for each in question.mentions if each.term.kind == PRINTED]
    names = {name for name, _, _ in spoken}
    asked = [each for each in spoken if question.asked.start <= each[1] < question.asked.end]
    if len(names) != LEAST or len({name for name, _, _ in asked}) != 1:
        return None
    name, start, end = asked[0]
    return (EARLIER if name == min(names, key=str.casefold) else LATER), start, end


@lru_cache(maxsize=1)
def given_names() -> frozenset[str]:
    """First names that are no other words, folded."""
    return frozenset(files("kb.question").joinpath("givennames.txt").read_text("utf-8").split())
