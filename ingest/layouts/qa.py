"""Questions and answers, such as an FAQ: layout `qa`, over blocks (`blocks/reading`, which describes the options).

    ## Boats                            a heading
    Q: May a boat leave empty?          a question: `Q:`, `Question 3.`, or a heading that ends with a question mark,
    A: Yes (101.1b).                    or a paragraph that is one; its answer, with the rules that it cites

An answer is a ruling, headed by its question; its path is the question's words. The rules that it cites may stand in
another document of the game: then it is pinned to them (ingest/versions). The question is a wording of them. A question
that an answer quotes, `see “May a boat leave empty?”`, is a cross reference.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.draft import Draft
from ingest.formats.block import Block, Shape
from ingest.layouts.blocks.answers import QUESTION, Answers, own_path
from ingest.layouts.blocks.reading import blocks_options, said_blocks
from ingest.layouts.blocks.references import linked
from ingest.layouts.blocks.titles import only_title, part, title
from ingest.layouts.blocks.writer import BlockWriter
from kb.records import CrossReference

ALONE = re.compile(r"[\W_]*[^\W\d_][^.!?:]{6,300}\?[’”\"')\]]*")
"""A paragraph that is one question."""
QUOTED = re.compile(r"[“\"«„](?P<asked>[^“”\"«»„]{5,300}\?)[”\"»“]")
START = "questions"


def asks(block: Block) -> bool:
    """Whether a block is a question: by its mark, a heading that ends like one, or a paragraph that is one."""
    if block.shape is Shape.HEADING and block.text.rstrip().endswith("?"):
        return True
    return bool(QUESTION.match(block.text)) or _alone(block)


def _alone(block: Block) -> bool:
    return block.shape is Shape.PARAGRAPH and bool(ALONE.fullmatch(block.text.strip()))


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
    reader.refer()


class _Reader:
    """Reads blocks in order; it remembers the headings above and the question that is being answered."""

    def __init__(self, draft: Draft, blocks: Sequence[Block]) -> None:
        self._draft, self._blocks = draft, blocks
        self._writer = BlockWriter(draft)
        self._stack: list[tuple[int, str, str]] = []
        self._answers = Answers(draft, self._writer)
        self._paths: dict[str, str] = {}

    def read(self) -> None:
        """Read all blocks."""
        titled = only_title(self._blocks)
        for at, block in enumerate(self._blocks):
            if self._asks(at) and not (at == 0 and titled):
                self._asked(block)
            elif block.shape is Shape.HEADING:
                self._heading(block, at == 0 and titled)
            elif self._answers.question:
                self._answers.answer(block)
            else:
                self._writer.clause(block, self._section, self._headings)

    def refer(self) -> None:
        """Add a cross reference for each question that a clause quotes and that is answered elsewhere."""
        for clause in self._draft.clauses:
            for found in QUOTED.finditer(clause.plain):
                path = self._paths.get(own_path(found["asked"]), clause.section)
                if path != clause.section:
                    target = f"{self._draft.document.id}#{path}"
                    self._draft.references.append(CrossReference(clause.id, found[0], target))

    def _asks(self, at: int) -> bool:
        """Whether a block is a question; without a mark of its own only where an answer follows."""
        block, below = self._blocks[at], self._blocks[at + 1 : at + 2]
        if not asks(block) or block.shape is Shape.HEADING or QUESTION.match(block.text):
            return asks(block)
        return bool(below) and below[0].shape is not Shape.HEADING and not asks(below[0])

    @property
    def _section(self) -> str:
        return next((path for _, path, _ in reversed(self._stack) if path), "") or START

    @property
    def _headings(self) -> list[str]:
        return [said for _, _, said in self._stack if said]

    def _heading(self, block: Block, is_title: bool) -> None:
        self._writer.heading(block)
        self._answers.question = ""
        self._stack = [each for each in self._stack if each[0] < block.level]
        parent = next((path for _, path, _ in reversed(self._stack) if path), "")
        name = "" if is_title else part(block)
        path = self._writer.free(f"{parent}/{name}" if parent else name) if name else ""
        self._stack.append((block.level, path, "" if is_title else title(block)))

    def _asked(self, block: Block) -> None:
        """A question; one that is a heading ends the headings of its level."""
        if block.shape is Shape.HEADING:
            self._stack = [each for each in self._stack if each[0] < block.level]
        parent = next((path for _, path, _ in reversed(self._stack) if path), "")
        self._answers.ask(block, parent, self._headings)
        self._paths.setdefault(own_path(self._answers.question), self._answers.path)
