"""Which clauses of two versions of a document are the same clause.

In this order: the same id and words; the same words under another id (numbers in references may differ, for an inserted
rule moves those that point behind it); the same id with other words; nearly the same words under another id. A number
that is the document's own names its clause, whatever it says; an ordinal (`boats.p2`) only where it still says about
the same. That clauses changed places is no change of theirs. Where a rule is inserted those behind it are renumbered;
where one is taken out and those behind it move up, each number reads otherwise and the last one is gone, as publishers
tell it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from kb.records import Clause
from kb.records.documents import ORDINAL
from kb.records.versions import Change, What

Pair = tuple[Clause | None, Clause | None]
REFERENCE = re.compile(r"\b\d+(?:\.\d+)+[a-z]?\b")
ALIKE, NEARLY = 0.5, 0.6
MOST_COMPARED = 40_000


def counted(clause: Clause) -> bool:
    """Whether a clause's path ends with an ordinal of ours, not with a number or id of the document's own."""
    return ORDINAL.search(clause.path) is not None


def alike(one: Clause, other: Clause) -> float:
    """How much two clauses say the same, 0..1, by their words in order."""
    return SequenceMatcher(None, one.plain.split(), other.plain.split(), autojunk=False).ratio()


def aligned(old: Sequence[Clause], new: Sequence[Clause]) -> list[Pair]:
    """Every clause of both once: pairs in the order of the new version, then what was removed in that of the old."""
    found: dict[str, Clause] = {}
    left = {each.id: each for each in old}
    known = {each.id: each for each in new}
    for clause in new:
        before = left.get(clause.id)
        if before is not None and before.plain == clause.plain:
            found[clause.id] = left.pop(clause.id)
    moved = dict(_moved(left, [each for each in new if each.id not in found]))
    to = {before.id: identifier for identifier, before in moved.items()}
    for identifier, before in moved.items():
        if counted(known[identifier]) or _end(identifier, to) not in left:
            found[identifier] = before
    taken = {each.id for each in found.values()}
    left = {identifier: each for identifier, each in left.items() if identifier not in taken}
    for clause in new:
        before = left.get(clause.id)
        if clause.id not in found and before is not None and (not counted(clause) or alike(before, clause) >= ALIKE):
            found[clause.id] = left.pop(clause.id)
    for identifier, before in _nearly(left, [each for each in new if each.id not in found]):
        found[identifier] = left.pop(before.id)
    return [*((found.get(each.id), each) for each in new), *((each, None) for each in left.values())]


def _end(identifier: str, to: Mapping[str, str]) -> str:
    """Where a chain of clauses that each took the id of the next one ends."""
    seen = {identifier}
    while (after := to.get(identifier, "")) and after not in seen:
        identifier = after
        seen.add(identifier)
    return identifier


def _moved(left: Mapping[str, Clause], new: Sequence[Clause]) -> Iterator[tuple[str, Clause]]:
    """New ids with the old clauses that say the same, in order where several do."""
    waiting: dict[tuple[str, str], list[Clause]] = defaultdict(list)
    for before in left.values():
        waiting[_masked(before)].append(before)
    for clause in new:
        if same := waiting.get(_masked(clause)):
            yield clause.id, same.pop(0)


def _masked(clause: Clause) -> tuple[str, str]:
    """A clause's kind and words without the numbers that it refers to."""
    return clause.kind, REFERENCE.sub("#", clause.plain)


def _nearly(left: Mapping[str, Clause], new: Sequence[Clause]) -> Iterator[tuple[str, Clause]]:
    """New ids with the old clauses that say nearly the same, the nearest first; where very many are left, only those
    under the same headings are compared."""
    near = len(left) * len(new) > MOST_COMPARED
    scored = [
        (alike(before, clause), clause.id, before)
        for clause in new
        for before in left.values()
        if before.kind == clause.kind and (not near or before.headings == clause.headings)
    ]
    used: set[str] = set()
    for score, identifier, before in sorted(scored, key=lambda each: -each[0]):
        if score >= NEARLY and identifier not in used and before.id not in used:
            used |= {identifier, before.id}
            yield identifier, before


def changes(pairs: Sequence[Pair]) -> tuple[Change, ...]:
    """What differs, in the order of the pairs."""
    words = {_masked(each): each.id for _, each in pairs if each is not None}
    found = []
    for before, after in pairs:
        what = _what(before, after)
        if what is not None:
            moved = words.get(_masked(before), "") if before is not None and what is not What.RENUMBERED else ""
            found.append(Change(what, before, after, "" if after is not None and moved == after.id else moved))
    return tuple(found)


def _what(before: Clause | None, after: Clause | None) -> What | None:
    """What became of a clause; None where it is as it was."""
    if before is None:
        return What.ADDED
    if after is None:
        return What.REMOVED
    if before.id != after.id:
        return What.RENUMBERED
    return What.CHANGED if before.plain != after.plain else None
