"""A version's clauses keep the ids that they had before where an id is an ordinal of ours.

A paragraph put in front of a section would else push `boats.p1` to `boats.p2`, and every rule, case, question and
link that names it would mean another clause. So the clause that was `boats.p1` stays it, and the new one gets the next
number that was never taken, in any version. A number of the document's own is never changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kb.records import Clause, Parsed
from kb.versions.aligned import aligned, counted

LAST_NUMBER = re.compile(r"(\d+)$")
Clauses = Sequence[Clause]


@dataclass(slots=True)
class Given:
    """The ids that a document's versions have or had; those of ordinals by their clause's section and words too."""

    taken: set[str] = field(default_factory=set)
    words: dict[tuple[str, str], str] = field(default_factory=dict)

    def add(self, clauses: Clauses) -> None:
        """Take in the ids of one more version."""
        self.taken.update(each.id for each in clauses)
        for each in clauses:
            if counted(each):
                self.words.setdefault((each.section, each.plain), each.id)


def carried(parsed: Parsed, beside: Sequence[Clauses], given: Given) -> Parsed:
    """A version with its ids carried over from those `beside` it in time, the one before it first; a clause that was
    gone and is there again gets the id that it was `given`."""
    kept = _kept(parsed.clauses, beside)
    kept |= _again(parsed.clauses, kept, given)
    names = kept | _new(parsed.clauses, kept, given)
    names = {identifier: name for identifier, name in names.items() if identifier != name}
    return renamed(parsed, names) if names else parsed


def _kept(clauses: Clauses, beside: Sequence[Clauses]) -> dict[str, str]:
    """The ids of the clauses that a version beside has too, each with the one that it has there."""
    kept: dict[str, str] = {}
    used: set[str] = set()
    for version in beside:
        for old, new in aligned(version, clauses):
            if old is None or new is None or not counted(new) or not _keeps(old, new):
                continue
            if new.id not in kept and old.id not in used:
                kept[new.id] = old.id
                used.add(old.id)
    return kept


def _keeps(old: Clause, new: Clause) -> bool:
    """Whether a clause keeps the id that it had: an ordinal, and below a number only where that is still the same."""
    return counted(old) and (old.section == new.section or not old.path[:1].isdigit())


def _again(clauses: Clauses, kept: Mapping[str, str], given: Given) -> dict[str, str]:
    """The ids of clauses that were gone and are there again with the same words in the same section."""
    used = set(kept.values())
    found: dict[str, str] = {}
    for clause in clauses:
        identifier = given.words.get((clause.section, clause.plain), "") if clause.id not in kept else ""
        if identifier and counted(clause) and identifier not in used:
            found[clause.id] = identifier
            used.add(identifier)
    return found


def _new(clauses: Clauses, kept: Mapping[str, str], given: Given) -> dict[str, str]:
    """The ids of clauses that no version had: their own ordinal, or the next one that none of them ever took."""
    taken = given.taken | set(kept.values()) | {each.id for each in clauses if not counted(each)}
    found: dict[str, str] = {}
    for clause in clauses:
        if counted(clause) and clause.id not in kept:
            found[clause.id] = _next(clause.id, taken)
            taken.add(found[clause.id])
    return found


def _next(identifier: str, taken: set[str]) -> str:
    """The first ordinal from this one on that no clause has or had."""
    found = identifier
    while found in taken:
        found = LAST_NUMBER.sub(lambda number: str(int(number[1]) + 1), found)
    return found


def renamed(parsed: Parsed, names: Mapping[str, str]) -> Parsed:
    """All records of a document with other ids for some clauses."""

    def name(identifier: str) -> str:
        return names.get(identifier, identifier)

    return replace(
        parsed,
        clauses=tuple(replace(each, id=name(each.id), explains=name(each.explains)) for each in parsed.clauses),
        segments=tuple(replace(each, clause=name(each.clause)) for each in parsed.segments),
        tables=tuple(replace(each, clause=name(each.clause)) for each in parsed.tables),
        references=tuple(
            replace(each, clause=name(each.clause), target=name(each.target)) for each in parsed.references
        ),
        rulings=tuple(
            replace(
                each,
                id=name(each.id),
                clause=name(each.clause),
                interprets=tuple(replace(pin, clause=name(pin.clause)) for pin in each.interprets),
            )
            for each in parsed.rulings
        ),
    )
