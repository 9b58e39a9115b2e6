"""Things with names in a story: who is told of, and what each number says of whom."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial

from kb.question.patterns import pattern
from kb.question.quantities import ORDINAL
from kb.question.sentences import parts
from kb.question.written.names import given_names
from kb.question.written.stems import form_stem
from kb.readers.numbers import dates, word_before, word_behind, words_within
from kb.readers.things import Thing, stems_of
from kb.records.checks import Slot
from kb.records.question import Quantity, Question, Span, Word
from kb.records.types import FactType, fits
from kb.words.text import STOP_WORDS

find = partial(pattern, "stories")

SELF = frozenset("i i'm im i've ive me mine myself".split())
THIRD = frozenset("he she they he's she's they're hes shes".split())
TOWARDS = frozenset("to from of by with at behind beside against near for than".split())
"""What stands before a person of whom nothing is told: `a bat 2 areas away from me`."""
FURTHER = frozenset("another other second".split())
NAMED = re.compile(r"[A-Z][a-z]+(?!\w)")
ARTICLES = frozenset("a an the my his her our their your this that".split())
BEGINS = re.compile(r"(?:\A|[.?!:]\s+)\W*\Z")


class Naming:
    """Reads things with names, part by part."""

    def __init__(self, question: Question, slot: Slot, facts: Mapping[str, FactType]) -> None:
        self.question, self.facts = question, facts
        self.nouns = stems_of(slot.forms)
        self.counted = {name: stems_of(fact.forms) for name, fact in facts.items()}
        self.many = any(fact.many for fact in facts.values())
        self.told: dict[str, Thing] = {}
        self.owner = ""
        self.you = f"your {slot.each.replace('_', ' ')}"

    def things(self) -> list[Thing]:
        """The things with a number each, in the order in which they are named; none where a number is nobody's."""
        shared: list[tuple[str, Quantity]] = []
        before: list[str] = []
        for part in parts(self.question.text):
            numbers = [each for each in self._numbers(part) if each.text.lower() != "both"]
            everybody = self._says("each", part)
            bound: list[str] = []
            if self.many and self._says("summed", part):  # made of several others, and none of the list's own
                numbers, before, self.owner = [], [], ""
            start = part.start
            for number in numbers:
                self._name(start, number.start)
                start = number.end
                name = self._property(number, before)
                if name and everybody:
                    shared.append((name, number))
                elif name and not self.owner:
                    return []
                elif name:
                    if name in self.told[self.owner].values and not self.facts[name].many:
                        self._unheard(number)  # a second value can only be something else's
                    self.told[self.owner].values.setdefault(name, []).append(number)
                bound += [name] if name else []
            self._name(start, part.end)
            before = bound or before
        told = list(self.told.values())
        if shared and not all(thing.values for thing in told):
            return []  # `Bo and Di are level, and each did 10`: not Ann, who was named too
        for name, number in shared:
            for thing in told:
                thing.values.setdefault(name, []).append(number)
        return [thing for thing in told if thing.values]

    def _numbers(self, part: Span) -> list[Quantity]:
        return [each for each in self.question.quantities if part.holds(each.start)]

    def _says(self, name: str, part: Span) -> bool:
        return find(name).search(self.question.text, part.start, part.end) is not None

    def _name(self, start: int, end: int) -> None:
        """Take the last thing that is named between two places as the one that is told of next."""
        spoken = words_within(self.question, start, end)
        names = [name for at in range(len(spoken)) if (name := self._called(spoken, at))]
        if names:
            self.owner = names[-1]
            self.told.setdefault(self.owner, Thing(self.owner))

    def _unheard(self, number: Quantity) -> None:
        """Take the word right before a number as the name of its thing, whatever it is: `guard 2 away, captain 3`."""
        before = word_before(self.question, number.start)
        if before is None or self.question.text[before.end : number.start] != " " or before.word in STOP_WORDS:
            return
        own = any(before.stem in counted for counted in self.counted.values())
        named = {name.lower() for name in self.told}
        if (
            self.nouns
            and not own
            and before.word not in named
            and before.word.isalpha()
            and not before.word.endswith(("ed", "ing", "ly"))
        ):
            self.owner = before.word
            self.told.setdefault(self.owner, Thing(self.owner))

    def _called(self, spoken: Sequence[Word], at: int) -> str:
        """The name of the thing that a word stands for, empty where it stands for none."""
        word, before = spoken[at], spoken[at - 1].word if at else ""
        written = self.question.text[word.start : word.end]
        bare = word.word.removesuffix("'s")
        if word.word in SELF:
            return "" if before in TOWARDS else self.you
        if word.word in THIRD:
            return self._last_person() or word.word.partition("'")[0]
        if form_stem(bare) in self.nouns:
            return f"other {bare}" if before in FURTHER and bare in self.told else bare
        if before not in ARTICLES and (bare in given_names() or self._capital(word)):
            return written.removesuffix("'s").title()
        return ""

    def _capital(self, word: Word) -> bool:
        """Whether a word is written like a name; where a sentence begins, by what follows it."""
        text = self.question.text
        if NAMED.match(text, word.start) is None or word.word in STOP_WORDS or find("each").fullmatch(word.word):
            return False
        begins = BEGINS.search(text[: word.start]) is not None
        return not begins or find("is-told-of").match(text[word.end :]) is not None

    def _last_person(self) -> str:
        """Who was named last and can be `he` or `she`."""
        return self.owner if self.owner and self.owner != self.you and len(self.told) == 1 else ""

    def _property(self, number: Quantity, before: Sequence[str]) -> str:
        """What a number says of its thing; empty where that cannot be told."""
        if dates(self.question, number):
            return ""
        following = word_behind(self.question, number)
        held = [name for name, fact in self.facts.items() if fact.value and fits(number.value, fact.value)]
        if ORDINAL.fullmatch(number.text):
            return ""
        if following and following.word not in STOP_WORDS and not following.word.isdigit():
            return next((name for name in held if following.stem in self.counted[name]), "")
        part = next(each for each in parts(self.question.text) if each.holds(number.start))
        near = {word.stem for word in words_within(self.question, part.start, part.end)}
        said = [name for name in held if near & self.counted[name]]
        if len(said) == 1:
            return said[0]
        if not said and len(before) == 1 and before[0] in held:
            return before[0]
        return held[0] if not said and len(self.facts) == 1 and held and self.owner else ""
