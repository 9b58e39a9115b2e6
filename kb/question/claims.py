"""What somebody is said to claim: "my friend says I can't. Is he right?" asks for the claim, not whether he is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from kb.question.patterns import pattern
from kb.question.sentences import sentences
from kb.records.question import Claim, Form, Quantity, Question, Span

find = partial(pattern, "claims")

RIGHT = frozenset({"right", "correct", "true", "so"})
SURE = RIGHT | {"the case", "accurate", "fair", "safe", "agree", "agreed"}
LEAST_ASKED = 4
"""Words of a question that asks by itself."""
SHORT = 3
NONE_AT_ALL = frozenset({"0", "zero", "none", "nothing"})
LETTERS = re.compile(r"[a-z]{2}", re.I)


def claim_of(text: str, spans: Sequence[Span], asking: Span | None) -> Claim | None:
    """The claim that a question wants confirmed: what stands behind "is it right that", what somebody says before
    "is he right?", or the sentence before that.

    None where the question asks in another way. `spans` are its sentences, `asking` the one that asks.
    """
    asks = asking or (None if "?" in text else spans[-1])
    if asks is None:
        return None
    said = text[asks.start : asks.end]
    if inner := _embedded(said):
        return Claim(Span(asks.start + inner.end(), asks.end), (inner["way"] or "right").lower() not in SURE)
    start, found = asks.start, _confirming(said)
    for comma in find("after-comma").finditer(said) if found is None else ():
        if found := _confirming(said[comma.end() :]):
            start += comma.start()
            break
    before = [each for each in sentences(text[:start]) if LETTERS.search(text, each.start, each.end)]
    if found is None and before and find("echo").match(said):
        return _echoed(text, before[-1])
    if found is None or not before:
        return None
    own = bool(found.groupdict().get("mine"))
    span, disputed = _disputed(text, before, _own_words(text, before) if own else _their_words(text, before))
    return Claim(span, (found["way"].lower() not in SURE) is not disputed)


def _echoed(text: str, before: Span) -> Claim | None:
    """What somebody else says right before `does it?`, which asks whether it is so."""
    if not find("others-say").match(text[before.start : before.end]):
        return None
    span, disputed = _disputed(text, [before], _their_words(text, [before]))
    denied = any(
        pattern("negation", each).search(text, span.start, span.end) for each in ("is-not", "verb-not", "do-not")
    )
    return Claim(span, disputed, unclear=denied)


def _disputed(text: str, before: Sequence[Span], span: Span) -> tuple[Span, bool]:
    """What is claimed within a stretch, and whether he who may be right denies it: `my brother disputes that it
    counts`; `she says that it counts; I deny it`, where what he denies may stand in the sentence before."""
    if behind := find("disputes-it").search(text[span.start : span.end]):
        earlier = [each for each in before if each.end <= span.start]
        alone = behind.start() == 0 and earlier
        return _their_words(text, earlier) if alone else Span(span.start, span.start + behind.start()), True
    if ahead := find("disputes").search(text, span.start, span.end):
        return Span(ahead.end(), span.end), True
    return span, False


def _own_words(text: str, before: Sequence[Span]) -> Span:
    """The last sentence that nobody else says, behind `I say` where that is said; the last one where others say all."""
    own = (each for each in reversed(before) if not find("others-say").match(text[each.start : each.end]))
    said = next(own, before[-1])
    mine = find("I-say").search(text, said.start, said.end)
    return Span(mine.end(), said.end) if mine else said


def _their_words(text: str, before: Sequence[Span]) -> Span:
    """What somebody says in the last sentence that names him; the last one where nobody is named."""
    for each in reversed(before):
        if behind := find("says-behind").search(text, each.start, each.end):
            return Span(each.start, behind.start())
        if says := find("says").search(text, each.start, each.end):
            return Span(says.end(), each.end)
    return before[-1]


def _embedded(said: str) -> re.Match[str] | None:
    """The words before a claim that the sentence holds itself; `is it right to stay?` claims nothing."""
    found = find("embedded").search(said)
    return found if found and (not found["way"] or found["think"] or found["that"]) else None


def _confirming(said: str) -> re.Match[str] | None:
    """Whether words ask only if somebody is right; `correct, yes?` alone is a tag of the question before it."""
    tagged = find("confirm-tagged").match(said)
    claims = tagged and (tagged["who"] or tagged["way"].lower() not in RIGHT)
    return tagged if claims else find("confirm").match(said) or find("agree").match(said)


def naysays(text: str, claim: Claim) -> bool:
    """Whether a claim denies what stands before it: `he says nope, only on yours`."""
    return find("naysaying").match(text[claim.span.start : claim.span.end]) is not None


def hearsay(text: str, spans: Sequence[Span], asking: Span | None, claim: Claim | None) -> Iterator[Span]:
    """What others are said to claim beside a question that asks by itself; see `claims_before` and `claims_behind`."""
    if asking is not None:
        yield from _claimed_before(text, spans, asking) if claim is None else ()
        yield from _claimed_behind(text, asking)


def _claimed_before(text: str, spans: Sequence[Span], asking: Span) -> Iterator[Span]:
    """Where others are said to claim something before it: `my pal says I must wait. May I use it now?`, `I hit him and
    then my pal said I can't rest. resting ok?`; nowhere where it asks too little by itself: `Legal?`."""
    asks = text[asking.start : asking.end]
    if len(asks.split()) < LEAST_ASKED and find("short-by-itself").match(asks) is None:
        return
    for each in spans:
        if each.end <= asking.start:
            if find("others-say").match(text[each.start : each.end]):
                yield each
            elif then := find("then-others-say").search(text, each.start, each.end):
                yield Span(then.end(), each.end)


def _claimed_behind(text: str, asking: Span) -> Iterator[Span]:
    """What is told behind a question as somebody's claim, to its end: "May I stand there? my friend says it's blocked"
    asks whether it is blocked, it does not say so."""
    behind = text[asking.end :]
    if "?" in behind or _confirming(text[asking.start : asking.end]):
        return
    if find("others-say").match(behind) or find("says-behind").search(behind) or find("I-say").search(behind):
        yield Span(asking.end, len(text))


def claimed(question: Question, unread: Sequence[Quantity]) -> int | None:
    """The number that a question wants confirmed, `so I pay 3, right?`, where it is the only one among the `unread`
    ones of its asking sentence; None where it claims none, denies it, or tells a condition: `do I draw it with 3?`."""
    if question.form is not Form.YES_NO or question.turned != 0:
        return None
    where = _claimed_in(question)
    if question.claim is None and says_little(question.at(where)) and all(each.start < where.start for each in unread):
        where = Span(0, len(question.text))
    said = [each for each in unread if where.holds(each.start) and _is_claimed(question, each)]
    if len(said) != 1 or find("compares").search(question.at(where)) or _tells_a_condition(question, where, said[0]):
        return None
    return said[0].value


def claims_at(question: Question, number: Quantity) -> bool:
    """Whether what is asked may be about a number: it stands in the claim or the sentence that asks, and tells no
    condition."""
    where = _claimed_in(question)
    return where.holds(number.start) and not _tells_a_condition(question, where, number)


def _claimed_in(question: Question) -> Span:
    """Where a question says what it wants confirmed."""
    return question.claim.span if question.claim else question.asking


def _tells_a_condition(question: Question, where: Span, number: Quantity) -> bool:
    """Whether a number belongs to a condition of what is asked: `with 3 in hand`."""
    return find("tells-a-condition").search(question.text[where.start : number.start]) is not None


def says_little(said: str) -> bool:
    """Whether a sentence is a tag or hardly more, and what it asks for stands before it."""
    return len(said.split()) < SHORT or pattern("asking", "tag").match(said.strip(" ?!.")) is not None


def _is_claimed(question: Question, number: Quantity) -> bool:
    """Whether a number may be one that is claimed: not the other one of `4, not 7`."""
    return (number.value > 0 or number.text.lower() in NONE_AT_ALL) and not denied_beside(question, number)


def denied_beside(question: Question, number: Quantity) -> bool:
    """Whether a number is denied beside the one that is claimed: `so I pay 4, not 7?`."""
    return find("denies-a-number").search(question.text[: number.start]) is not None
