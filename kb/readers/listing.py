"""Things that a story lists, with what it says of each: `Ann has 41 fame and 12 damage, Bo 41 and 9. Who wins?`.

Two kinds of lists are read. Things with names, which the story gives (people, or the nouns of the slot's forms); and
things that come one after another (`a 3-drop with press, then a 2-drop`), each told by its own number, which the slot
numbers in the property `in_order`. A list is read whole or not at all: two values of one property of one thing, or a
list of less than two, is none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kb.question.names import given_names
from kb.question.quantities import ORDINAL
from kb.question.stems import form_stem
from kb.readers.places import Text
from kb.readers.sequence import in_order
from kb.readers.storyparts import Thing, parts_of, stems_of, word_behind, words_within
from kb.records.checks import FactType, Schema, Slot
from kb.records.question import Quantity, Word
from kb.records.types import fits
from kb.words.text import STOP_WORDS

Listed = list[dict[str, object]]
LEAST = 2
EACH = re.compile(
    r"\b(?:both|each|all of (?:us|them)|we all|they all|everybody|everyone|the (?:two|three|four) of)\b", re.I
)
"""What stands for all things that are told of: `they did 10 damage each`."""
SELF = frozenset("i i'm im i've ive me mine myself".split())
THIRD = frozenset("he she they he's she's they're hes shes".split())
TOWARDS = frozenset("to from of by with at behind beside against near for than".split())
"""What stands before a person of whom nothing is told: `a bat 2 areas away from me`."""
FURTHER = frozenset("another other second".split())
NAMED = re.compile(r"[A-Z][a-z]+(?!\w)")
DOING = re.compile(
    r"(?:'s)? (?:has|had|have|got|gets|rolls?|rolled|did|dealt|scores?|scored|with|ended|finished|sits?|is at|at|\d)|:"
)
"""What follows a name that begins a sentence."""
ARTICLES = frozenset("a an the my his her our their your this that".split())
SUMMED = re.compile(r"\b(?:sums?|summed|totals?|totalled|altogether|in all|adds? up|average)\b", re.I)
"""What tells that a number is made of several others: none of the list's own, where a thing has several."""
BACK = re.compile(
    r"\b(?:before (?:that|it|him|her|them)|earlier|previously|(?:next|last|previous|following) turn"
    r"|turn (?:before|after)|for free|(?:play|recruit|take) the [\w -]+ first)\b",
    re.I,
)
"""What upsets the order in which things are told, or says that one comes otherwise than by being paid for."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A slot's list as a check takes it; the words from its first number to its last; where its numbers stand."""

    slot: str
    value: Listed
    text: str
    places: tuple[tuple[int, int], ...]

    @property
    def start(self) -> int:
        """Where its first number begins."""
        return self.places[0][0]

    @property
    def end(self) -> int:
        """Where its last number ends."""
        return self.places[-1][1]


def read_list(text: Text, slot: Slot, schema: Schema) -> Listing | None:
    """The things of a slot that lists some; None where the question lists none, or it cannot be told who has what."""
    facts = {name: schema.facts[name] for name in slot.properties}
    if slot.order:
        return None if BACK.search(text.text) else _listing(text, slot, in_order(text, slot, facts), facts)
    return _listing(text, slot, Naming(text, slot, facts).things(), facts)


def _listing(text: Text, slot: Slot, things: Sequence[Thing], facts: Mapping[str, FactType]) -> Listing | None:
    """The list in the check's terms; None where it is none."""
    listed: Listed = []
    places: list[tuple[int, int]] = []
    for at, thing in enumerate(things, 1):
        row: dict[str, object] = {"id": thing.name}
        for name, numbers in thing.values.items():
            values = [number.value for number in numbers]
            if facts[name].many:
                row[name] = values
            elif len(set(values)) > 1:
                return None
            else:
                row[name] = values[0]
            places += [(number.start, number.end) for number in numbers]
        row |= thing.flags | ({slot.order: at} if slot.order else {})
        listed.append(row)
    if len(listed) < LEAST:
        return None
    in_order = tuple(sorted(set(places)))
    return Listing(slot.name, listed, text.text[in_order[0][0] : in_order[-1][1]], in_order)


class Naming:
    """Reads things with names, part by part."""

    def __init__(self, text: Text, slot: Slot, facts: Mapping[str, FactType]) -> None:
        self.text, self.facts = text, facts
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
        for start, end in parts_of(self.text):
            numbers = [each for each in self.text.numbers if start <= each.start < end and each.text.lower() != "both"]
            everybody = EACH.search(self.text.text, start, end)
            bound: list[str] = []
            if self.many and SUMMED.search(self.text.text, start, end):
                numbers, before, self.owner = [], [], ""
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
            self._name(start, end)
            before = bound or before
        told = list(self.told.values())
        if shared and not all(thing.values for thing in told):
            return []  # `Bo and Di are level, and each did 10`: not Ann, who was named too
        for name, number in shared:
            for thing in told:
                thing.values.setdefault(name, []).append(number)
        return [thing for thing in told if thing.values]

    def _name(self, start: int, end: int) -> None:
        """Take the last thing that is named between two places as the one that is told of next."""
        spoken = words_within(self.text, start, end)
        names = [name for at in range(len(spoken)) if (name := self._called(spoken, at))]
        if names:
            self.owner = names[-1]
            self.told.setdefault(self.owner, Thing(self.owner))

    def _unheard(self, number: Quantity) -> None:
        """Take the word right before a number as the name of its thing, whatever it is: `guard 2 away, captain 3`."""
        before = next((each for each in reversed(self.text.words) if each.end <= number.start), None)
        if before is None or self.text.text[before.end : number.start] != " " or before.word in STOP_WORDS:
            return
        own = any(form_stem(before.word) in counted for counted in self.counted.values())
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
        token, before = spoken[at], spoken[at - 1].word if at else ""
        written = self.text.text[token.start : token.end]
        bare = token.word.removesuffix("'s")
        if token.word in SELF:
            return "" if before in TOWARDS else self.you
        if token.word in THIRD:
            return self._last_person() or token.word.partition("'")[0]
        if form_stem(bare) in self.nouns:
            return f"other {bare}" if before in FURTHER and bare in self.told else bare
        if before not in ARTICLES and (bare in given_names() or self._capital(token)):
            return written.removesuffix("'s").removesuffix("\u2019s").title()
        return ""

    def _capital(self, token: Word) -> bool:
        """Whether a word is written like a name; where a sentence begins, by what follows it."""
        question = self.text.text
        if NAMED.match(question, token.start) is None or token.word in STOP_WORDS or EACH.fullmatch(token.word):
            return False
        begins = re.search(r"(?:\A|[.?!:]\s+)\W*\Z", question[: token.start]) is not None
        return not begins or DOING.match(question, token.end) is not None

    def _last_person(self) -> str:
        """Who was named last and can be `he` or `she`."""
        return self.owner if self.owner and self.owner != self.you and len(self.told) == 1 else ""

    def _property(self, number: Quantity, before: Sequence[str]) -> str:
        """What a number says of its thing; empty where that cannot be told."""
        if self.text.dates(number):
            return ""
        following = word_behind(self.text, number)
        held = [name for name, fact in self.facts.items() if fact.value and fits(number.value, fact.value)]
        if ORDINAL.fullmatch(number.text):
            return ""
        if following and following.word not in STOP_WORDS and not following.word.isdigit():
            return next((name for name in held if form_stem(following.word) in self.counted[name]), "")
        start, end = next(part for part in parts_of(self.text) if part[0] <= number.start < part[1])
        near = {form_stem(token.word) for token in words_within(self.text, start, end)}
        said = [name for name in held if near & self.counted[name]]
        if len(said) == 1:
            return said[0]
        if not said and len(before) == 1 and before[0] in held:
            return before[0]
        return held[0] if not said and len(self.facts) == 1 and held and self.owner else ""
