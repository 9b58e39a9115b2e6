"""A newer version's clauses keep the ids that they had before where an id is an ordinal of ours.

A paragraph put in front of a section would else push `boats.p1` to `boats.p2`, and every rule, case, question and
link that names it would mean another clause. So the clause that was `boats.p1` stays it, and the new one gets the next
number that was never taken. A number of the document's own is never changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kb.records import Clause, Parsed
from kb.versions.aligned import Pair, aligned, counted

LAST_NUMBER = re.compile(r"(\d+)$")


def carried(parsed: Parsed, beside: Sequence[Clause]) -> Parsed:
    """A version with its ids carried over from the version beside it."""
    names = _names(aligned(beside, parsed.clauses))
    return renamed(parsed, names) if names else parsed


def _names(pairs: Sequence[Pair]) -> dict[str, str]:
    """The ids that change, each with what it becomes."""
    kept = {
        new.id: old.id if old is not None and _keeps(old, new) else ""
        for old, new in pairs
        if new is not None and counted(new)
    }
    taken = {old.id for old, _ in pairs if old is not None}
    taken |= {new.id for _, new in pairs if new is not None and not counted(new)} | set(kept.values())
    names = {}
    for identifier, wanted in kept.items():
        if not wanted:
            wanted = identifier if identifier not in taken else _next(identifier, taken)
            taken.add(wanted)
        if wanted != identifier:
            names[identifier] = wanted
    return names


def _keeps(old: Clause, new: Clause) -> bool:
    """Whether a clause keeps the id that it had: an ordinal, and below a number only where that is still the same."""
    return counted(old) and (old.section == new.section or not old.path[:1].isdigit())


def _next(identifier: str, taken: set[str]) -> str:
    """The next ordinal that no clause has or had."""
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
