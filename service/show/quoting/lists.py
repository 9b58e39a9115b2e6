"""The list that a clause belongs to: a point of one says little without the line above it, `…, or`, and a line that
ends with a colon says nothing without its points; one that ends with "or" goes on in the next."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import takewhile

from kb.knowledge import KnowledgeBase
from kb.records import Clause, plain
from service.show.quoting.sentences import sentences
from service.show.serializing.on_day import DocumentOnDay

POINT = re.compile(r"(?:\.|\A)b\d+(?:\.\d+)*\Z")
"""The end of a point's path: `pull-x.b2`, `rules.b8.1`."""
INSIDE = re.compile(r"\.\d+\Z")
NESTED = re.compile(r"(?:\.|\A)b\d+\.\d+")
"""A point within a point; where it is a sentence, the outer list's line is not the one that it goes on from, only that
of its own list is."""
WHOLE = (".", "!", "?", "”", '"', ")")
GOES_ON = re.compile(r"(?:\bor|\band|,)\Z")
"""The end of a point that the next one goes on from."""
LONGEST = 12
"""Points of a list that are looked at: the longest of the corpus has ten."""


@dataclass(frozen=True, slots=True)
class Listed:
    """`lead` is the line above a point, or empty; `points` are those of a line that ends
    with a colon, or those that a point goes on in."""

    lead: str = ""
    points: tuple[Clause, ...] = ()


def listing(base: KnowledgeBase, clause: Clause, as_of: date | None = None) -> Listed:
    """What a clause has to be shown with, as it read on a day where one is given."""
    text = plain(clause.text)
    if text.endswith(":"):
        return Listed(points=tuple(_points(clause, _beside(base, clause, as_of)[1])))
    if POINT.search(clause.path):
        before, behind = _beside(base, clause, as_of)
        inner = text.endswith(WHOLE) and NESTED.search(clause.path)
        return Listed(_lead(clause, before, bool(inner)), tuple(_rest(clause, behind)) if GOES_ON.search(text) else ())
    return Listed()


def _beside(base: KnowledgeBase, clause: Clause, as_of: date | None) -> tuple[Sequence[Clause], Sequence[Clause]]:
    """The clauses before and behind one."""
    if as_of is not None:
        return DocumentOnDay(base, clause.document, as_of).beside(clause.id, LONGEST)
    around = base.around(clause, LONGEST)
    before = [each for each in around if each.ordinal < clause.ordinal]
    return before, [each for each in around if each.ordinal > clause.ordinal]


def _points(clause: Clause, behind: Sequence[Clause]) -> Iterator[Clause]:
    """The points that follow a clause at once, one level deep."""
    inner = [each for each in behind if INSIDE.sub("", each.path) == clause.path]
    return iter(inner) if inner else takewhile(lambda each: _is_point(each, clause), behind)


def _rest(clause: Clause, behind: Sequence[Clause]) -> Iterator[Clause]:
    """The points in which one goes on that ends with "or", to the last of their list."""
    for each in takewhile(lambda each: _is_point(each, clause), behind):
        yield each
        if not GOES_ON.search(plain(each.text)):
            return


def _is_point(each: Clause, clause: Clause) -> bool:
    """Whether a clause is a point of the section that another stands in."""
    return bool(POINT.search(each.path)) and each.section == clause.section


def _lead(clause: Clause, before: Sequence[Clause], inner: bool) -> str:
    """The sentence that a point goes on from, of an `inner` one the line of its own list; empty where none ends with a
    colon."""
    above = next((each for each in reversed(before) if plain(each.text).endswith(":")), None)
    if above is None:
        return ""
    if INSIDE.sub("", clause.path) != above.path and (inner or above.section != clause.section):
        return ""
    return sentences(plain(above.text))[-1]
