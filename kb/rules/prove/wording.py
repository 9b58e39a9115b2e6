"""A verdict's sentence and its reason as one, nothing said twice; and one sentence told of several things.

A reason stands where it explains: of `it did not come into play, so it does not count` behind the first part. What
says what alone is so, `only a rule calls for one`, is no consequence of how it is here: what is so here is added.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from kb.rules.prove.saying import DENIES, content_stems, denied_stems, repeats, says_it_again
from kb.words.grammar.negation import bases

BECAUSE, AND, BUT, SO = ", because ", ", and ", ", but ", ", so "
ALONE = re.compile(
    r"\b(?:only|alone|unless|no others?|(?:nothing|nowhere|nobody) else)\b|\Ait is (?!not?\b)[^,]* that\b"
)
"""A sentence that says what alone is so, and of all the rest that it is not."""
RULE = re.compile(r"\A(?:no|an?|every|each|any) (?!(?:one|other)\b)", re.IGNORECASE)
SCENE = re.compile(r"\A(?:the|you|your|this|it|he|she|they)\b", re.IGNORECASE)
"""A sentence of all of a kind, `no hero may …`, is so whatever happens here: `you have …` is no cause of it."""
ZERO_ADDED = re.compile(r"(?<=\d) [+-] 0\b(?!\.)|, less 0\Z|(?<!,) less 0(?= )")
SAME = re.compile(r"\b(?P<number>\d+) = (?P=number)\b")
EACH, ALL = "each of them", "all of them"
PLURAL = frozenset({"are", "have", "do", "were"})
ONE = frozenset({"is", "has", "does", "was", "can", "may", "must", "uses", "costs", "counts"})
COUNTED = re.compile(r"(?P<number>\d+)(?: \w+)?[.,]?")
ARTICLES = frozenset({"the", "a", "an", "your", "its", "his"})
SUBJECT = 1
"""So many words before what differs leave it the subject of its sentence."""
MOST_WITHIN = 3
"""So many words a thing has at most that is named within a sentence."""
PAIR = 2


def said_why(said: str, why: str, asked: Collection[str], fact: bool, denied: bool) -> str:
    """What is said of the game with its reason: `fact` where that is how things stand here, and no rule, `denied` where
    what is said denies something; `asked` are the stems of what is asked."""
    why = without_repeated_end(why, content_stems(said) | set(asked))
    if not why or repeats(why, said):
        return said
    if repeats(said, why):
        return why
    first, so, rest = said.partition(SO)
    if so:
        return said if says_no_more(why, first) or says_it_again(why, first) else f"{first} ({why}){so}{rest}"
    alone, here = (fact or denied) and ALONE.search(said), SCENE.match(why)
    if alone and here and denied:
        return f"{said}{BUT}{why}"
    return f"{said}{AND if alone or (here and RULE.match(said)) else BECAUSE}{why}"


def says_no_more(why: str, said: str) -> bool:
    """Whether a reason only denies, or only affirms, once more what is said."""
    alike = bool(DENIES.search(why)) == bool(DENIES.search(said))
    return alike and denied_stems(why) <= content_stems(said)


def without_repeated_end(sentence: str, said: Collection[str]) -> str:
    """A reason without the conclusion at its end where that was said already: `it is large, so it is not moved`, `you
    did it before, and may not do it again`."""
    for joint in (SO, AND):
        first, joins, rest = sentence.rpartition(joint)
        if joins and denied_stems(rest) <= set(said):
            return first
    return sentence


def without_zero(sentence: str) -> str:
    """A sum without what adds nothing: `3 - 0 + 2 = 5, less 0` is `3 + 2 = 5`, and `2 + 0 = 2` is 2."""
    return SAME.sub(r"\g<number>", ZERO_ADDED.sub("", sentence))


def of_several(sentences: Sequence[str]) -> str:
    """One sentence of several that differ in one place only: `A lies within the aura` and `B lies within the aura` are
    `each of them lies within the aura`; empty where they differ otherwise."""
    parts = [sentence.split(" ") for sentence in sentences]
    shortest = min(map(len, parts))
    before = next((at for at in range(shortest) if len({each[at] for each in parts}) > 1), shortest)
    most = shortest - before
    after = next((at for at in range(most) if len({each[-1 - at] for each in parts}) > 1), most)
    before -= before > 0 and parts[0][before - 1].lower() in ARTICLES
    middles = [each[before : len(each) - after] for each in parts]
    head, tail = parts[0][:before], parts[0][len(parts[0]) - after :]
    if min(map(len, middles)) < 1 or not (head or tail) or _share(middles):
        return ""
    if len(head) <= SUBJECT and tail and (tail[0] in PLURAL | ONE or tail[0] in bases()):
        return " ".join([ALL if tail[0] in PLURAL else EACH, *tail])
    whole = bool(head) and (not tail or max(map(len, middles)) <= MOST_WITHIN)
    return " ".join([*head, _listed([" ".join(each) for each in middles]), *tail]) if whole else ""


def _share(things: Sequence[Sequence[str]]) -> bool:
    """Whether things have more than one word in common: then they are whole parts of sentences."""
    return len(set.intersection(*(set(each) - ARTICLES for each in things))) > 1


def _listed(things: Sequence[str]) -> str:
    """Things one after another; of numbers in a row the first and the last."""
    counted = [COUNTED.fullmatch(each) for each in things]
    numbers = [int(each["number"]) for each in counted if each]
    if len(numbers) == len(things) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} {'to' if len(numbers) > PAIR else 'or'} {things[-1]}"
    marks = things[-1][len(things[-1].rstrip(",.:")) :]
    bare = [each.rstrip(",.:") for each in things]
    return f"{', '.join(bare[:-1])} and {bare[-1]}{marks}"
