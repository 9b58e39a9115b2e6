"""Whose a thing is that a story tells: what is told of somebody else is not told of the asker, and where two parties
stand against each other what is asked about is said of one of them.

A party is the asker (`I`, `my`, `us`), another one (`he`, `her`, `my buddy`), or a name that the story writes as one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial

from kb.question.negation import denies
from kb.question.patterns import pattern
from kb.question.sentences import clauses
from kb.question.written.names import given_names
from kb.readers.filled import SlotReading
from kb.records.question import Question, Span
from kb.records.types import FactType

find = partial(pattern, "whose")
ME, OTHER = "me", "other"
PARTIES = 2


def own(question: Question, fact: FactType, found: list[SlotReading]) -> list[SlotReading]:
    """What is said of a fact that is about `you`, without what the story tells of somebody else: `my buddy has one in
    his hand. May I …?` does not say what is in my hand. What he does may well be done to me: where nothing else is said
    of the fact it goes only where he has what is told."""
    if not found or not find("of-you").match(fact.sentence):
        return found
    if ME not in {party for _, party in _told(question, asking_sentence(question))}:
        return found
    told = [each for each in found if each.start >= question.asked.start or _of_another(question, each.start) is None]
    if told:
        return told
    return [each for each in found if each.value is not True or not _he_has(question, each)]


def of_him_asked(question: Question, fact: FactType, found: list[SlotReading]) -> list[SlotReading]:
    """What is said of a fact that is about `your` things, where nobody says `I` and what is asked is asked of somebody
    whose they are: `it is Ann's turn. May she …?` asks whether she may in her own turn. Only words for somebody else's
    are turned round, not those of `not in her own turn`."""
    if fact.value is not None or not find("of-yours").search(fact.sentence):
        return found
    parties = list(_told(question, Span(0, len(question.text))))
    if any(party == ME for _, party in parties):
        return found
    who = _one_asked(question, parties)
    at = {word.start: word for word in question.words}
    return [
        replace(each, value=not each.value)
        if who
        and each.value is (each.start in at and denies(question, at[each.start]))
        and _owner(question, each, parties) == who
        else each
        for each in found
    ]


def _one_asked(question: Question, parties: list[tuple[int, str]]) -> str:
    """The name of whom is asked about: the only one of the sentence that asks, or where it has a pronoun the only one
    of the question; empty where that cannot be told."""
    asked = {party for _, party in _told(question, asking_sentence(question))}
    named = asked - {OTHER} or ({party for _, party in parties} - {OTHER} if asked else set())
    return named.pop() if len(named) == 1 else ""


def _owner(question: Question, said: SlotReading, parties: list[tuple[int, str]]) -> str:
    """Who is named in the words that say something, for a pronoun the last one named before it; empty where nobody
    is."""
    within = [party for place, party in parties if said.start <= place < said.end]
    if within != [OTHER]:
        return within[0] if len(within) == 1 else ""
    if not find("he").match(question.text, said.start):
        return ""
    return next((party for place, party in reversed(parties) if place < said.start and party != OTHER), "")


def _he_has(question: Question, said: SlotReading) -> bool:
    """Whether somebody else has what is told, and the words name nobody themselves: `he has two and I have none`."""
    end = _of_another(question, said.start)
    return end is not None and not find("me").search(said.text) and find("has").match(question.text, end) is not None


def _of_another(question: Question, start: int) -> int | None:
    """Where the word for somebody else ends who is the last that is spoken of before a place in its clause, pronouns
    aside; None where there is none, or where that is the asker himself."""
    last = None
    for at, end, party in _spoken(question, Span(_clause(question, start).start, start)):
        if party == ME:
            last = None
        elif party != OTHER or not find("he").match(question.text, at):
            last = end
    return last


def of_the_party(question: Question, fact: FactType, found: list[SlotReading]) -> list[SlotReading]:
    """Which way a question asks, where its story tells of two parties and it asks about one of them: `Ann's power lets
    us hop, Ben's stops everyone. Ann wins, right?` asks whether the one wins that lets, though only "stops" is heard.
    """
    asking = asking_sentence(question)
    if not found or fact.value is not None or any(each.start >= asking.start for each in found):
        return found
    asked = {party for _, party in _told(question, asking)}
    asked = asked - {ME, OTHER} or asked  # `I figure Ann wins`
    firsts = {}
    for clause in clauses(question.text, Span(0, asking.start)):
        party = next((each for _, each in _told(question, clause)), "")
        if party:
            firsts[clause] = party
    if len(asked) != 1 or len(set(firsts.values())) != PARTIES or not asked <= set(firsts.values()):
        return found
    [who] = asked
    owners = [firsts.get(_clause(question, each.start), "") for each in found]
    if "" in owners:
        return found
    of_him = [each for each, owner in zip(found, owners, strict=True) if owner == who]
    return of_him or [replace(each, value=not each.value) for each in found]


def asking_sentence(question: Question) -> Span:
    """The sentence of what is asked."""
    start = question.claim.span.start if question.claim else question.asked.start
    return next((each.span for each in question.sentences if each.span.holds(start)), question.asking)


def _clause(question: Question, start: int) -> Span:
    """The clause of a place."""
    found = clauses(question.text, Span(0, len(question.text)))
    return next((each for each in found if each.start <= start < each.end), Span(start, start))


def _told(question: Question, within: Span) -> Iterator[tuple[int, str]]:
    """The parties of a stretch of the text, in its order, each with its place."""
    for start, _, party in _spoken(question, within):
        yield start, party


def _spoken(question: Question, within: Span) -> Iterator[tuple[int, int, str]]:
    """Where the words for parties stand in a stretch of the text, in its order; those who only say something, or of
    whom is asked whether they are right, are none."""
    names, text = _names(question), question.text
    taken = within.start
    for word in question.words:
        if not within.start <= word.start < within.end or word.start < taken:
            continue
        kin = find("somebody").match(text, word.start, within.end)
        taken = kin.end() if kin else word.end
        if kin or word.start in names:
            if not find("says").match(text, taken) and not find("said-by").search(text, within.start, word.start):
                yield word.start, taken, names.get(word.start, OTHER)
        elif find("me").fullmatch(word.word):
            yield word.start, taken, ME
        elif find("he").fullmatch(word.word):
            yield word.start, taken, OTHER


@lru_cache(maxsize=8)  # asked for each fact; one for each question that is answered at a time
def _names(question: Question) -> dict[int, str]:
    """The names of a story by their places, folded: those that are given ones, and what is written with a capital as an
    owner, `Zed's power`, within a sentence or again within one."""
    found: list[tuple[int, str]] = []
    owners, within = set(), set()
    starts = {each.span.start for each in question.sentences}
    for word in question.words:
        typed = question.original[question.places[word.start] : question.places[word.end]]
        name = find("possessive").sub("", typed).casefold()
        if typed[:1].isupper() or name in given_names():
            found.append((word.start, name))
            owners |= {name} if name != typed.casefold() else set()
            within |= {name} if word.start not in starts else set()
    sure = owners & within | given_names()
    return {at: name for at, name in found if name in sure}
