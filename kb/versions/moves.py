"""Which clauses changed places from one version to the next: they say the same under the same id, elsewhere.

A clause moved where it stands under other headings, or where it does not stand in the order in which most others still
stand. A heading that is worded anew moves nothing: neither the old one is there any more, nor was the new one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from kb.records import Clause
from kb.records.versions import Move
from kb.versions.aligned import Pair


def moves(pairs: Sequence[Pair]) -> tuple[Move, ...]:
    """The clauses that moved between two versions, in the order of the new one; `pairs` are those of `aligned`."""
    same = [(one, other) for one, other in pairs if one and other and one.id == other.id]
    headings = {one.headings for one, _ in pairs if one}, {other.headings for _, other in pairs if other}
    elsewhere = {other.id for one, other in same if _under_others(one, other, headings)}
    stayed = [(one.ordinal, other.id) for one, other in same if other.id not in elsewhere]
    kept = {stayed[at][1] for at in _in_order([ordinal for ordinal, _ in stayed])}
    above = {other.id: one.id for one, other in pairwise(each for _, each in pairs if each)}
    return tuple(
        Move(other.id, one.headings, other.headings, above.get(other.id, ""))
        for one, other in same
        if one.plain == other.plain and other.id not in kept
    )


def _under_others(one: Clause, other: Clause, headings: tuple[set[tuple[str, ...]], set[tuple[str, ...]]]) -> bool:
    """Whether a clause stands under other headings, not under the same ones in other words."""
    before, after = headings
    return one.headings != other.headings and (other.headings in before or one.headings in after)


def _in_order(ordinals: Sequence[int]) -> set[int]:
    """The places of a longest run of these that rises: the clauses that stand as they stood."""
    ends: list[int] = []
    last: list[int] = []
    above: list[int] = []
    for at, ordinal in enumerate(ordinals):
        length = bisect_left(ends, ordinal)
        above.append(last[length - 1] if length else -1)
        ends[length : length + 1], last[length : length + 1] = [ordinal], [at]
    return set(_back(above, last[-1] if last else -1))


def _back(above: Sequence[int], at: int) -> Iterator[int]:
    while at >= 0:
        yield at
        at = above[at]


def move_lines(found: Iterable[Move]) -> Iterator[str]:
    """Each move in one line: `moved boats.p2: from Boats to Lanterns`, `moved boats.p2: now behind boats.p4`."""
    for each in found:
        yield f"moved {each.clause.partition('#')[2]}: {place(each)}"


def place(move: Move) -> str:
    """From where a clause moved to where."""
    if move.before != move.after:
        return f"from {' > '.join(move.before) or 'the beginning'} to {' > '.join(move.after) or 'the beginning'}"
    return f"now behind {move.behind.partition('#')[2]}" if move.behind else "now the first"
