"""A question's words with their places: where a form stands, what is negated, what a number counts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate
from operator import itemgetter
from sys import intern

from kb.question.quantities import NOTHING
from kb.question.stems import spoken
from kb.records.checks import FactType, Plain, Slot
from kb.records.question import Quantity, Question
from kb.words.forms import heard
from kb.words.text import STOP_WORDS

NEGATORS = frozenset(
    """not non isn't isnt aren't arent wasn't wasnt weren't without never no hasn't hasnt nor neither un ain't
    aint haven't havent hadn't hadnt""".split()
)
NEITHER = frozenset("not neither never without isn't wasn't aren't weren't".split())
YET = "yet"
"""Denies by itself: a form `yet decided` stands for `not yet decided`."""
GONE = re.compile(
    r"(?:(?<=s)(?=(?: already| just| all| now| long)? gone)|(?<='s)| (?:was|got|has been|had been))"
    r" (?:already |just |all |now |long )?"
    r"(?:gone|spent|used up|removed|taken (?:off|away)|lost|stripped)\b(?! (?:to (?!pay)|as |from ))",
    re.I,
)
LISTED = 3
"""How far a "not" reaches over an "or": `not defeated or banished`."""
HALF_NEGATORS = frozenset("don't dont doesn't doesnt didn't didnt".split())
"""Right before a word they turn the question round, `so it doesn't count, right?`; further off they deny it."""
BETWEEN = frozenset(
    """a an the any on in at of my his her its yet currently already have has had is are was be been being get got
    really""".split()
)
SAID_OF_NOBODY = re.compile(
    r"(?:^|[.,;:!?]\s*|\b(?:so|then|and|have|has|had|got|with) )(?:0|zero)"
    r"(?: of (?:them|those|these|(?:the|my|his|her) \w+))? \Z"
    r"|\bno (?:card|text|rule|effect|power|ability)s? (?:\w+ ){0,2}(?:says?|states?|reads?|makes?|lets?|tells?)\b"
    r"[^,;.:?!|>=]{0,25}\Z"
    r"|(?<!=)\b(?:nobody|no[ -]one|noone|none|neither)\b(?: of (?:which|whom)\b)?"
    r"(?:(?!\b(?:and|but|who|that|which|whose|because|if|when|while|so|then|as|after|before|since|until|than|though|although|even"
    r"|or(?= (?:i|he|she|it|we|they|you|the|a|my|his|her|is|are|can|does|do)\b))\b)"
    r"[^,;.:?!|>=]){0,40}(?<!\bthe )(?<!\ba )\Z",
    re.I,
)
"""What comes before a word that is said of nobody: `none of us at the table agree`, `neither of which prevents or`."""
NOT_YET = re.compile(
    r"\bbefore (?:i|he|she|it|we|they|you)(?:['\u2019]?(?:ve|s|d)| have| has| had) (?:ever |even |yet )?\Z"
    r"|\b(?:decid(?:e|es|ed|ing) against|(?:declin|refus)(?:e|es|ed|ing) to)(?: \w+){0,2} \Z", re.I
)
"""What comes before what was not done: `he hits me before I've rested`, `he decides against resting`."""
NOTHING_IS = re.compile(r"\bnothing(?: (?:is|was|gets|got|has been|else|yet|of (?:mine|his|hers|ours))){0,2} \Z", re.I)
BREAK = re.compile(r"[.;:?!|]|,|->|\b(?:but|and then|then|vs|versus)\b")
STOP = re.compile(r"(?<!\bDr)(?<!\bMr)(?<!\bSt)[.;:?!](?=\s)|,", re.IGNORECASE)
ENDINGS = frozenset(
    "ko dead alive still what what's whats which how how's who where does do is are can may will now then so ok safe"
    " enough legal left remaining".split()
)
LESSENING = frozenset({"less", "fewer", "cheaper"})
INSIDE = frozenset("a an any the other more of my his her its their your our own single".split())
DATING = frozenset({"turn", "round"})
TOWARDS = frozenset("toward towards away apart back onto off down along through".split())
PLACE = itemgetter(2, 3)
Alternatives = tuple[tuple[tuple[str, ...], ...], ...]
"""A form's words in their order: for each the stems of its alternatives, none for one that leaves it out."""
Form = str | Alternatives
Ways = tuple[tuple[Plain | None, tuple[str, ...]], ...]
"""What can be said of a fact: each value with the forms in which players say it; None for a number's nouns."""


class Text:
    """A question's words, stems and numbers, ready to be found by their places."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.text = question.text
        self.words = question.words
        self.stems = [word.stem for word in self.words]
        self.places: dict[str, list[int]] = {}
        for at, each in enumerate(self.stems):
            self.places.setdefault(each, []).append(at)
        self.line = "".join(f"{each} " for each in self.stems)
        self.begins = [0, *accumulate(len(each) + 1 for each in self.stems)]
        self.numbers = question.quantities

    def said(self, ways: Ways) -> list[tuple[Plain | None, str, int, int]]:
        """Where forms stand, by stem, in the text's order: (value, last stem, first word, word after the last)."""
        found = []
        for value, forms in ways:
            begun = by_first_stem(forms)
            for first in begun.keys() & self.places.keys():
                for at in self.places[first]:
                    ends = {end for form in begun[first] for end in self._ends_of(form, at)}
                    found += [(value, self.stems[end - 1], at, end) for end in ends if not self._comma(at, end - 1)]
        return sorted(found, key=PLACE) if len(found) > 1 else found

    def _ends_of(self, form: Form, at: int) -> Iterable[int]:
        """The words after a form's last, where it begins with the word at `at`."""
        if isinstance(form, str):
            return (at + form.count(" ") + 1,) if self._stands(form, self.begins[at]) else ()
        places = {at}
        for ways in form:
            places = {
                place + len(way)
                for place in places
                for way in ways
                if tuple(self.stems[place : place + len(way)]) == way
            }
            if not places:
                break
        return places - {at}

    def _stands(self, form: str, begin: int) -> bool:
        """Whether the stems of a form stand in the line of stems at `begin`."""
        return self.line.startswith(form, begin) and self.line[begin + len(form)] == " "

    def _comma(self, first: int, last: int) -> bool:
        """Whether a comma or another stop stands among the words from `first` to `last`."""
        return first < last and bool(STOP.search(self.text[self.words[first].end : self.words[last].start]))

    def apart(self, start: int, end: int) -> bool:
        """Whether something between two places ends a clause."""
        return bool(BREAK.search(self.text[start:end].lower()))

    def negated(self, at: int) -> bool:
        """Whether a "not" of its own clause stands right before the word at `at`, small words aside, or it is said of
        nobody."""
        before = at - 1
        word, said = self.words[at].word, self.text[: self.words[at].start]
        if word == YET:
            return False
        if word not in NOTHING and (SAID_OF_NOBODY.search(said) or NOT_YET.search(said)):
            return True
        if word not in STOP_WORDS and NOTHING_IS.search(said):
            return True
        while before >= 0 and self.words[before].word in BETWEEN:
            before -= 1
        if before < 0 or self.apart(self.words[before].end, self.words[at].start):
            return False
        word = self.words[before].word
        if word == "or" and not self.apart(self.words[max(0, before - LISTED)].end, self.words[before].start):
            return any(self.words[each].word in NEITHER for each in range(max(0, before - LISTED), before - 1))
        return word in NEGATORS or (word in HALF_NEGATORS and before < at - 1)

    def denier(self, start: int) -> int:
        """Where the "not" begins that stands right before the word which begins at `start`; else `start`."""
        at = next((each for each, token in enumerate(self.words) if token.start == start), None)
        if at is None or not self.negated(at):
            return start
        before = at - 1
        while before >= 0 and self.words[before].word in BETWEEN:
            before -= 1
        return self.words[before].start if before >= 0 and self.words[before].word in NEGATORS else start

    def gone(self, last: int) -> bool:
        """Whether what the words before `last` name is no more, as is said behind them: `his counter was spent`."""
        return GONE.match(self.text, self.words[last - 1].end) is not None

    def dates(self, number: Quantity) -> bool:
        """Whether a number only says when: `on turn 4`."""
        before = next((token for token in reversed(self.words) if token.end <= number.start), None)
        return before is not None and before.word in DATING and self.text[before.end : number.start] == " "

    def pairs(self, number: Quantity) -> bool:
        """Whether a number is the first of a pair: `14/12`."""
        return any(self.text[number.end : each.start] == "/" for each in self.numbers)

    def paired(self, number: Quantity) -> bool:
        """Whether a number is the second of a pair."""
        return any(self.text[each.end : number.start] == "/" for each in self.numbers)

    def denies(self, number: Quantity) -> bool:
        """Whether a number is the 0 of a word that says what there is none of: `no`, `without`."""
        return number.text.lower() in ("no", "without")

    def within(self, start: int, end: int) -> bool:
        """Whether the words between two places can stand inside one name for a thing: `(no) other small (guys)`."""
        between = [token.word for token in self.words if start <= token.start and token.end <= end]
        return not any(word in STOP_WORDS - INSIDE for word in between)

    def _ends(self, number: Quantity) -> bool:
        """Whether a list of numbers ends with this one: nothing follows, or the end of a clause, or a word that is not
        counted, `attack 7 wounds 2 dead?`."""
        following = next((token for token in self.words if token.start >= number.end), None)
        return following is None or following.word in ENDINGS or self.apart(number.end, len(self.text))

    def counts_another(self, number: Quantity) -> bool:
        """Whether a word that carries meaning follows a number directly: that is what it counts."""
        following = next((token for token in self.words if token.start >= number.end), None)
        if following is None or self.apart(number.end, following.start):
            return False
        if following.word == "of":  # `4 of the grey ones plus 3 of the beige ones`
            return True
        return following.word not in STOP_WORDS | TOWARDS and not following.word.isdigit()

    def lessens(self, number: Quantity) -> bool:
        """Whether a number says by how much something is less than what stands before it: `costs 1 less`."""
        following = next((token for token in self.words if token.start >= number.end), None)
        return following is not None and following.word in LESSENING and not self.apart(number.end, following.start)

    def labels(self, number: Quantity, first: int, last: int) -> bool:
        """Whether the words `[first, last)` name the number right after them in a list of such pairs: in `attack 7
        wounds 2` attack is 7, and it is not 7 wounds."""
        noun = self.words[last - 1]
        if any(noun.end <= token.start < number.start for token in self.words) or self.apart(noun.end, number.start):
            return False
        before = next((each for each in self.numbers if first and each.end == self.words[first - 1].end), None)
        if before and not (last - first == 1 and self._headed(before)):
            return False  # in `4 goons 2 thugs` the goons have their number
        after = next((token for token in self.words if token.start >= number.end), None)
        return after is None or self.apart(number.end, after.start) or self._goes_on(number)

    def _headed(self, number: Quantity) -> bool:
        """Whether the list that a number stands in begins with a word: `cost 3 def 2`, not `I own 3 guys`."""
        at = next((place for place, token in enumerate(self.words) if token.start == number.start), 0)
        if not at or self.words[at - 1].word in STOP_WORDS:
            return False
        if at == 1 or self.apart(self.words[at - 2].end, self.words[at - 1].start):
            return True
        earlier = next((each for each in self.numbers if each.end == self.words[at - 2].end), None)
        return earlier is not None and self._headed(earlier)

    def _goes_on(self, number: Quantity, most: int = 3) -> bool:
        """Whether a list of words and numbers goes on behind a number, at most so many words to a name, and ends with a
        number; in a longer list the later names are one word each, or who counts what cannot be told."""
        coming = next((each for each in self.numbers if each.start >= number.end), None)
        if coming is None or self.apart(number.end, coming.start):
            return False
        gap = [token.word for token in self.words if number.end <= token.start < coming.start]
        told = 1 <= len(gap) <= most and not any(word in STOP_WORDS for word in gap)
        return told and (self._ends(coming) or self._goes_on(coming, 1))


text_of = lru_cache(maxsize=32)(Text)  # a question is read for several checks


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
def by_first_stem(forms: tuple[str, ...]) -> dict[str, tuple[Form, ...]]:
    """The forms by the stem of the first word: one of words alone as their stems with a space between, one with
    alternatives under each first stem that it can have."""
    found: dict[str, tuple[Form, ...]] = {}
    for form in forms:
        read = heard(form) or []
        if any(len(part) > 1 for part in read):
            ways = tuple(tuple(_stems(way) for way in part) for part in read)
            for first in _firsts(ways):
                found[first] = (*found.get(first, ()), ways)
        elif stems := _stems(" ".join(way for [way] in read)):
            found[stems[0]] = (*found.get(stems[0], ()), intern(" ".join(stems)))
    return found


def _stems(form: str) -> tuple[str, ...]:
    return tuple(intern(each.stem) for each in spoken(form))


def _firsts(ways: Alternatives) -> set[str]:
    """The stems that a form with alternatives can begin with."""
    found: set[str] = set()
    for part in ways:
        found |= {way[0] for way in part if way}
        if all(part):
            break
    return found
