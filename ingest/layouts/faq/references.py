"""Pointers in clauses: to another document's section, to a numbered section here, or to one in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.draft import Draft
from ingest.layouts.faq.options import FaqOptions
from kb.records import Clause, CrossReference

NUMBERED = re.compile(r"\bsections? ([0-9]+(?:\.[0-9]+)*)\b")


def add_references(draft: Draft, options: FaqOptions, sections: set[str]) -> None:
    """Add every pointer of every clause; a numbered one without its section is a warning."""
    for clause in draft.clauses:
        spans: list[tuple[int, int]] = []
        for reference, span in pointed(clause, options):
            draft.references.append(reference)
            spans.append(span)
        for found in NUMBERED.finditer(clause.text):
            if any(start < found.end() and found.start() < end for start, end in spans):
                continue
            if found[1] not in sections:
                at, message = clause.start + found.start(), f"there is no section {found[1]}"
                draft.problem("dangling-reference", message, at, "a section of this document", "warning")
            target = found[1] if found[1] in sections else ""
            draft.references.append(CrossReference(clause.id, found[0], target))


def pointed(clause: Clause, options: FaqOptions) -> Iterator[tuple[CrossReference, tuple[int, int]]]:
    """The pointers that game.toml describes, with their places in the clause's text."""
    for external in options.external:
        for found in external.pattern.finditer(clause.text):
            where = f"{external.document} {found[1]}" if external.pattern.groups else external.document
            yield CrossReference(clause.id, found[0], "", where), found.span()
    for pointer in options.pointers:
        for found in pointer.pattern.finditer(clause.text):
            yield CrossReference(clause.id, found[0], pointer.target), found.span()
