"""What stands around a number: whether it dates, pairs, lessens, labels, or counts another thing."""

from __future__ import annotations

import re

from kb.question.patterns import pattern
from kb.question.sentences import apart
from kb.records.question import Quantity, Question, Word
from kb.words.text import STOP_WORDS

STOP = re.compile(r"[,;:.!?]")
BEFORE = 40
"""In so many characters before a number stands what patterns look for that end at it."""
DATING = frozenset({"turn", "round"})
STATE = "state"
"""The kind of a game's term that says how somebody is: `stunned`."""
LESSENING = frozenset({"less", "fewer", "cheaper"})
INSIDE = frozenset("a an any the other more of my his her its their your our own single".split())
TOWARDS = frozenset("toward towards away apart back onto off down along through".split())


def word_before(question: Question, place: int) -> Word | None:
    """The last word that ends before a place."""
    return next((word for word in reversed(question.words) if word.end <= place), None)


def word_after(question: Question, place: int) -> Word | None:
    """The first word that begins behind a place."""
    return next((word for word in question.words if word.start >= place), None)


def word_behind(question: Question, number: Quantity) -> Word | None:
    """The word right behind a number in its clause."""
    word = word_after(question, number.end)
    return None if word is None or STOP.search(question.text, number.end, word.start) else word


def words_within(question: Question, start: int, end: int) -> list[Word]:
    """The words between two places of a question."""
    return [word for word in question.words if start <= word.start and word.end <= end]


def dates(question: Question, number: Quantity) -> bool:
    """Whether a number only says when: `on turn 4`."""
    before = word_before(question, number.start)
    return before is not None and before.word in DATING and question.text[before.end : number.start] == " "


def pairs(question: Question, number: Quantity) -> bool:
    """Whether a number is the first of a pair: `14/12`."""
    return any(question.text[number.end : each.start] == "/" for each in question.quantities)


def paired(question: Question, number: Quantity) -> bool:
    """Whether a number is the second of a pair."""
    return any(question.text[each.end : number.start] == "/" for each in question.quantities)


def walked(question: Question, number: Quantity) -> bool:
    """Whether a number is how far somebody went, which is not how far away he is: `he ran 5 spaces`."""
    before = pattern("stories", "goes").search(question.text, max(0, number.start - BEFORE), number.start)
    return before is not None and pattern("stories", "how-far-off").match(question.text, number.end) is None


def of_none(number: Quantity) -> bool:
    """Whether a number is the 0 of a word that says what there is none of: `no`, `without`."""
    return number.text.lower() in ("no", "without")


def of_one_name(question: Question, start: int, end: int) -> bool:
    """Whether the words between two places can stand inside one name for a thing: `(no) other small (guys)`."""
    return not any(word.word in STOP_WORDS - INSIDE for word in words_within(question, start, end))


def counts_another(question: Question, number: Quantity) -> bool:
    """Whether a word that carries meaning follows a number directly: that is what it counts."""
    following = word_after(question, number.end)
    if following is None or apart(question.text, number.end, following.start):
        return False
    if following.word == "of":  # `4 of the grey ones plus 3 of the beige ones`
        return True
    return following.word not in STOP_WORDS | TOWARDS and not following.word.isdigit()


def lessens(question: Question, number: Quantity) -> bool:
    """Whether a number says by how much something is less than what stands before it: `costs 1 less`."""
    following = word_after(question, number.end)
    less = following is not None and following.word in LESSENING
    return less and following is not None and not apart(question.text, number.end, following.start)


def labels(question: Question, number: Quantity, first: int, last: int) -> bool:
    """Whether the words `[first, last)` name the number right after them in a list of such pairs: in `attack 7
    wounds 2` attack is 7, and it is not 7 wounds."""
    words, noun = question.words, question.words[last - 1]
    if words_within(question, noun.end, number.start) or apart(question.text, noun.end, number.start):
        return False
    before = next((each for each in question.quantities if first and each.end == words[first - 1].end), None)
    if before and not (last - first == 1 and _headed(question, before)):
        return False  # in `4 goons 2 thugs` the goons have their number
    after = word_after(question, number.end)
    return after is None or apart(question.text, number.end, after.start) or _goes_on(question, number)


def _headed(question: Question, number: Quantity) -> bool:
    """Whether the list that a number stands in begins with a word: `cost 3 def 2`, not `I own 3 guys`."""
    words = question.words
    at = next((place for place, word in enumerate(words) if word.start == number.start), 0)
    if not at or words[at - 1].word in STOP_WORDS:
        return False
    if at == 1 or apart(question.text, words[at - 2].end, words[at - 1].start):
        return True
    earlier = next((each for each in question.quantities if each.end == words[at - 2].end), None)
    return earlier is not None and _headed(question, earlier)


def _goes_on(question: Question, number: Quantity, most: int = 3) -> bool:
    """Whether a list of words and numbers goes on behind a number, at most so many words to a name, and ends with a
    number; in a longer list the later names are one word each, or who counts what cannot be told."""
    coming = next((each for each in question.quantities if each.start >= number.end), None)
    if coming is None or apart(question.text, number.end, coming.start):
        return False
    gap = [word.word for word in question.words if number.end <= word.start < coming.start]
    told = 1 <= len(gap) <= most and not any(word in STOP_WORDS for word in gap)
    return told and (_ends(question, coming) or _goes_on(question, coming, 1))


def _ends(question: Question, number: Quantity) -> bool:
    """Whether a list of numbers ends with this one: nothing follows, or the end of a clause, or a word that is not
    counted, `attack 7 wounds 2 dead?`, a state of the game's among them."""
    following = word_after(question, number.end)
    if following is None or apart(question.text, number.end, len(question.text)):
        return True
    state = any(each.start == following.start and each.term.kind == STATE for each in question.mentions)
    return state or pattern("stories", "ends-a-list").match(following.word) is not None
