"""Clauses of every shape from blocks: rules, points, list items, examples, notes and tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ingest.cards.tables import cell
from ingest.draft import Draft
from ingest.formats.block import Block, Shape
from ingest.formats.outline.letters import LETTER
from ingest.formats.outline.pointers import unpointed
from ingest.layouts.blocks.reading import MARKUP, begin_of, spans
from ingest.layouts.blocks.titles import ANCHOR
from kb.records import Clause, Kind, Table

LETTERS = {Shape.ITEM: "b", Shape.TABLE: "t", Shape.EXAMPLE: "e", Shape.NOTE: "n"}
LEADS_IN = re.compile(r"(?:[:,;—–]|\b(?:and|or|either|both|must|may|can|has|have|is|are|gets?|takes?|to|following))$")
"""How a rule ends whose list goes on with its sentence."""
KINDS = {Shape.TABLE: Kind.TABLE, Shape.EXAMPLE: Kind.EXAMPLE, Shape.NOTE: Kind.NOTE}


class BlockWriter:
    """Writes blocks into a draft; it remembers the open list, the clause above, and the paths that are taken."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._taken: Counter[str] = Counter()
        self._lists: list[tuple[int, str]] = []
        self._above = ""
        self._lead_in = ""
        self._section = ""

    def heading(self, block: Block) -> None:
        """Claim a heading with its marks and its anchor."""
        line = self._draft.source.line_at(block.start)
        self._draft.heading(begin_of(self._draft, block), line.end)

    def section(self, block: Block) -> None:
        """Claim the title of a numbered section, with its number and its marks."""
        self._drop_anchor(block)
        self._draft.heading(begin_of(self._draft, block), block.end)

    def _drop_anchor(self, block: Block) -> None:
        """Claim what stands behind a numbered heading's words as its form's marks."""
        if block.level:
            self._draft.noise(block.end, self._draft.source.line_at(block.start).end, MARKUP)

    def free(self, path: str) -> str:
        """A section's path, with a number behind it where it is taken."""
        self._taken[path] += 1
        return path if self._taken[path] == 1 else self.free(f"{path}-{self._taken[path]}")

    def numbered(self, block: Block, headings: Sequence[str], kind: Kind = Kind.RULE) -> Clause | None:
        """The clause of a rule whose path is its own number; None where it has no words, then it is a heading."""
        start, begin = self._behind_number(block), begin_of(self._draft, block)
        self._section = ""
        self._drop_anchor(block)
        if start >= block.end:
            self._draft.heading(begin, block.end)
            return None
        self._draft.heading(begin, start)
        clause = self._clause(block.number, start, block, kind, headings)
        self._enter(block.number)
        self._above, self._lead_in = clause.id, clause.id if LEADS_IN.search(clause.plain) else ""
        return clause

    @property
    def listing(self) -> bool:
        """Whether a list is open."""
        return bool(self._lists)

    def lettered(self, block: Block, path: str, headings: Sequence[str]) -> Clause:
        """The clause of a point with a letter below a numbered rule; its path is the rule's number with the letter."""
        mark = LETTER.match(block.text)
        start = block.start + (mark.end() if mark else 0)
        self._draft.heading(block.start, start)
        clause = self._clause(path, start, block, Kind.RULE, headings, self._lead_in)
        self._above = clause.id
        return clause

    def clause(self, block: Block, section: str, headings: Sequence[str], kind: Kind | None = None) -> Clause:
        """The clause of a block below a section."""
        if section != self._section:
            self._enter(section)
        chosen = KINDS.get(block.shape) or kind or Kind.RULE
        letter = LETTERS.get(block.shape, "d" if chosen is Kind.DEFINITION else "p")
        listed = block.shape is Shape.ITEM or (block.shape is Shape.NUMBERED and "." not in block.number)
        path = self._item_path(block, section) if listed else self._draft.next_path(section, letter)
        if not listed and block.shape is not Shape.EXAMPLE:
            self._lists = []
        aside = block.shape in (Shape.EXAMPLE, Shape.NOTE)
        explains = self._above if aside else self._lead_in if listed else ""
        headings = (*headings, block.text) if block.shape is Shape.TABLE and block.text else headings
        start = self._behind_quote(block)
        clause = self._clause(path, start, block, chosen, headings, explains)
        if not aside:
            self._above = clause.id
            if not listed:
                self._lead_in = clause.id if LEADS_IN.search(clause.plain) else ""
        if block.shape is Shape.TABLE:
            self._table(clause, block, headings)
        return clause

    def rule(self, block: Block, section: str, headings: Sequence[str]) -> Clause:
        """The clause of a heading that reads like a rule; its path is the publisher's own id, where it has one."""
        end = block.start + len(block.text)
        line = self._draft.source.line_at(block.start)
        self._draft.noise(end, line.end, MARKUP)
        block = replace(block, shape=Shape.PARAGRAPH, end=end)
        if not ANCHOR.match(block.anchor):
            return self.clause(block, section, headings)
        self._enter(section)
        clause = self._clause(self.free(block.anchor), self._behind_quote(block), block, Kind.RULE, headings)
        self._above, self._lead_in = clause.id, clause.id if LEADS_IN.search(clause.plain) else ""
        return clause

    def _enter(self, section: str) -> None:
        self._section, self._lists = section, []
        if not self._above.endswith(f"#{section}"):
            self._above = self._lead_in = ""

    def _item_path(self, block: Block, section: str) -> str:
        self._lists = [(level, path) for level, path in self._lists if level < block.level]
        parent, letter = (self._lists[-1][1], "") if self._lists else (section, "b")
        path = self._draft.next_path(parent, letter)
        self._lists.append((block.level, path))
        return path

    def _clause(
        self, path: str, start: int, block: Block, kind: Kind, headings: Sequence[str], explains: str = ""
    ) -> Clause:
        flags = [f"page-{block.page}"] if block.page else []
        parts = spans(self._draft, start, block.end)
        return self._draft.clause(path, parts, kind, headings, flags=flags, explains=explains)

    def _behind_number(self, block: Block) -> int:
        """Where the words behind a number begin."""
        text = self._draft.source.text
        at = block.start + len(block.number)
        while at < block.end and (text[at] in ".:)" or text[at].isspace()):
            at += 1
        return at

    def _behind_quote(self, block: Block) -> int:
        """Where a block's words begin; what stands before them is claimed as its form's marks."""
        begin = begin_of(self._draft, block)
        if block.shape is not Shape.ITEM and begin < block.start:
            self._draft.noise(begin, block.start, MARKUP)
        return block.start

    def _table(self, clause: Clause, block: Block, headings: Sequence[str]) -> None:
        """The record of a table: its columns by its first row, every row of the same length."""
        head, *rows = [[unpointed(each) for each in row] for row in block.rows]
        width = max(len(row) for row in block.rows)
        columns = tuple(head[at] if at < len(head) else "" for at in range(width))
        filled = tuple(tuple(cell(row[at]) if at < len(row) else None for at in range(width)) for row in rows)
        title = headings[-1] if headings else ""
        self._draft.tables.append(Table(clause.id, title, columns, filled))
