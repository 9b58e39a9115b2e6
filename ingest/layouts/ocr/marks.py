"""What is said about clauses once all stand: sums that do not add up, words that point elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ingest.draft import Draft
from ingest.layouts.ocr.anchors import missing
from ingest.layouts.ocr.filing import below
from ingest.layouts.ocr.options import DisagreementRule, Pattern, ReferenceRule, SumRule
from kb.records import Clause, CrossReference


def check_sums(draft: Draft, rules: Sequence[SumRule]) -> None:
    """Flag each clause whose total is not what its parts make, and warn; a missing number is an error."""
    for rule in rules:
        at = next((at for at, clause in enumerate(draft.clauses) if clause.path == rule.clause), None)
        if at is None:
            draft.problem("no-clause", f"sum: no clause {rule.clause!r}", 0, "the path of a clause")
            continue
        clause = draft.clauses[at]
        total = _number(rule.total, clause)
        parts = [_number(part.match, clause) for part in rule.parts]
        if total is None or None in parts:
            draft.problem(
                "no-number", f"sum: a number of {rule.clause} is not there", clause.start, "the sum's numbers"
            )
            continue
        made = sum(part.times * (number or 0) for part, number in zip(rule.parts, parts, strict=True))
        if made != total:
            where = ", ".join(_where(draft, part.match, clause) for part in rule.parts)
            message = f"{rule.clause} states {total}, its parts (at {where}) make {made}"
            draft.problem("contradiction", message, clause.start, "a total equal to its parts", "warning")
            draft.clauses[at] = replace(clause, flags=(*clause.flags, f"contradicts:{clause.id}"))


def check_disagreements(draft: Draft, rules: Sequence[DisagreementRule]) -> None:
    """Warn of each line outside all clauses whose number is not the one that a clause states; both places are named."""
    for rule in rules:
        clause = next((clause for clause in draft.clauses if clause.path == rule.clause), None)
        if clause is None:
            draft.problem("no-clause", f"disagreement: no clause {rule.clause!r}", 0, "the path of a clause")
            continue
        found = next(((line, at) for line in draft.source.lines if (at := rule.line.search(line.text))), None)
        stated = _number(rule.match, clause)
        if found is None or stated is None:
            draft.problem(
                "no-number", f"disagreement: a number on {rule.clause} is not there", clause.start, "both numbers"
            )
            continue
        line, at = found
        said = int(at[at.lastindex or 0])
        if said != stated:
            where = _where(draft, rule.match, clause)
            message = f"this line, outside all clauses, says {said}, {rule.clause} (at {where}) states {stated}"
            begin = line.start + at.start(at.lastindex or 0)
            draft.problem("contradiction", message, begin, "the same number in both places", "warning")


def _where(draft: Draft, match: Pattern, clause: Clause) -> str:
    """Line and column of a clause's number."""
    source = draft.source
    found = match.search(source.text[clause.start : clause.end])
    place = source.place(clause.start + (found.start(found.lastindex or 0) if found else 0))
    return f"{place.line}:{place.column}"


def _number(match: Pattern, clause: Clause) -> int | None:
    found = match.search(clause.plain)
    digits = found[found.lastindex or 0] if found else ""
    return int(digits) if re.fullmatch(r"[0-9]{1,9}", digits or "") else None


def add_references(draft: Draft, rules: Sequence[ReferenceRule], sections: frozenset[str]) -> None:
    """Add the cross references of every clause; report rules that fit nothing and targets that are not there."""
    fitted: set[int] = set()
    known = sections | {clause.path for clause in draft.clauses}
    for clause in draft.clauses:
        for at, words in pointers(clause, rules):
            fitted.add(at)
            target = f"{draft.document.id}#{rules[at].target}" if rules[at].target in known else ""
            draft.references.append(CrossReference(clause.id, words, target, rules[at].external))
    for at, rule in enumerate(rules):
        if at not in fitted:
            missing(draft, rule.match, "reference")
        if rule.target and rule.target not in known:
            draft.problem("no-target", f"reference to {rule.target!r}", 0, "a section or a clause's path")


def pointers(clause: Clause, rules: Sequence[ReferenceRule]) -> Iterator[tuple[int, str]]:
    """The rules that fit a clause with the words they fit, in reading order; earlier rules claim words first."""
    claimed: list[tuple[int, int, int, str]] = []
    section = clause.path.partition(".")[0]
    for at, rule in enumerate(rules):
        if not below(section, rule.within):
            continue
        for match in rule.match.finditer(clause.plain):  # once a clause is enough
            free = all(match.end() <= start or match.start() >= end for start, end, _, _ in claimed)
            if free and match[0]:
                claimed.append((match.start(), match.end(), at, match[0]))
                break
    yield from ((at, words) for _, _, at, words in sorted(claimed))
