"""How much differs between two versions, in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kb.records import Kind
from kb.records.versions import Change, What

KINDS: Mapping[Kind, str] = {
    Kind.EXAMPLE: "examples",
    Kind.DEFINITION: "definitions",
    Kind.NOTE: "notes",
    Kind.TABLE: "tables",
    Kind.RULING: "rulings",
    Kind.ERRATA: "errata",
}
RULES, OTHERS = "rules", "other text"
ORDER = (What.CHANGED, What.ADDED, What.REMOVED, What.RENUMBERED)


def kind_of(change: Change, numbered: bool, answering: bool = False) -> str:
    """What a changed clause is, as counts name it; in a document with numbers what has none is no rule, nor in one that
    answers questions what stands before the first of them, `Last updated: 1 October`."""
    bare = (numbered and not change.clause.path[:1].isdigit()) or (answering and not change.clause.headings)
    return KINDS.get(change.clause.kind, OTHERS if bare else RULES)


def summary(found: Sequence[Change]) -> str:
    """How many clauses differ, by what they are: `rules: 8 changed, 6 added, 1 removed; definitions: 1 added`; the
    answers of an FAQ are rulings."""
    kinds: dict[str, list[Change]] = {}
    numbered = any(each.clause.path[:1].isdigit() for each in found)
    answering = any(each.clause.kind is Kind.RULING for each in found)
    for change in found:
        kinds.setdefault(kind_of(change, numbered, answering), []).append(change)
    said = []
    for kind, own in sorted(kinds.items(), key=lambda each: each[0] != RULES):
        counts = {what: sum(each.what is what for each in own) for what in What}
        said.append(f"{kind}: " + ", ".join(f"{counts[what]} {what}" for what in ORDER if counts[what]))
    return "; ".join(said) or "no clause differs"


def change_line(change: Change) -> str:
    """One change in one line: `changed 601.2a`, `renumbered boats.p1 → quays.p1`, `removed 702.124p, now 702.124n`."""
    if change.what is What.RENUMBERED and change.before is not None and change.after is not None:
        return f"{change.what} {change.before.path} → {change.after.path}"
    moved = f", its words stand in {change.moved.partition('#')[2]}" if change.moved else ""
    return f"{change.what} {change.clause.path}{moved}"
