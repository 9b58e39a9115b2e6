"""What the layouts over blocks share: headings and their paths, clauses of every shape, tables, noise.

Such a layout reads marked text (`ingest/formats/marked.py`), which `headjudge add` writes from any format and a person
can write by hand. `[documents.options]` may hold

    noise = [{ match = '^…', reason = "…" }]     blocks that are no rules text: every one that fits

A clause's flags name the page of the PDF that it stands on: `page-12`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from pydantic import Field

from ingest.cards.tables import cell
from ingest.draft import Draft, slug
from ingest.formats.block import Block, Shape, shaped
from ingest.formats.marked import PAGE, read_marked
from ingest.spec import Strict
from kb.records import Clause, Kind, Table

LETTERS = {Shape.ITEM: "b", Shape.TABLE: "t", Shape.EXAMPLE: "e", Shape.NOTE: "n"}
KINDS = {Shape.TABLE: Kind.TABLE, Shape.EXAMPLE: Kind.EXAMPLE, Shape.NOTE: Kind.NOTE}
MARKUP = "marks of the text's form"
ANCHOR = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*$")


class NoiseRule(Strict):
    """Blocks that are no rules text, and why."""

    match: re.Pattern[str]
    reason: str = Field(min_length=1)


class BlocksOptions(Strict):
    """The whole table; see the module's docstring."""

    noise: tuple[NoiseRule, ...] = ()


def blocks_options(draft: Draft) -> BlocksOptions | None:
    """The document's options, or None after a problem for each thing that is wrong with them."""
    return draft.options_as(BlocksOptions, "ingest/layouts/over_blocks.py")


def said_blocks(draft: Draft, options: BlocksOptions) -> list[Block]:
    """The blocks of the draft's source but noise, which is claimed here."""
    for line in draft.source.lines:
        if PAGE.match(line.text.strip()):
            draft.noise(line.start, line.end, "page marks")
    kept = []
    for block in read_marked(draft.source.lines):
        words = f"{block.number}. {block.text}" if block.number else block.text
        rule = next((rule for rule in options.noise if rule.match.search(words)), None)
        if rule:
            draft.noise(_begin(draft, block), block.end, rule.reason)
        else:
            kept.append(block)
    return kept


def _begin(draft: Draft, block: Block) -> int:
    """Where a block's first line begins, its marks included."""
    line = draft.source.line_at(block.start)
    return line.start + len(line.text) - len(line.text.lstrip())


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
        self._draft.heading(_begin(self._draft, block), line.end)

    def section(self, block: Block) -> None:
        """Claim the title of a numbered section, with its number and its marks."""
        self._draft.heading(_begin(self._draft, block), block.end)

    def free(self, path: str) -> str:
        """A section's path, with a number behind it where it is taken."""
        self._taken[path] += 1
        return path if self._taken[path] == 1 else self.free(f"{path}-{self._taken[path]}")

    def numbered(self, block: Block, headings: Sequence[str], kind: Kind = Kind.RULE) -> Clause | None:
        """The clause of a rule whose path is its own number; None where it has no words, then it is a heading."""
        start, begin = self._behind_number(block), _begin(self._draft, block)
        self._section = ""
        if start >= block.end:
            self._draft.heading(begin, block.end)
            return None
        self._draft.heading(begin, start)
        clause = self._clause(block.number, start, block, kind, headings)
        self._enter(block.number)
        self._above, self._lead_in = clause.id, clause.id if clause.plain.endswith(":") else ""
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
        start = self._behind_quote(block)
        clause = self._clause(path, start, block, chosen, headings, explains)
        if not aside:
            self._above = clause.id
            if not listed:
                self._lead_in = clause.id if clause.plain.endswith(":") else ""
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
        self._above, self._lead_in = clause.id, clause.id if clause.plain.endswith(":") else ""
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
        return self._draft.clause(path, [(start, block.end)], kind, headings, flags=flags, explains=explains)

    def _behind_number(self, block: Block) -> int:
        """Where the words behind a number begin."""
        text = self._draft.source.text
        at = block.start + len(block.number)
        while at < block.end and (text[at] in ".:)" or text[at].isspace()):
            at += 1
        return at

    def _behind_quote(self, block: Block) -> int:
        """Where a block's words begin; what stands before them is claimed as its form's marks."""
        begin = _begin(self._draft, block)
        if block.shape is not Shape.ITEM and begin < block.start:
            self._draft.noise(begin, block.start, MARKUP)
        return block.start

    def _table(self, clause: Clause, block: Block, headings: Sequence[str]) -> None:
        """The record of a table: its columns by its first row, every row of the same length."""
        head, *rows = block.rows
        width = max(len(row) for row in block.rows)
        columns = tuple(head[at] if at < len(head) else "" for at in range(width))
        filled = tuple(tuple(cell(row[at]) if at < len(row) else None for at in range(width)) for row in rows)
        title = headings[-1] if headings else ""
        self._draft.tables.append(Table(clause.id, title, columns, filled))


def with_number(draft: Draft, block: Block) -> Block:
    """A heading that begins with a number as a numbered block; its anchor is claimed here. Any other as it is."""
    shape, number, rest = shaped(block.text)
    if block.shape is not Shape.HEADING or shape is not Shape.NUMBERED:
        return block
    end = block.start + len(block.text)
    draft.noise(end, draft.source.line_at(block.start).end, MARKUP)
    return replace(block, shape=shape, number=number, text=rest, end=end)


def only_title(blocks: Sequence[Block]) -> bool:
    """Whether the first heading is the document's title: the only one of its level, which is the highest."""
    levels = [block.level for block in blocks if block.shape is Shape.HEADING]
    first = bool(blocks) and blocks[0].shape is Shape.HEADING
    return first and len(levels) > 1 and levels.count(levels[0]) == 1 and levels[0] == min(levels)


def part(block: Block) -> str:
    """A heading's part of a path: the publisher's own id where there is one, else its words."""
    return block.anchor if ANCHOR.match(block.anchor) else slug(block.text)
