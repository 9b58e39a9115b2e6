"""What a question says of a truth value or of an enum, and which of several things it says is meant."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import accumulate

from kb.question.asking import LEAST_ASKED, starts
from kb.question.negation import denies
from kb.question.pairs import denied_key
from kb.question.patterns import pattern
from kb.question.quantities import CORRECTION
from kb.question.written.names import EARLIER, LATER, order_asked
from kb.readers import whose
from kb.readers.filled import SlotReading
from kb.readers.forms import gone, said, ways_of
from kb.records.checks import Slot
from kb.records.question import Question, Span, Word
from kb.records.types import FactType, Plain
from kb.words.text import words

CORRECTED = re.compile(CORRECTION, re.I)
find = partial(pattern, "stories")


def said_of(question: Question, slot: Slot, fact: FactType) -> list[SlotReading]:
    """The truth values or words of an enum that the question says; they may contradict each other."""
    if fact.value is not None and fact.value.kind != "enum":
        return []
    found = said(question, ways_of(slot, fact))
    if fact.value is None:
        readings = [
            _reading(question, slot, (value is True) is not _undone(question, value, first, last), first, last)
            for value, _, first, last in found
        ]
        return _longest(readings)
    denied = [(value, first, last) for value, _, first, last in found if _denied(question, first, last)]
    readings = [
        _reading(question, slot, str(value), first, last)
        for value, _, first, last in found
        if not any(value == other and start <= first and last <= end for other, start, end in denied)
    ]
    return _longest([*readings, *_of_names(question, slot)])


def tells_of_question(fact: FactType) -> bool:
    """Whether a fact tells what is asked, and nothing of what happened in the game."""
    return fact.asked or _says("of-the-question", fact.sentence)


@lru_cache(maxsize=8_192)
def _says(name: str, of: str) -> bool:
    """Whether a fact's sentence says something that tells of the question; asked of every fact for every question."""
    return pattern("unread", name).search(of) is not None


def meant(
    asker: Question,
    told: Question,
    fact: FactType,
    found: list[SlotReading],
    others: Mapping[str, Sequence[SlotReading]],
) -> list[SlotReading]:
    """What is meant of what is said of a fact, `others` being what is said of each slot; `told` is what its asker tells
    without the bot's pairs."""
    if not found:
        return found
    own = _own(_repeated(asker, _sourced(told, fact, _whole_terms(asker, found))), others)
    if tells_of_question(fact) or _says("of-what-is-meant", fact.sentence):
        own = _not_told_off(asker, own)
    if fact.asked:
        return whose.of_the_party(asker, fact, _where_asked(asker, own))
    own = whose.of_him_asked(asker, fact, whose.own(asker, fact, own))
    return _not_taken_back(asker, own if fact.value is None else _of_what_asks(asker, own, others))


def _of_what_asks(
    question: Question, found: list[SlotReading], others: Mapping[str, Sequence[SlotReading]]
) -> list[SlotReading]:
    """Of several words of an enum the one that what asks says, the story aside: `my other heroes stand around. do the
    minions draw too?` asks about minions; its clause alone decides where these words are of no other fact: `from a red
    door to one that is blue?`."""
    if len({each.value for each in found}) < 2:
        return found
    elsewhere = {each.start for name, those in others.items() if name != found[0].slot for each in those}
    alone = _asks_by_itself(question) or not any(each.start in elsewhere for each in found)
    for span in (Span(question.asked.start, question.asking.end) if alone else question.asking, question.asking):
        there = [each for each in found if span.holds(each.start)]
        if len({each.value for each in there}) == 1:
            return there
    return found


def _undone(question: Question, value: Plain | None, first: int, last: int) -> bool:
    """Whether the words `[first, last)` are denied, or what they name is gone."""
    return _denied(question, first, last) or (value is True and gone(question, last))


def _denied(question: Question, first: int, last: int) -> bool:
    """Whether the words `[first, last)` are denied before them, or by a bot's value behind them."""
    return denies(question, question.words[first]) is not denied_key(question, question.words[last - 1].end)


def _of_names(question: Question, slot: Slot) -> list[SlotReading]:
    """The word of an enum that says in which order the question's two names stand in the alphabet."""
    told = {form: word for word, forms in slot.words for form in forms if form in (EARLIER, LATER)}
    spoken = {part for _, forms in slot.words for form in forms for part in words(form)} if told else ()
    found = order_asked(question, spoken) if told else None
    if found is None or found[0] not in told:
        return []
    order, start, end = found
    return [SlotReading(slot.name, told[order], start, end, question.text[start:end])]


def _whole_terms(question: Question, found: list[SlotReading]) -> list[SlotReading]:
    """Of several things said of a fact those that do not end within a term, or begin in one: `it has surge. does it
    come back with cosmic counter?` says nothing with "with cosmic". All where each does."""
    if len({each.value for each in found}) < 2:
        return found
    terms = [(each.start, each.end) for each in question.mentions]
    whole = [
        each
        for each in found
        if not any(each.start < start < each.end < end or start < each.start < end < each.end for start, end in terms)
    ]
    return whole or found


def _repeated(question: Question, found: list[SlotReading]) -> list[SlotReading]:
    """Of two things said of a fact the one that a few last words ask for: `does it go back or stay put? stays?`."""
    last = find("last-words").search(question.text) if len({each.value for each in found}) > 1 else None
    again = [each for each in found if last and each.start >= last.start()]
    return again if len({each.value for each in again}) == 1 else found


def _where_asked(question: Question, found: list[SlotReading]) -> list[SlotReading]:
    """The readings that say which way a question asks, without those of its story: of `his marker stayed for an hour.
    should it have come off?` the "come off". All that are left where neither tells."""
    if question.turned:
        found = [each for each in found if not _in_its_reason(question, each)]
    told = question.text[question.asking.start : question.asked.start].rstrip().endswith(":")
    asked = question.asked.start if told else question.asking.start
    if _asks_by_itself(question):  # `two are out, do they count`
        return [each for each in found if question.asked.start <= each.start < question.asking.end]
    claims = [span for span in question.hearsay if span.end <= asked]  # what others claim before it asks nothing
    found = [each for each in found if not any(span.holds(each.start) for span in claims)]
    whole = starts(question.at(question.asked)) and len(question.at(question.asking).split()) >= LEAST_ASKED
    if question.claim is None and (whole or told):  # `I stayed put. is he out?`, `I stayed put: is he out?`
        return [each for each in found if asked <= each.start < question.asking.end]
    claim = Span(question.claim.span.start, question.asked.end) if question.claim else None
    asks = claim or Span(asked, len(question.text))
    if question.turned:
        # `a wall stops him. so no way in, right?` and `she says I can't, since a wall stops me` have a "not" of their
        # own: the "stops" beside it would turn them round once more
        contrary, whole = pattern("negation", "contrary"), starts(question.at(question.asking)) is not None
        found = [each for each in found if asks.holds(each.start) or not (whole or contrary.search(each.text))]
    there = [each for each in found if each.start >= asked] if len({each.value for each in found}) > 1 else []
    return there if len({each.value for each in there}) == 1 else found


def _in_its_reason(question: Question, said: SlotReading) -> bool:
    """Whether words stand in the reason behind what is asked: `so he can't reach me because he is too far, right?`."""
    at = question.asked.end
    return said.start >= at and pattern("asking", "reason-behind").match(question.text, at) is not None


def _not_told_off(question: Question, found: list[SlotReading]) -> list[SlotReading]:
    """What is said of the question without what a story before it denies of its things: a weapon that `gives no attack`
    does not say that his attack is not asked for."""
    begins = whose.asking_sentence(question).start
    at = {word.start: word for word in question.words}
    return [
        each for each in found if each.start >= begins or each.start not in at or not denies(question, at[each.start])
    ]


def _asks_by_itself(question: Question) -> bool:
    """Whether the clause that asks needs nothing before it: no `how many`, and no `if he leaves the area`."""
    before = question.at(Span(question.asking.start, question.asked.start))
    alone = pattern("asking", "stands-alone").match(question.at(question.asked))
    return alone is not None and not pattern("asking", "leads-in").search(before)


def _own(found: list[SlotReading], spoken: Mapping[str, Sequence[SlotReading]]) -> list[SlotReading]:
    """Of several things said of a fact those whose words are no part of what is said of another one: in `can a Tech
    hero play Mutant Power` the hero is no Mutant. All of them where none is left."""
    if len({each.value for each in found}) < 2:
        return found
    others = [each for name, those in spoken.items() if name != found[0].slot for each in those]
    part = _parts_of(others)
    return [one for one in found if not part(one)] or found


def _parts_of(readings: Sequence[SlotReading]) -> Callable[[SlotReading], bool]:
    """Whether a reading's words are a part of one of these, which say more."""
    spans = sorted({(each.start, each.end) for each in readings})
    starts = [start for start, _ in spans]
    ends = [0, *accumulate((end for _, end in spans), max)]

    def part(one: SlotReading) -> bool:
        longer = ends[bisect_right(starts, one.start)] > one.end
        return longer or ends[bisect_left(starts, one.start)] >= one.end

    return part


def _reading(question: Question, slot: Slot, value: Plain, first: int, last: int) -> SlotReading:
    """The value of a slot with the words `[first, last)` that say it."""
    start, end = question.words[first].start, question.words[last - 1].end
    return SlotReading(slot.name, value, start, end, question.text[start:end])


def _longest(readings: Sequence[SlotReading]) -> list[SlotReading]:
    """The readings that no longer one contains: in `not face up`, `face up` says less than `not face up`."""
    part = _parts_of(readings)
    return [one for one in readings if not part(one)]


def _sourced(question: Question, fact: FactType, found: list[SlotReading]) -> list[SlotReading]:
    """What is said of a fact without that for which no source is named: `do they stay even if he is defeated?` asks
    for what `the text says that they stay even if he is defeated` tells. Both ways where a source is named, but in
    another sentence; of several words of an enum those beside a source. What nothing is said to say is not told."""
    if not found:
        return found
    if not fact.told_by:
        return [each for each in found if each.value is not True or not said_by_none(question, each.start)]
    sources = Sources(question, fact.told_by)
    if fact.value is not None:
        beside = [each for each in found if sources.beside(each.start)]
        return beside if len({each.value for each in found}) > 1 and beside else found
    kept: list[SlotReading] = []
    for each in found:
        if each.value is True and said_by_none(question, each.start):
            kept.append(replace(each, value=False))
        elif each.value is not True or sources.beside(each.start) or not sources.asked(each.start):
            kept.append(each)
        elif sources.places:
            kept += [each, replace(each, value=False)]
    return kept


def _not_taken_back(question: Question, found: list[SlotReading]) -> list[SlotReading]:
    """What is said behind the last correction where something else is said before it: `I thought it was a solid
    border, but no, it's dashed`."""
    if len({each.value for each in found}) < 2:
        return found
    last = max((hit.end() for hit in CORRECTED.finditer(question.text)), default=0)
    kept = [each for each in found if each.start >= last] or found
    if len({each.value for each in kept}) < 2:
        return kept
    moved = [hit.start() for hit in find("moved-on").finditer(question.text)]
    at = max((place for place in moved if any(each.start > place for each in kept)), default=0)
    behind = [each for each in kept if each.start > at]
    return behind if at and len({each.value for each in behind}) == 1 else kept


class Sources:
    """The places of a question that name a text, by the words `told_by`, or quote one."""

    def __init__(self, question: Question, told_by: Collection[str]) -> None:
        self._question = question
        named = [word.start for word in question.words if word.word in told_by and _is_source(question, word)]
        self.places = [*named, *(hit.start() for hit in pattern("stories", "quoted").finditer(question.text))]

    def beside(self, start: int) -> bool:
        """Whether a text is named in the sentence of a place."""
        return any(_sentence(self._question, start).holds(place) for place in self.places)

    def asked(self, start: int) -> bool:
        """Whether a place stands in what the question asks."""
        return self._question.asked.holds(start)


def _is_source(question: Question, word: Word) -> bool:
    """Whether a word names a text: not one that is not there, `no text to the contrary`, nor what somebody at the table
    does, `my mate says that he stays`."""
    sentence = _sentence(question, word.start)
    said = pattern("claims", "others-say").match(question.at(sentence))
    return not denies(question, word) and (said is None or word.start >= sentence.start + said.end())


def said_by_none(question: Question, start: int) -> bool:
    """Whether it is said before a place, in its sentence, that no text says what stands there: `nothing on his card
    says it works from off the map`."""
    before = question.text[_sentence(question, start).start : start]
    return pattern("negation", "said-by-none").search(before) is not None


def _sentence(question: Question, start: int) -> Span:
    """The sentence of a place."""
    return next((each.span for each in question.sentences if each.span.holds(start)), Span(start, start))
