"""Is this what a clause says? A quote is verified where it is whole sentences of the clause, token for token.

Only white space, capitals, markup, the shapes of characters and the apostrophe of a contraction may differ. A part of a
sentence is never verified, nor is a sentence that another sentence of its clause limits unless both are quoted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from kb.knowledge import KnowledgeBase
from kb.question.written.apostrophes import contractions
from kb.records import Clause, plain
from kb.words.typography import plain_characters
from service.show.sentences import sentences

LONGEST = 4_000
NEAREST = 10
MOST_DIFFERENCES = 12
TOKEN = re.compile(r"\d+(?:[.,]\d+)+|\w+(?:'\w+)*|[^\w\s]")
QUOTE_MARKS = re.compile(r"^[ \t]*(?:>[ \t]*)+", re.MULTILINE)
"""How a chat marks the lines of a quote."""
DASHES = re.compile(r"-{2,}")
PICTURE = "\N{BLACK SQUARE}"
"""Stands for an emoji, which is not the clause's: `pay ❌` is no `pay`."""
STOPS = (".", ";", ":", "!")
LIMITING = re.compile(
    r"\b(?:not|no|never|none|only|unless|until|except\w*|instead|however|but|without|cannot|otherwise|though|although)\b"
    r"|n't\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a quote departs from the clause: what is quoted, and what the clause has there."""

    quoted: str
    clause: str


@dataclass(frozen=True, slots=True)
class QuoteFinding:
    """Whether a quote stands in a clause; `reason` says why not, in one sentence.

    `clause` is the one that it stands in, or that comes nearest; `left_out` are its sentences that are not quoted.
    """

    verified: bool
    reason: str
    clause: Clause | None
    left_out: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    also_in: tuple[str, ...] = ()


def tokens(text: str) -> list[str]:
    """Words, numbers and signs, folded: `He can’t pay 3.` -> `["he", "can't", "pay", "3", "."]`.

    Contractions that are no other words get the apostrophe that was left out, `cant`. Whose is whose is not guessed.
    """
    seen = plain(QUOTE_MARKS.sub("", plain_characters(text, PICTURE)))
    found = TOKEN.findall(DASHES.sub("-", seen).casefold())
    return [contractions().get(each, each) for each in found]


def verify(base: KnowledgeBase, quote: str, clause: Clause | None = None, game: str | None = None) -> QuoteFinding:
    """Whether a quote stands in this clause, or, where none is named, in any clause (of a game)."""
    said = tokens(quote)
    if not said:
        return QuoteFinding(False, "the quote is empty", clause)
    if clause is not None:
        found = compare(said, clause)
        return found if found.verified else _elsewhere(base, said, found)
    holding = [found for each in _holding(base, said, game) if (found := compare(said, each, False)).verified]
    if holding:
        first = holding[0]
        also = tuple(each.clause.id for each in holding[1:] if each.clause)
        return QuoteFinding(True, first.reason, first.clause, first.left_out, also_in=also)
    nearest = _nearest(base, quote, said, game)
    return compare(said, nearest) if nearest else QuoteFinding(False, "no clause comes near this", None)


def compare(said: Sequence[str], clause: Clause, differ: bool = True) -> QuoteFinding:
    """Whether these tokens are whole sentences of a clause that no other sentence of it limits.

    Where they are not, with the differences, unless `differ` is false: to find those takes longest of all.
    """
    parts = sentences(clause.plain)
    spans = _spans(parts)
    whole = [token for part in parts for token in tokens(part)]
    for first, last in _ways(_bare(said), whole, spans):
        left_out = tuple(part for at, part in enumerate(parts) if not first <= at <= last)
        limiting = [part for part in left_out if LIMITING.search(part)]
        if not limiting:
            return QuoteFinding(True, "every word stands in the clause", clause, left_out)
        return QuoteFinding(False, f"the clause also says: {limiting[0]}", clause, left_out)
    if _at(list(_bare(said)), whole) is not None:
        return QuoteFinding(False, "a part of a sentence is quoted, which may leave out a condition", clause)
    differences = tuple(_differences(said, whole)) if differ else ()
    return QuoteFinding(False, "the clause does not say this word for word", clause, differences=differences)


def _spans(parts: Sequence[str]) -> list[tuple[int, int]]:
    """The stretch of tokens that each sentence takes."""
    found, start = [], 0
    for part in parts:
        end = start + len(tokens(part))
        found.append((start, end))
        start = end
    return found


def _bare(said: Sequence[str]) -> tuple[str, ...]:
    """The tokens without quotation marks around them all."""
    around = len(said) > 2 and said[0] == said[-1] and said[0] in ('"', "'")
    return tuple(said[1:-1] if around else said)


def _ways(said: Sequence[str], whole: Sequence[str], spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The runs of sentences (first, last) whose tokens these are; the last one's full stop may be missing."""
    found = []
    for first, (start, _) in enumerate(spans):
        for last, (_, end) in enumerate(spans[first:], first):
            if not 0 <= end - start - len(said) <= 1:
                continue
            exact = list(whole[start:end])
            unstopped = exact[:-1] if exact[-1:] and exact[-1] in STOPS else exact
            if list(said) in (exact, unstopped):
                found.append((first, last))
    return found


def _at(said: list[str], whole: list[str]) -> int | None:
    """Where the tokens stand in a row; None where they do not."""
    return next((at for at in range(len(whole) - len(said) + 1) if whole[at : at + len(said)] == said), None)


def _holding(base: KnowledgeBase, said: Sequence[str], game: str | None) -> list[Clause]:
    """The clauses that hold the quote's longest word; the rest is compared token by token."""
    longest = max(said, key=len)
    return [each for each in base.store.clauses(game) if longest in tokens(each.text)]


def _nearest(base: KnowledgeBase, quote: str, said: Sequence[str], game: str | None) -> Clause | None:
    """The clause most like the quote among those that search finds for it."""
    hits = base.retriever.search(base.read(quote, game), game, limit=NEAREST)
    return max((hit.clause for hit in hits), key=lambda each: _alike(said, tokens(each.text)), default=None)


def _matched(said: Sequence[str], whole: Sequence[str]) -> SequenceMatcher[str]:
    """A quote beside a clause. What goes on for more than twice the clause's length is left out, and tokens that a long
    clause has over and over are no anchors: the time would grow with the cube of both."""
    return SequenceMatcher(None, said[: 2 * len(whole)], whole)


def _alike(said: Sequence[str], whole: Sequence[str]) -> float:
    return _matched(said, whole).ratio()


def _elsewhere(base: KnowledgeBase, said: Sequence[str], found: QuoteFinding) -> QuoteFinding:
    """The same finding with the clauses that do say this, of the same game."""
    clause = found.clause
    others = _holding(base, said, clause.game) if clause else []
    also = tuple(each.id for each in others if each != clause and compare(said, each, False).verified)
    return QuoteFinding(False, found.reason, clause, found.left_out, found.differences, also)


def _differences(said: Sequence[str], whole: Sequence[str]) -> list[Difference]:
    """Where the tokens depart from the stretch of the clause that they come nearest to."""
    steps = _matched(said, whole).get_opcodes()
    inner = steps[1:] if steps and steps[0][0] == "insert" else steps
    inner = inner[:-1] if inner and inner[-1][0] == "insert" else inner
    found = [Difference(" ".join(said[a:b]), " ".join(whole[c:d])) for kind, a, b, c, d in inner if kind != "equal"]
    rest = " ".join(said[2 * len(whole) :])
    return [*found[: MOST_DIFFERENCES - 1], Difference(rest, "")] if rest else found[:MOST_DIFFERENCES]
