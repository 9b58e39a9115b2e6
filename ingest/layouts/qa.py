"""Questions and answers, such as an FAQ: layout `qa`, over blocks (`over_blocks`, which describes the options).

    ## Boats                            a heading
    Q: May a boat leave empty?          a question: `Q:`, `Question 3.`, or a heading that ends with a question mark
    A: Yes (101.1b).                    its answer, with the rules that it cites

An answer is a ruling, headed by its question; its path is the question's words. The rules that it cites may stand in
another document of the game: then it is pinned to them (ingest/versions). The question is a wording of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ingest.draft import Draft, slug
from ingest.formats.block import Block, Shape
from ingest.layouts.over_blocks import MARKUP, BlockWriter, blocks_options, only_title, part, said_blocks
from ingest.layouts.rule_references import linked
from kb.records import Clause, Kind, Ruling

QUESTION = re.compile(r"\**Q(?:uestion)?(?:\s*#?\d+)?\s*[:.)]\**\s*(?=\S)", re.IGNORECASE)
ANSWER = re.compile(r"\**A(?:nswer)?(?:\s*#?\d+)?\s*[:.)]\**\s*(?=\S)", re.IGNORECASE)
BOTH = re.compile(
    rf"(?P<q>{QUESTION.pattern})(?P<asked>[^?]{{3,600}}\?)\s+(?P<a>{ANSWER.pattern})(?P<said>.+)", re.I | re.S
)
LONGEST_SLUG = 60
START = "questions"


def asks(block: Block) -> bool:
    """Whether a block is a question: by its mark, or a heading that ends like one."""
    return bool(QUESTION.match(block.text)) or (block.shape is Shape.HEADING and block.text.rstrip().endswith("?"))


def read(draft: Draft) -> None:
    """Read the whole document into the draft; see `ingest.layouts`."""
    options = blocks_options(draft)
    if options is None:
        return
    reader = _Reader(draft, said_blocks(draft, options))
    reader.read()
    if not draft.rulings:
        draft.problem("no-clause", "the document answers no question", 0, "`Q:` and `A:`, or headings that ask")
    linked(draft, outside=True)


class _Reader:
    """Reads blocks in order; it remembers the headings above and the question that is being answered."""

    def __init__(self, draft: Draft, blocks: Sequence[Block]) -> None:
        self._draft, self._blocks = draft, blocks
        self._writer = BlockWriter(draft)
        self._stack: list[tuple[int, str, str]] = []
        self._question, self._path = "", ""
        self._ruled = False

    def read(self) -> None:
        """Read all blocks."""
        titled = only_title(self._blocks)
        for at, block in enumerate(self._blocks):
            if asks(block) and not (at == 0 and titled):
                self._asked(block)
            elif block.shape is Shape.HEADING:
                self._heading(block, at == 0 and titled)
            elif self._question:
                self._answer(block)
            else:
                self._writer.clause(block, self._section, self._headings)

    @property
    def _section(self) -> str:
        return next((path for _, path, _ in reversed(self._stack) if path), "") or START

    @property
    def _headings(self) -> list[str]:
        return [title for _, _, title in self._stack if title]

    def _heading(self, block: Block, title: bool) -> None:
        self._writer.heading(block)
        self._question = ""
        self._stack = [each for each in self._stack if each[0] < block.level]
        parent = next((path for _, path, _ in reversed(self._stack) if path), "")
        name = "" if title else part(block)
        path = self._writer.free(f"{parent}/{name}" if parent else name) if name else ""
        self._stack.append((block.level, path, "" if title else block.text))

    def _asked(self, block: Block) -> None:
        """A question; where its answer stands in the same paragraph, that too."""
        if block.shape is Shape.HEADING:
            self._stack = [each for each in self._stack if each[0] < block.level]
        both = BOTH.fullmatch(block.text)
        mark = QUESTION.match(block.text)
        words = block.text[mark.end() :] if mark else block.text
        self._question = " ".join((both["asked"] if both else words).split()).strip("* ")
        own = slug(self._question)[:LONGEST_SLUG].strip("-")
        parent = next((path for _, path, _ in reversed(self._stack) if path), "")
        self._path, self._ruled = self._writer.free(f"{parent}/{own}" if parent else own), False
        if not both:
            self._writer.heading(block)
            return
        start = self._draft.source.line_at(block.start).start
        self._draft.heading(start, block.start + both.end("asked"))
        self._draft.noise(block.start + both.start("a"), block.start + both.start("said"), MARKUP)
        path = self._draft.next_path(self._path, "p")
        span = (block.start + both.start("said"), block.end)
        flags = [f"page-{block.page}"] if block.page else []
        self._rule(self._draft.clause(path, [span], Kind.RULING, self._answered, flags=flags))

    @property
    def _answered(self) -> list[str]:
        return [*self._headings, self._question]

    def _answer(self, block: Block) -> None:
        """A block of an answer; the first is the ruling."""
        mark = ANSWER.match(block.text)
        if mark and block.shape is Shape.PARAGRAPH:
            block = replace(block, text=block.text[mark.end() :], start=block.start + mark.end())
        self._rule(self._writer.clause(block, self._path, self._answered, Kind.RULING))

    def _rule(self, clause: Clause) -> None:
        """The ruling of an answer's first clause."""
        if not self._ruled:
            document = self._draft.document
            since = document.effective or document.published
            self._draft.rulings.append(
                Ruling(clause.id, clause.game, "", clause.id, "ruling", since, document.authority, ())
            )
            self._ruled = True
