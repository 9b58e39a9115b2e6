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
from dataclasses import replace

from ingest.draft import Draft, slug
from ingest.formats.block import Block, Shape
from ingest.formats.outline.pointers import unpointed
from ingest.layouts.blocks.reading import MARKUP, blocks_options, said_blocks, spans
from ingest.layouts.blocks.references import linked
from ingest.layouts.blocks.titles import only_title, part, title
from ingest.layouts.blocks.writer import BlockWriter
from kb.records import Clause, CrossReference, Kind, Ruling

QUESTION = re.compile(r"\**Q(?:uestion)?(?:\s*#?\d+)?\s*[:.)]\**\s*(?=\S)", re.IGNORECASE)
ANSWER = re.compile(r"\**A(?:nswer)?(?:\s*#?\d+)?\s*[:.)]\**\s*(?=\S)", re.IGNORECASE)
BOTH = re.compile(
    rf"(?P<q>{QUESTION.pattern})(?P<asked>[^?]{{3,600}}\?)\s+(?P<a>{ANSWER.pattern})(?P<said>.+)", re.I | re.S
)
ALONE = re.compile(r"[\W_]*[^\W\d_][^.!?:]{6,300}\?[’”\"')\]]*")
"""A paragraph that is one question."""
QUOTED = re.compile(r"[“\"«„](?P<asked>[^“”\"«»„]{5,300}\?)[”\"»“]")
LONGEST_SLUG = 60
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
        self._question, self._path = "", ""
        self._ruled = False
        self._paths: dict[str, str] = {}

    def read(self) -> None:
        """Read all blocks."""
        titled = only_title(self._blocks)
        for at, block in enumerate(self._blocks):
            if self._asks(at) and not (at == 0 and titled):
                self._asked(block)
            elif block.shape is Shape.HEADING:
                self._heading(block, at == 0 and titled)
            elif self._question:
                self._answer(block)
            else:
                self._writer.clause(block, self._section, self._headings)

    def refer(self) -> None:
        """Add a cross reference for each question that a clause quotes and that is answered elsewhere."""
        for clause in self._draft.clauses:
            for found in QUOTED.finditer(clause.plain):
                path = self._paths.get(slug(found["asked"])[:LONGEST_SLUG].strip("-"), clause.section)
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
        self._question = ""
        self._stack = [each for each in self._stack if each[0] < block.level]
        parent = next((path for _, path, _ in reversed(self._stack) if path), "")
        name = "" if is_title else part(block)
        path = self._writer.free(f"{parent}/{name}" if parent else name) if name else ""
        self._stack.append((block.level, path, "" if is_title else title(block)))

    def _asked(self, block: Block) -> None:
        """A question; where its answer stands in the same paragraph, that too."""
        if block.shape is Shape.HEADING:
            self._stack = [each for each in self._stack if each[0] < block.level]
        both = BOTH.fullmatch(block.text)
        mark = QUESTION.match(block.text)
        words = block.text[mark.end() :] if mark else block.text
        self._question = " ".join(unpointed(both["asked"] if both else words).split()).strip("* ")
        own = slug(self._question)[:LONGEST_SLUG].strip("-")
        parent = next((path for _, path, _ in reversed(self._stack) if path), "")
        self._path, self._ruled = self._writer.free(f"{parent}/{own}" if parent else own), False
        self._paths.setdefault(own, self._path)
        if not both:
            (self._writer.heading if block.shape is Shape.HEADING else self._writer.section)(block)
            return
        start = self._draft.source.line_at(block.start).start
        self._draft.heading(start, block.start + both.end("asked"))
        self._draft.noise(block.start + both.start("a"), block.start + both.start("said"), MARKUP)
        path = self._draft.next_path(self._path, "p")
        parts = spans(self._draft, block.start + both.start("said"), block.end)
        flags = [f"page-{block.page}"] if block.page else []
        self._rule(self._draft.clause(path, parts, Kind.RULING, self._answered, flags=flags))

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
