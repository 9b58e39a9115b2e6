"""Blocks into clauses: what sections and card entries have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ingest.draft import Draft
from ingest.layouts.faq.blocks import Block
from kb.records import Clause, Kind

EXPLAINING = {"e": Kind.EXAMPLE, "n": Kind.NOTE}


@dataclass(frozen=True, slots=True)
class Scope:
    """Where clauses stand: section path, headings, the kind and letter of a plain paragraph, the card.

    `written` is the section's own heading where the options show another.
    """

    section: str
    headings: tuple[str, ...]
    kind: Kind = Kind.RULE
    letter: str = "p"
    subject: str = ""
    written: str = ""


def add_blocks(draft: Draft, scope: Scope, found: Sequence[Block], moved: Mapping[str, str]) -> list[Clause]:
    """One clause for each block, in order.

    An example or note explains the last clause before it that is neither, unless `moved` names another.
    """
    clauses: list[Clause] = []
    before = ""
    for block in found:
        if block.dangling:
            draft.problem("dangling", "the line ends without a stop", block.end, "a full stop or a list", "warning")
        path = draft.next_path(scope.section, scope.letter if block.letter == "p" else block.letter)
        aside = block.letter in EXPLAINING
        explains = f"{draft.document.id}#{moved[path]}" if path in moved else before if aside else ""
        kind = EXPLAINING.get(block.letter, scope.kind)
        span = [(block.start, block.end)]
        clause = draft.clause(path, span, kind, scope.headings, explains=explains, subject=scope.subject)
        before = before if aside else clause.id
        clauses.append(clause)
    return clauses
