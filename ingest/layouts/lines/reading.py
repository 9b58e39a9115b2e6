"""What the layouts that read line by line share: a line is a heading, a paragraph, a list item or noise.

Such a layout only says how a heading looks (`Infer`); rows, nesting, clauses, filing and pointers
are the same for all. Options are data in game.toml, see `lines/options`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ingest.draft import Draft
from ingest.layouts.lines.clauses import write_all
from ingest.layouts.lines.options import ReferenceRule, line_options
from ingest.layouts.lines.outline import Infer, Outliner
from ingest.layouts.lines.rows import claim_noise, read_rows, report_missing
from kb.records import CrossReference


def read_lines(draft: Draft, infer: Infer) -> None:
    """Read the draft's source, `infer` telling headings; every problem is noted in the draft, none raised."""
    if (options := line_options(draft)) is None:
        return
    rows = read_rows(draft.source.lines, claim_noise(draft, options.noise))
    placed = list(Outliner(draft, options, rows, infer).place())
    write_all(draft, options, placed)
    if not draft.clauses:
        draft.problem("no-clause", "the document has no text below its headings", 0, "rules in sentences")
    add_references(draft, options.references, {section.path for _, section in placed})


def add_references(draft: Draft, rules: Sequence[ReferenceRule], sections: set[str]) -> None:
    """Add every pointer that a rule finds; report rules that find none and targets that are not there."""
    known = sections | {clause.path for clause in draft.clauses}
    for rule in rules:
        found = [(clause, match) for clause in draft.clauses for match in rule.match.finditer(clause.plain)]
        if not found:
            report_missing(draft, rule.match, "reference")
        if rule.target and rule.target not in known:
            draft.problem("no-target", f"reference to {rule.target!r}", 0, "a section's or a clause's path")
        target = f"{draft.document.id}#{rule.target}" if rule.target in known else ""
        for clause, match in found:
            external = match.groupdict().get("external") or rule.external
            draft.references.append(CrossReference(clause.id, match[0], target, external))
