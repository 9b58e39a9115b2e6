"""Things that a story lists, with what it says of each: `Ann has 41 fame and 12 damage, Bo 41 and 9. Who wins?`.

Two kinds of lists are read. Things with names, which the story gives (people, or the nouns of the slot's forms); and
things that come one after another (`a 3-drop with press, then a 2-drop`), each told by its own number, which the slot
numbers in the property `in_order`. A list is read whole or not at all: two values of one property of one thing, or a
list of less than two, is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kb.names import given_names
from kb.quantities import NOTHING, ORDINAL, Quantity
from kb.rules.records import FactType, Schema, Slot
from kb.rules.types import fits
from kb.terms import Token
from kb.text import STOP_WORDS, words
from kb.wordplaces import Text, form_stem

Listed = list[dict[str, object]]
LEAST = 2
PART = re.compile(
    r"[,;:.!?](?=\s|$)|\s[-\u2013/&]\s|\b(?:and|n|then|while|whereas|but|vs|versus|against|followed by|after that)\b",
    re.I,
)
EACH = re.compile(
    r"\b(?:both|each|all of (?:us|them)|we all|they all|everybody|everyone|the (?:two|three|four) of)\b", re.I
)
"""What stands for all things that are told of: `they did 10 damage each`."""
SELF = frozenset("i i'm im i've ive me mine myself".split())
THIRD = frozenset("he she they he's she's they're hes shes".split())
FURTHER = frozenset("another other second".split())
NAMED = re.compile(r"[A-Z][a-z]+(?!\w)")
DOING = re.compile(
    r"(?:'s)? (?:has|had|have|got|gets|rolls?|rolled|did|dealt|scores?|scored|with|ended|finished|sits?|is at|at|\d)|:"
)
"""What follows a name that begins a sentence."""
ARTICLES = frozenset("a an the my his her our their your this that".split())
SUMMED = re.compile(r"\b(?:sums?|summed|totals?|totalled|altogether|in all|adds? up|average)\b", re.I)
"""What tells that a number is made of several others: none of the list's own, where a thing has several."""
BACK = re.compile(r"\b(?:before (?:that|it|him|her|them)|earlier|previously)\b", re.I)
"""What upsets the order in which things are told."""
POINTED = re.compile(r"\b(?:the|these|those|all|my|his|her|of) \Z", re.I)
"""What stands before a number that counts things told before: `what do the two cost?`."""
PLACES = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()


@dataclass
class Thing:
    """Something that is told of: its name, the values of its properties, and where they stand."""

    name: str
    values: dict[str, list[Quantity]] = field(default_factory=dict)
    flags: dict[str, bool] = field(default_factory=dict)


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
        return None if BACK.search(text.question) else _listing(text, slot, list(_in_order(text, slot, facts)), facts)
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
    return Listing(slot.name, listed, text.question[in_order[0][0] : in_order[-1][1]], in_order)


def _parts(text: Text) -> Iterator[tuple[int, int]]:
    """The parts of a question between commas, stops and words that join."""
    start = 0
    for gap in PART.finditer(text.question):
        yield start, gap.start()
        start = gap.end()
    yield start, len(text.question)


def _within(text: Text, start: int, end: int) -> list[Token]:
    return [token for token in text.words if start <= token.start and token.end <= end]


def _stems(forms: Sequence[str]) -> frozenset[str]:
    """The stems of the words of plain forms."""
    return frozenset(form_stem(word) for form in forms for word in words(form))


def _next(text: Text, number: Quantity) -> Token | None:
    """The word right behind a number in its clause."""
    token = next((each for each in text.words if each.start >= number.end), None)
    return None if token is None or re.search(r"[,;:.!?]", text.question[number.end : token.start]) else token


class Naming:
    """Reads things with names, part by part."""

    def __init__(self, text: Text, slot: Slot, facts: Mapping[str, FactType]) -> None:
        self.text, self.facts = text, facts
        self.nouns = _stems(slot.forms)
        self.counted = {name: _stems(fact.forms) for name, fact in facts.items()}
        self.many = any(fact.many for fact in facts.values())
        self.told: dict[str, Thing] = {}
        self.owner = ""
        self.you = f"your {slot.each.replace('_', ' ')}"

    def things(self) -> list[Thing]:
        """The things with a number each, in the order in which they are named; none where a number is nobody's."""
        shared: list[tuple[str, Quantity]] = []
        before: list[str] = []
        for start, end in _parts(self.text):
            numbers = [each for each in self.text.numbers if start <= each.start < end and each.text.lower() != "both"]
            everybody = EACH.search(self.text.question, start, end)
            bound: list[str] = []
            if self.many and SUMMED.search(self.text.question, start, end):
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
        spoken = _within(self.text, start, end)
        names = [name for at in range(len(spoken)) if (name := self._called(spoken, at))]
        if names:
            self.owner = names[-1]
            self.told.setdefault(self.owner, Thing(self.owner))

    def _called(self, spoken: Sequence[Token], at: int) -> str:
        """The name of the thing that a word stands for, empty where it stands for none."""
        token, before = spoken[at], spoken[at - 1].word if at else ""
        written = self.text.question[token.start : token.end]
        bare = token.word.removesuffix("'s")
        if token.word in SELF:
            return self.you
        if token.word in THIRD:
            return self._last_person() or token.word.partition("'")[0]
        if form_stem(bare) in self.nouns:
            return f"other {bare}" if before in FURTHER and bare in self.told else bare
        if before not in ARTICLES and (bare in given_names() or self._capital(token)):
            return written.removesuffix("'s").removesuffix("\u2019s").title()
        return ""

    def _capital(self, token: Token) -> bool:
        """Whether a word is written like a name; where a sentence begins, by what follows it."""
        question = self.text.question
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
        following = _next(self.text, number)
        held = [name for name, fact in self.facts.items() if fact.value and fits(number.value, fact.value)]
        if ORDINAL.fullmatch(number.text):
            return ""
        if following and following.word not in STOP_WORDS and not following.word.isdigit():
            return next((name for name in held if form_stem(following.word) in self.counted[name]), "")
        start, end = next(part for part in _parts(self.text) if part[0] <= number.start < part[1])
        near = {form_stem(token.word) for token in _within(self.text, start, end)}
        said = [name for name in held if near & self.counted[name]]
        if len(said) == 1:
            return said[0]
        if not said and len(before) == 1 and before[0] in held:
            return before[0]
        return held[0] if not said and len(self.facts) == 1 and held and self.owner else ""


def _in_order(text: Text, slot: Slot, facts: Mapping[str, FactType]) -> Iterator[Thing]:
    """Things told one after another, each by its number of the first property that is one."""
    own = next(name for name, fact in facts.items() if fact.value and fact.value.kind == "int" and name != slot.order)
    flags = {name: fact for name, fact in facts.items() if fact.value is None}
    worded = [way for fact in flags.values() for way in (*fact.forms, *fact.opposites)]
    nouns = _stems(slot.forms)
    counted = _stems(facts[own].forms)
    last: Thing | None = None
    grouped: dict[str, bool] = {}
    several = 0
    for start, end in _parts(text):
        told = {name: value for name, fact in flags.items() if (value := _flag(text, fact, start, end)) is not None}
        numbers = [each for each in text.numbers if start <= each.start < end and not text.dates(each)]
        if len(numbers) > 1 and (head := _heads(text, numbers, nouns, counted)):
            several, grouped = head, dict(told)
            numbers = numbers[1:]
        mine = [each for each in numbers if _tells(text, each, counted | nouns | _stems(worded), facts[own])]
        if last is not None and not mine and not numbers:
            last.flags = told | last.flags
        for number in mine:
            several -= several > 0
            last = Thing(_place(at := (1 if last is None else PLACES.index(last.name) + 2)), {own: [number]}, told)
            last.flags = told or dict(grouped if several >= 0 and grouped else {})
            yield last
            if at >= len(PLACES):
                return
        if not several:
            grouped = {}


def _place(at: int) -> str:
    return PLACES[at - 1]


def _flag(text: Text, fact: FactType, start: int, end: int) -> bool | None:
    """What is said of a thing between two places; None where nothing is, or both."""
    said = {
        value is not text.negated(first)
        for value, _, first, last in text.said(((True, fact.forms), (False, fact.opposites)))
        if start <= text.words[first].start and text.words[last - 1].end <= end
    }
    return said.pop() if len(said) == 1 else False if said else None


def _heads(text: Text, numbers: Sequence[Quantity], nouns: frozenset[str], counted: frozenset[str]) -> int:
    """How many things the first of some numbers counts that are told one by one behind it: 2 of `two press guys at 2
    and 4`; else 0."""
    number, behind = numbers[:2]
    between = {form_stem(token.word) for token in _within(text, number.end, behind.start)}
    return number.value if number.value >= LEAST and nouns & between and not counted & between else 0


def _tells(text: Text, number: Quantity, own: frozenset[str], fact: FactType) -> bool:
    """Whether a number is one of the things' own: it stands before one of these words, or before none that it could
    count."""
    following = _next(text, number)
    pointing = number.text.lower() == "one" and not (following and following.word == "drop")
    if fact.value is None or not fits(number.value, fact.value) or ORDINAL.fullmatch(number.text):
        return False
    if pointing or text.denies(number) or POINTED.search(text.question, 0, number.start):
        return False
    return following is None or following.word in STOP_WORDS | NOTHING or form_stem(following.word) in own
