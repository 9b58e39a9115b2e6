"""Is this what a clause says? A quote is verified where it is whole sentences of the clause, token for token.

Only white space, capitals, markup, the shapes of characters and the apostrophe of a contraction may differ. A part of a
sentence is never verified, nor is one that does not stand by itself or that another sentence of its clause limits (see
standing.py), unless both are quoted. What is refused comes back with the shortest quote that is verified instead.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from heapq import nlargest

from kb.answering.past import past_of
from kb.knowledge import KnowledgeBase
from kb.question.written.apostrophes import contractions
from kb.records import Clause, Kind, plain
from kb.words.typography import plain_characters
from service.show.quoting.sentences import sentences
from service.show.quoting.standing import limiting, outside, stems

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
HEAD_ENDS = (":", "-", "|", ",")
LIKE = 0.5
"""How much of a sentence must be quoted for it to be what was meant."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a quote departs from the clause: what is quoted, and what the clause has there."""

    quoted: str
    clause: str


@dataclass(frozen=True, slots=True)
class QuoteFinding:
    """Whether a quote stands in a clause; `reason` says why not, in one sentence.

    `clause` is the one that it stands in, or that comes nearest; `left_out` are its sentences that are not quoted.
    `word` is what it is refused for, a word of the quote that points outside or of the sentence that limits it; `quote`
    the shortest quote that is verified instead.
    """

    verified: bool
    reason: str
    clause: Clause | None
    left_out: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    also_in: tuple[str, ...] = ()
    word: str = ""
    quote: str = ""


def tokens(text: str) -> list[str]:
    """Words, numbers and signs, folded: `He can’t pay 3.` -> `["he", "can't", "pay", "3", "."]`.

    Contractions that are no other words get the apostrophe that was left out, `cant`. Whose is whose is not guessed.
    """
    seen = plain(QUOTE_MARKS.sub("", plain_characters(text, PICTURE)))
    found = TOKEN.findall(DASHES.sub("-", seen).casefold())
    return [contractions().get(each, each) for each in found]


def verify(base: KnowledgeBase, quote: str, clause: Clause | None = None, game: str | None = None) -> QuoteFinding:
    """Whether a quote stands in this clause, or, where none is named, in any clause (of a game) that is in force."""
    said = tokens(quote)
    if not said:
        return QuoteFinding(False, "the quote is empty", clause)
    if clause is not None:
        found = compare(said, clause)
        return found if found.verified else _elsewhere(in_force(base, clause.game), said, found)
    known = in_force(base, game)
    holding = [compare(said, each, False) for each in _holding(known, said)]
    for fitting in ([each for each in holding if each.verified], [each for each in holding if each.quote]):
        if fitting:
            return replace(fitting[0], also_in=tuple(each.clause.id for each in fitting[1:] if each.clause))
    nearest = _nearest(base, known, quote, game)
    return compare(said, nearest) if nearest else QuoteFinding(False, "no clause comes near this", None)


def compare(said: Sequence[str], clause: Clause, differ: bool = True) -> QuoteFinding:
    """Whether these tokens are whole sentences of a clause that stand by themselves and that no other one of it limits.

    Where they are not, with the differences, unless `differ` is false: to find those takes longest of all.
    """
    parts = sentences(clause.plain)
    spans = _spans(parts)
    whole = [token for part in parts for token in tokens(part)]
    bare = _bare(said)
    refused: QuoteFinding | None = None
    for first, last in _ways(bare, whole, spans) or _ways(_without_head(bare, clause), whole, spans):
        left_out = tuple(part for at, part in enumerate(parts) if not first <= at <= last)
        word, why, _ = _refusal(parts, first, last, clause)
        if not word:
            return QuoteFinding(True, "every word stands in the clause", clause, left_out)
        quote = _shortest(parts, first, last, clause)
        refused = refused or QuoteFinding(False, why, clause, left_out, word=word, quote=quote)
    if refused is not None:
        return refused
    if (at := _at(list(bare), whole)) is not None:
        reason = "a part of a sentence is quoted, which may leave out a condition"
        return QuoteFinding(False, reason, clause, quote=_covering(parts, spans, at, at + len(bare), clause))
    differences = tuple(_differences(said, whole)) if differ else ()
    near = _nearest_sentence(said, parts, clause) if differ else ""
    reason = "the clause does not say this word for word"
    return QuoteFinding(False, reason, clause, differences=differences, quote=near)


def passing(quote: str, clause: Clause) -> str:
    """The shortest run of a clause's sentences that holds these words and is verified; empty where it does not hold
    them."""
    parts = sentences(clause.plain)
    whole = [token for part in parts for token in tokens(part)]
    said = _bare(tokens(quote))
    at = _at(list(said), whole) if said else None
    return "" if at is None else _covering(parts, _spans(parts), at, at + len(said), clause)


def _refusal(parts: Sequence[str], first: int, last: int, clause: Clause) -> tuple[str, str, int]:
    """The words for which a run of sentences is not verified, why, in a sentence, and which sentence it needs; no words
    where it is verified."""
    if first == 0 and last == len(parts) - 1:
        return "", "", 0
    if word := outside(" ".join(parts[first : last + 1])):
        return word, f"“{word}” points at what is not quoted", first - 1 if first else last + 1
    if found := limiting(parts, first, last, clause.kind is Kind.EXAMPLE):
        word, at = found
        return word, f"the clause also says, which limits it (“{word}”): {parts[at]}", at
    return "", "", 0


def _shortest(parts: Sequence[str], first: int, last: int, clause: Clause) -> str:
    """These sentences with those that they need, each with what it needs itself; the whole clause at worst."""
    word, _, needed = _refusal(parts, first, last, clause)
    while word:
        first, last = min(first, needed), max(last, needed)
        word, _, needed = _refusal(parts, first, last, clause)
    return " ".join(parts[first : last + 1])


def _covering(parts: Sequence[str], spans: Sequence[tuple[int, int]], start: int, end: int, clause: Clause) -> str:
    """The shortest verified run of sentences that has all tokens from `start` to `end`."""
    held = [at for at, (begins, ends) in enumerate(spans) if begins < end and start < ends]
    return _shortest(parts, held[0], held[-1], clause)


def _nearest_sentence(said: Sequence[str], parts: Sequence[str], clause: Clause) -> str:
    """What to quote instead of words that the clause does not say: its sentence that is most like them, by itself or
    with those that it needs; empty where none is like them."""
    alike = [_alike(said, tokens(part)) for part in parts]
    best = max(range(len(parts)), key=alike.__getitem__, default=None)
    return _shortest(parts, best, best, clause) if best is not None and alike[best] >= LIKE else ""


def _without_head(said: tuple[str, ...], clause: Clause) -> tuple[str, ...]:
    """The tokens of a table's row without the head before it, `Components: 6 counter tokens`: the heading that the row
    stands under may be quoted with it."""
    if clause.kind is not Kind.TABLE:
        return said
    for heading in reversed(clause.headings):
        head = tokens(heading)
        if head and list(said[: len(head)]) == head and len(said) > len(head) + 1:
            rest = said[len(head) :]
            return rest[1:] if rest[0] in HEAD_ENDS else rest
    return said


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


def in_force(base: KnowledgeBase, game: str | None) -> Sequence[Clause]:
    """The clauses (of a game) as they read today: where a version waits for its day, as they read before it."""
    past = past_of(base, None, game)
    return base.store.clauses(game) if past is None else past.all(game)


def _holding(known: Sequence[Clause], said: Sequence[str]) -> list[Clause]:
    """The clauses that hold the quote's longest word; the rest is compared token by token."""
    longest = max(said, key=len)
    return [each for each in known if longest in tokens(each.text)]


def _nearest(base: KnowledgeBase, known: Sequence[Clause], quote: str, game: str | None) -> Clause | None:
    """The clause with the sentence most like the quote, among those that search finds and those that share most of its
    words."""
    past, question, said = past_of(base, None, game), base.read(quote, game), tokens(quote)
    hits = (past or base.retriever).search(question, game, limit=NEAREST)
    otherwise = past.few.clauses if past is not None else {}
    wanted = stems(quote)
    clauses = {hit.clause.id: hit.clause for hit in hits}

    def words(clause: Clause) -> Container[str]:
        return stems(clause.plain) if clause.id in otherwise else base.retriever.words.stems(clause)

    shared = ((sum(map(words(each).__contains__, wanted)), each) for each in known)
    most = nlargest(NEAREST, (each for each in shared if each[0]), key=lambda each: each[0])
    clauses |= {each.id: each for _, each in most}
    return max(clauses.values(), key=lambda each: _most_alike(said, each), default=None)


def _most_alike(said: Sequence[str], clause: Clause) -> float:
    """How much the sentence of a clause that is most like a quote is like it."""
    return max((_alike(said, tokens(part)) for part in (*sentences(clause.plain), clause.plain)), default=0.0)


def _matched(said: Sequence[str], whole: Sequence[str]) -> SequenceMatcher[str]:
    """A quote beside a clause. What goes on for more than twice the clause's length is left out, and tokens that a long
    clause has over and over are no anchors: the time would grow with the cube of both."""
    return SequenceMatcher(None, said[: 2 * len(whole)], whole)


def _alike(said: Sequence[str], whole: Sequence[str]) -> float:
    """How many tokens two texts share, of those that they have: 0 to 1 (Dice's coefficient), in whatever order."""
    shared = (Counter(said) & Counter(whole)).total()
    return 2 * shared / (len(said) + len(whole)) if said or whole else 1.0


def _elsewhere(known: Sequence[Clause], said: Sequence[str], found: QuoteFinding) -> QuoteFinding:
    """The same finding with the clauses that do say this, of those that are known of its game."""
    others = (each for each in _holding(known, said) if each != found.clause)
    also = tuple(each.id for each in others if compare(said, each, False).verified)
    return replace(found, also_in=also)


def _differences(said: Sequence[str], whole: Sequence[str]) -> list[Difference]:
    """Where the tokens depart from the stretch of the clause that they come nearest to."""
    steps = _matched(said, whole).get_opcodes()
    inner = steps[1:] if steps and steps[0][0] == "insert" else steps
    inner = inner[:-1] if inner and inner[-1][0] == "insert" else inner
    found = [Difference(" ".join(said[a:b]), " ".join(whole[c:d])) for kind, a, b, c, d in inner if kind != "equal"]
    rest = " ".join(said[2 * len(whole) :])
    return [*found[: MOST_DIFFERENCES - 1], Difference(rest, "")] if rest else found[:MOST_DIFFERENCES]
