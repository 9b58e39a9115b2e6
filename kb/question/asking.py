"""Which sentence of a question asks, and which clause of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from kb.question.patterns import pattern
from kb.question.sentences import clauses, sentences, split, stripped
from kb.records.question import Claim, Question, Span

find = partial(pattern, "asking")

LEAST_SAID = 3
LEAST_ASKED = 4


def asking_sentence(text: str, spans: Sequence[Span]) -> Span | None:
    """The last sentence that ends with a question mark, or behind another begins like a question; behind a story also
    one without a mark that begins with a verb and who or what; None where none does."""
    said = [text[each.start : each.end] for each in spans]
    last = next((at for at in reversed(range(len(spans))) if said[at].endswith("?")), None)
    if last is None:
        begins = len(spans) > 1 and (find("begins").match(said[-1]) or find("asks-what").match(said[-1]))
        return spans[-1] if begins else None
    behind = (spans[at] for at in reversed(range(last + 1, len(spans))) if find("asks-what").match(said[at]))
    return next(behind, spans[last])


def asked_clause(text: str, asking: Span | None, claim: Claim | None) -> Span:
    """The part of a question that asks: the last one that begins like a question, else the last that is no tag; of a
    claim that is asked about its last part, reasons aside."""
    if claim is not None:
        within = _unreasoned(text, claim.span)
        within = within if within.end > within.start else claim.span
        kept = [each for each in _pieces(text, clauses(text, within)) if not _is(text, each, "tag")]
        kept = [each for each in kept if not _is(text, each, "afterthought")] or kept
        return kept[-1] if kept else claim.span
    within = _untagged(text, Span(0, asking.end if asking else len(text)))  # what is told behind it asks nothing
    begun = (part for clause in clauses(text, within) for part in _begun(text, clause))
    kept = [each for each in _pieces(text, begun) if not _is(text, each, "tag")]
    kept = [each for each in kept if not _is(text, each, "afterthought")] or kept
    kept = [each for each in kept if asking is not None and each.start >= asking.start] or kept
    inverted = [each for each in kept if _is(text, each, "starts")]
    if len(inverted) > 1 and _leaves_a_duty(text, *inverted[-2:]):
        return inverted[-2]
    return (inverted or kept or [within])[-1]


def _leaves_a_duty(text: str, one: Span, other: Span) -> bool:
    """Whether a clause only asks for leave instead of the duty before it: `do I have to fight, or can I leave him?`."""
    first, second = text[one.start : one.end], text[other.start : other.end]
    joined = text[one.end : other.start].strip(" ,") == "or"
    return bool(joined and find("duty").search(first) and find("leave").search(second))


def starts(said: str) -> re.Match[str] | None:
    """How words begin that begin as a question does, with a verb before its subject; None for others."""
    return find("starts").match(said)


def _is(text: str, span: Span, name: str) -> bool:
    return find(name).match(text[span.start : span.end]) is not None


def _pieces(text: str, spans: Iterator[Span]) -> list[Span]:
    """These stretches without the blanks around them; empty ones are none."""
    found = [stripped(text, each) for each in spans]
    return [each for each in found if each.end > each.start]


def _untagged(text: str, within: Span) -> Span:
    """The last sentence before a tag, reasons aside, where enough is left of it; else all."""
    tagged = find("tagged-at-end").search(text[within.start : within.end])
    if tagged is None:
        return within
    last = _unreasoned(text, sentences(text[: tagged.start()])[-1])
    return last if len(text[last.start : last.end].split()) >= LEAST_SAID else within


def _unreasoned(text: str, span: Span) -> Span:
    """A stretch up to the reason that it gives."""
    reason = find("because").search(text[span.start : span.end])
    return Span(span.start, span.start + reason.start()) if reason else span


def _begun(text: str, clause: Span) -> Iterator[Span]:
    """A clause, parted where a question begins within it: `when he is down can't I hit him again?` too, but not behind
    a question word, `which of them don't I add?`."""
    for part in split(text, find("begins-late"), clause):
        denying = find("begins-late-denied").search(text, part.start, part.end)
        if denying and not find("for-which").search(text, part.start, denying.start()):
            yield Span(part.start, denying.start())
            part = Span(denying.end(), part.end)
        yield part


def begins_at_once(question: Question) -> bool:
    """Whether the sentence that asks begins with a verb and who or what: `may he …`."""
    return find("begins").match(question.at(question.asking)) is not None


def asking_words(question: Question) -> str:
    """The sentence that asks; of one in which the question begins late, `he is down and burning can he still be hit`,
    what begins there; of one that holds a claim, `would I be wrong to say that he may?`, the claim. What it sets aside,
    `headlines aside`, and the `once` of `once I am done` are left out."""
    claim = question.claim
    if claim and claim.span.end == question.asking.end:
        said = question.at(claim.span)
    else:
        whole = question.at(question.asking)
        begun = find("begins-late").split(whole)[-1]
        said = begun if len(begun.split()) >= LEAST_ASKED else whole
    return find("set-aside").sub(" ", said)


def asks_duty(question: Question) -> bool:
    """Whether a question asks what must be done, which no leave to do it tells: `must I use it?`; not where it asks for
    leave instead, `…, or may I leave it?`."""
    asked = question.claim.span if question.claim else question.asked
    rest = Span(asked.start, max(asked.end, question.asking.end))
    return bool(find("duty").search(question.at(asked))) and not find("leave").search(question.at(rest))


def asks_leave(question: Question, where: Span) -> bool:
    """Whether a part of a question asks what may be done, and not what must be: `may I use it?`."""
    said = question.at(where)
    return bool(find("leave").search(said)) and not find("duty").search(said)


def asks_what(question: Question) -> bool:
    """Whether a question asks for a thing, to which a yes is no answer: `by what is the order decided?`."""
    return not question.form and bool(find("for-a-thing").match(question.at(question.asking)))
