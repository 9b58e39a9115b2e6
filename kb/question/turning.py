"""Which way round a question asks: "may I …?" against "so I can't …, right?"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kb.question.asking import starts
from kb.question.claims import naysays
from kb.question.patterns import pattern
from kb.question.sentences import blanked
from kb.records.question import Claim, Denial, Negation, Span

find = partial(pattern, "negation")
UNCLEAR = ("nobody-at-all", "loose-not", "partly")


def turned(text: str, asked: Span, claim: Claim | None, found: Sequence[Negation]) -> int | None:
    """How often a question turns round what it asks: 0 for "may he …?", 1 for "is it forbidden …?" and "so he
    can't …, right?"; None where it cannot be told: "may he choose not to …?", "is it not forbidden …?". `asked` is its
    clause that asks."""
    said = find("that-was-told").sub(r"\1this", text[asked.start : asked.end])
    if claim is not None:
        return None if naysays(text, claim) else _claimed(said, asked, found, claim.wrong)
    bare = _unconditional(said)
    count = _count(bare, "contrary", "nobody-stops") + bool(find("nope").search(text))
    if starts(said):
        loose = find("loose-not").search(said) and not find("contrary").search(said)
        return None if loose or find("twice-denied").search(said) else count + _count(said, "no-longer")
    count += _denials(bare, asked, found, Denial.VERB)
    if not _tagged(text, said) and not find("concludes").match(said) and not _stated(text, asked):
        return count
    if find("partly").search(bare):
        return None
    nothing = find("so-no").search(bare) and not find("nobody-stops").search(bare)
    return count + _denials(bare, asked, found, Denial.IS) + _count(bare, "no-doing", "gets-nothing") + bool(nothing)


def _claimed(said: str, asked: Span, found: Sequence[Negation], wrong: bool) -> int | None:
    """How often a claim that somebody makes turns round what is asked."""
    bare = _unconditional(said)
    others = find("no-doing").sub("", find("nobody-stops").sub("", bare))
    if any(find(name).search(others) for name in UNCLEAR):
        return None
    denials = sum(_denials(bare, asked, found, kind) for kind in (Denial.VERB, Denial.IS))
    return denials + _count(bare, "contrary", "nobody-stops", "no-doing") + wrong


def _count(said: str, *names: str) -> int:
    return sum(len(find(name).findall(said)) for name in names)


def _denials(bare: str, asked: Span, found: Sequence[Negation], kind: Denial) -> int:
    """How many cues of a kind stand in a clause, its conditions blanked, and not behind a "that" which joins it to a
    noun."""
    cues = {each.cue for each in found if each.kind is kind and each.cue.within(asked)}
    places = (each.start - asked.start for each in cues)
    return sum(1 for at in places if bare[at] != " " and not find("relative").search(bare[:at]))


def _unconditional(said: str) -> str:
    """A clause with its conditions blanked, wherever they stand: their own "not" turns nothing round."""
    first = find("condition-first").match(said)
    start = first.end() if first else 0
    return " " * start + find("condition").sub(blanked, said[start:])


def _tagged(text: str, said: str) -> bool:
    """Whether something is asked behind a statement."""
    return text.rstrip().endswith("?") and not text.rstrip(" ?!").endswith(said.split(maxsplit=1)[-1])


def _stated(text: str, asked: Span) -> bool:
    """Whether what asks is a statement behind a colon: `a shot at his back: the wall isn't in the way?`."""
    before, behind = text[: asked.start].rstrip(), text[asked.end :].strip()
    return before.endswith(":") and behind == "?"
