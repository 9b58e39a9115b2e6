"""What a question denies, how far that reaches, and which way round it asks: the one treatment of negation.

A "not" reaches over small words to the first word that carries meaning, and over an "or" to the next; `nobody` reaches
to the end of its clause. A verb that is denied states nothing: it turns round what is asked, `so he can't attack,
right?`, as words do that mean the contrary, `is it forbidden?`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from kb.question.asking import starts
from kb.question.patterns import pattern
from kb.question.quantities import NOTHING
from kb.question.sentences import apart
from kb.question.written.stems import spoken
from kb.records.question import Denial, Negation, Question, Span, Word
from kb.words.text import STOP_WORDS, stem

find = partial(pattern, "negation")

CUES = (("verb-not", Denial.VERB), ("do-not", Denial.VERB), ("is-not", Denial.IS), ("not", Denial.NOT))
"""The cues of which each reaches the next words; of two that stand together the first listed counts."""
DESCRIBED_NO = frozenset({"no", "without"})
"""Cues behind which a noun stands, maybe with a word that describes it."""
JOINS_NO = frozenset({"no", "nor", "un", "non"})
"""Cues that do not reach over an "or"."""
LISTED = (2, 3)
"""How many words behind a cue an "or" stands over which it reaches: `not defeated or banished`."""
YET, NOT = "yet", "not"
"""The first denies by itself: a form `yet decided` stands for `not yet decided`."""
ARTICLES = frozenset({"the", "a"})
JOINED = re.compile(r"\s*(?:\w+ )*")


def negations(text: str, words: Sequence[Word]) -> tuple[Negation, ...]:
    """The negations of a text in the order of their cues."""
    found = [*_near(text, words), *_nobody(text, words), *_not_done(text, words), *_nowhere_else(text)]
    return tuple(sorted(found, key=lambda each: (each.cue, each.scope)))


def _near(text: str, words: Sequence[Word]) -> Iterator[Negation]:
    """What is denied right behind a cue; `doesn't he win?` asks whether he does."""
    taken: set[int] = set()
    for name, kind in CUES:
        for hit in find(name).finditer(text):
            if taken.isdisjoint(range(*hit.span())) and not find("inverted").match(text, hit.start()):
                taken.update(range(*hit.span()))
                yield from _reaching(text, words, Span(*hit.span()), kind, name == "do-not" and "n't" in hit[0])


def _reaching(text: str, words: Sequence[Word], cue: Span, kind: Denial, half: bool) -> Iterator[Negation]:
    """A cue with what it reaches, and over an "or"; what is right behind `doesn't` is no state, `he doesn't count`, but
    what is further off is: `he doesn't have the counter`."""
    behind = [at for at, word in enumerate(words) if word.start >= cue.end][:1]
    first = behind[0] if behind else len(words)
    described = text[cue.start : cue.end].lower() in DESCRIBED_NO
    state = kind is not Denial.VERB or (text.endswith("not", 0, cue.end) and not text.endswith("cannot", 0, cue.end))
    scope = _scope(text, words, first, cue.end)
    if described and (noun := _next(text, words, scope.end)) is not None:
        scope = Span(scope.start, noun.end)
    if half and first < len(words) and words[first].end < scope.end:
        yield Negation(cue, Span(words[first].end, scope.end), kind, True)
    else:
        yield Negation(cue, scope, kind, state)
    joins = text[cue.start : cue.end].lower() not in JOINS_NO
    for at in (first + each - 1 for each in LISTED if state and joins):
        if at < len(words) and words[at].word == "or" and not apart(text, cue.end, words[at].start):
            yield Negation(cue, _scope(text, words, at + 1, words[at].end), kind, True)


def _next(text: str, words: Sequence[Word], place: int) -> Word | None:
    """The word right behind a place that the one before it may describe, `no solid wall`: no small word or number."""
    word = next((each for each in words if each.start >= place), None)
    if word is None or text[place : word.start] != " " or word.word in STOP_WORDS or word.word.isdigit():
        return None
    return word


def _scope(text: str, words: Sequence[Word], first: int, start: int) -> Span:
    """From a place over small words to the end of the first word that carries meaning, within the clause."""
    end = start
    for word in words[first:]:
        if apart(text, start, word.start):
            break
        end = word.end
        if not find("small").match(word.word):
            break
    return Span(start, end)


def _nobody(text: str, words: Sequence[Word]) -> Iterator[Negation]:
    """What is said of nobody, up to the end of its clause; what stands behind an article is not said of him."""
    for name, ends, reach in (("nobody", "nobody-ends", 40), ("no-text-says", "marks", 25)):
        for hit in find(name).finditer(text):
            stop = find(ends).search(text, hit.end())
            end = min(hit.end() + reach, stop.start() if stop else len(text))
            before = ""
            for word in words:
                if hit.end() <= word.start <= end and before not in ARTICLES:
                    yield from _of_nobody(Span(*hit.span()), word)
                before = word.word


def _not_done(text: str, words: Sequence[Word]) -> Iterator[Negation]:
    """What is told as not done, not yet so, or of none: `before he has moved`, `he refuses to move`, `waiting for his
    turn`, `zero of them moved`."""
    for name, most in (("zero-of", 1), ("not-yet", 1), ("nothing-is", 1), ("awaited", 2), ("declines", 3)):
        for hit in find(name).finditer(text):
            for word in [each for each in words if each.start >= hit.end()][:most]:
                together = JOINED.fullmatch(text, hit.end(), word.start)
                if together and not (name == "nothing-is" and word.word in STOP_WORDS):
                    yield from _of_nobody(Span(*hit.span("cue")), word)


def _nowhere_else(text: str) -> Iterator[Negation]:
    """What a "no" reaches of the places over an "or": `no cards played or in hand`."""
    for hit in find("no-or-there").finditer(text):
        yield Negation(Span(*hit.span("cue")), Span(*hit.span("place")), Denial.NOT, True)


def _of_nobody(cue: Span, word: Word) -> Iterator[Negation]:
    if word.word not in NOTHING:
        yield Negation(cue, Span(word.start, word.end), Denial.NOBODY, True)


def denies(question: Question, word: Word) -> bool:
    """Whether a question says that what a word names is not so."""
    here = (each for each in question.negations if each.state and each.scope.holds(word.start))
    return word.word != YET and any(True for _ in here)


def denier(question: Question, start: int) -> int:
    """Where the "not" begins that stands right before what begins at a place, small words aside; else that place."""
    here = (each for each in question.negations if each.state and each.kind is not Denial.NOBODY)
    near = (each.cue for each in here if each.scope.holds(start) and each.scope.start == each.cue.end)
    return next((cue.end - len(NOT) if question.at(cue).endswith(f" {NOT}") else cue.start for cue in near), start)


def denied_words(text: str, found: Sequence[Negation]) -> frozenset[str]:
    """The stems of the words that negations deny: of each the first that carries meaning, what joins it aside."""
    said = (find("denied-word").match(text, each.cue.end) for each in found if each.kind is not Denial.NOBODY)
    return frozenset(stem(each["word"].lower()) for each in said if each)


def keeps(text: str) -> bool | None:
    """Whether a text speaks of keeping (True) or losing (False); None for both and for neither."""
    keeping, losing = bool(find("keeping").search(text)), bool(find("losing").search(text))
    return None if keeping == losing else keeping


def claim_holds(question: Question, sentence: str) -> bool | None:
    """Whether a claim is right that denies a word which a verdict's sentence denies too, its reason aside: `so he ends
    up without a counter, right?` by `it gets no counter`. None where a question claims nothing, or denies none of it.

    Where the question asks whether the claim is wrong, its answer is the other one.
    """
    claim = question.claim
    asks = claim is not None or any(each.asks for each in question.sentences)
    if not asks or (claim is None and starts(question.at(question.asked))):
        return None
    said = find("in-a-condition").sub("", question.at(claim.span if claim else question.asking))
    told = find("reason-before").sub("", find("reason").split(sentence)[0])
    alike = _denied_in(said) & _denied_in(told)
    return not (claim is not None and claim.wrong) if alike else None


def _denied_in(said: str) -> frozenset[str]:
    return denied_words(said, negations(said, spoken(said)))
