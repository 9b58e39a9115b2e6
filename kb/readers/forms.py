"""Where a question says the forms of a fact, by the stems of its words."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from itertools import accumulate
from operator import itemgetter
from sys import intern

from kb.question.patterns import pattern
from kb.question.sentences import stopped
from kb.question.written.stems import spoken
from kb.records.checks import Slot
from kb.records.question import Question
from kb.records.types import FactType, Plain
from kb.words.forms import heard

PLACE = itemgetter(2, 3)
Alternatives = tuple[tuple[tuple[str, ...], ...], ...]
"""A form's words in their order: for each the stems of its alternatives, none for one that leaves it out."""
BETWEEN, PART, WAY = "\n", "\x1d", "\x1e"
"""What stands between forms, between the parts of one with alternatives, and between the alternatives."""
Ways = tuple[tuple[Plain | None, tuple[str, ...]], ...]
"""What can be said of a fact: each value with the forms in which players say it; None for a number's nouns."""
Said = tuple[Plain | None, str, int, int]
"""A value that is said: the last word's stem, the number of the first word and of the one after the last."""


class Stems:
    """The stems of a question's words, ready to be compared with forms."""

    def __init__(self, question: Question) -> None:
        self.stems = [word.stem for word in question.words]
        self.places: dict[str, list[int]] = {}
        for at, each in enumerate(self.stems):
            self.places.setdefault(each, []).append(at)
        self.line = "".join(f"{each} " for each in self.stems)
        self.begins = [0, *accumulate(len(each) + 1 for each in self.stems)]

    def ends(self, forms: str, at: int) -> set[int]:
        """The words after the last of each of these forms that begins with the word at `at`, see by_first_stem."""
        found: set[int] = set()
        line, begin = self.line, self.begins[at]
        for form in forms.split(BETWEEN):
            if WAY in form:
                found |= self._ends_of(form, at)
            elif line.startswith(form, begin) and line[begin + len(form)] == " ":
                found.add(at + form.count(" ") + 1)
        return found

    def _ends_of(self, form: str, at: int) -> set[int]:
        """The words after a form with alternatives."""
        line, begins, places = self.line, self.begins, {at}
        for part in form.split(PART):
            further: set[int] = set()
            for way in part.split(WAY):
                for place in places:
                    begin = begins[place]
                    if not way:
                        further.add(place)
                    elif line.startswith(way, begin) and line[begin + len(way)] == " ":
                        further.add(place + way.count(" ") + 1)
            if not further:
                return further
            places = further
        return places - {at}


stems_of = lru_cache(maxsize=32)(Stems)


class Once:
    """What is read of a question but once for all the checks that it is tried on: they share most of their facts."""

    def __init__(self, question: Question) -> None:
        self.question, self.stems = question, stems_of(question)
        self.distances: dict[Hashable, float | None] = {}
        """How far a number stands from a noun, by their places."""
        self._standing: dict[tuple[str, ...], tuple[tuple[int, int], ...]] = {}

    def standing(self, forms: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
        """The first word and the one after the last wherever one of these forms stands, not across a stop."""
        found = self._standing.get(forms)
        if found is None:
            found = self._standing[forms] = tuple(self._stand(forms))
        return found

    def _stand(self, forms: tuple[str, ...]) -> Iterator[tuple[int, int]]:
        stems, words, text = self.stems, self.question.words, self.question.text
        begun = by_first_stem(forms)
        for first in begun.keys() & stems.places.keys():
            for at in stems.places[first]:
                for end in stems.ends(begun[first], at):
                    if end == at + 1 or not stopped(text, words[at].end, words[end - 1].start):
                        yield at, end


once = lru_cache(maxsize=8)(Once)  # one for each that is answered at a time: 2,000 letters take half a megabyte


def said(question: Question, ways: Ways) -> list[Said]:
    """Where forms stand, by stem, in the question's order; not across a stop."""
    known = once(question)
    stems = known.stems.stems
    found = [(value, stems[end - 1], at, end) for value, forms in ways for at, end in known.standing(forms)]
    return sorted(found, key=PLACE) if len(found) > 1 else found


def gone(question: Question, last: int) -> bool:
    """Whether what the words before `last` name is no more, as is said behind them: `his counter was spent`."""
    return pattern("stories", "gone").match(question.text, question.words[last - 1].end) is not None


def ways_of(slot: Slot, fact: FactType) -> Ways:
    """What can be said of a slot's fact."""
    if fact.value is None:
        return (True, slot.forms), (False, slot.opposites)
    return words_of(fact.value.words, slot.words) if fact.value.kind == "enum" else ((None, slot.forms),)


@lru_cache(maxsize=20_000)
def words_of(labels: tuple[tuple[str, str], ...], players: tuple[tuple[str, tuple[str, ...]], ...]) -> Ways:
    """The words of an enum, each with its own spelling, its label and the forms in which players say it."""
    known = dict(players)
    return tuple((word, (word.replace("_", " "), label, *known.get(word, ()))) for word, label in labels)


@lru_cache(maxsize=20_000)
def by_first_stem(forms: tuple[str, ...]) -> dict[str, str]:
    """The forms by the stem of the first word, those of one stem in one text with BETWEEN between them: one of words
    alone as their stems with a space between, one with alternatives under each first stem that it can have."""
    found: dict[str, list[str]] = {}
    for form in forms:
        read = heard(form) or []
        if any(len(part) > 1 for part in read):
            ways = tuple(tuple(map(_stems, part)) for part in read)
            written = PART.join(WAY.join(map(" ".join, part)) for part in ways)
            for first in _firsts(ways):
                found.setdefault(first, []).append(written)
        elif stems := _stems(" ".join(way for [way] in read)):
            found.setdefault(stems[0], []).append(" ".join(stems))
    return {intern(first): intern(BETWEEN.join(each)) for first, each in found.items()}


def _stems(form: str) -> tuple[str, ...]:
    return tuple(each.stem for each in spoken(form))


def _firsts(ways: Alternatives) -> set[str]:
    """The stems that a form with alternatives can begin with."""
    found: set[str] = set()
    for part in ways:
        found |= {way[0] for way in part if way}
        if all(part):
            break
    return found
