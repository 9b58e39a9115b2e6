"""Questions with their answers, in a document of them or amid other rules: an answer is a ruling.

It is headed by its question, and its path is made of the question's words: `big-hold/is-it-loaded.p1`. Amid other rules
only what is marked is one, `Q:` above `A:`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ingest.draft import Draft, slug
from ingest.formats.block import Block, Shape
from ingest.formats.outline.pointers import unpointed
from ingest.layouts.blocks.reading import MARKUP, spans
from ingest.layouts.blocks.writer import BlockWriter
from kb.records import Clause, Kind, Ruling

QUESTION = re.compile(r"\**Q(?:uestion)?(?:\s*#?\d+)?\s*[:.)]\**\s*(?=\S)", re.IGNORECASE)
ANSWER = re.compile(r"\**A(?:nswer)?(?:\s*#?\d+)?\s*[:.)]\**\s*(?=\S)", re.IGNORECASE)
BOTH = re.compile(
    rf"(?P<q>{QUESTION.pattern})(?P<asked>[^?]{{3,600}}\?)\s+(?P<a>{ANSWER.pattern})(?P<said>.+)", re.I | re.S
)
LONGEST_SLUG = 60


def marked_question(blocks: Sequence[Block], at: int) -> bool:
    """Whether a block is a question with its mark, and an answer with its own in it or below it."""
    block, below = blocks[at], blocks[at + 1 : at + 2]
    if block.shape is not Shape.PARAGRAPH or not QUESTION.match(block.text):
        return False
    if BOTH.fullmatch(block.text):
        return True
    return bool(below) and below[0].shape is Shape.PARAGRAPH and bool(ANSWER.match(below[0].text))


def own_path(question: str) -> str:
    """A question's part of a path."""
    return slug(question)[:LONGEST_SLUG].strip("-")


class Answers:
    """Writes questions and answers into a draft; `question` is the one that is open, empty where none is."""

    def __init__(self, draft: Draft, writer: BlockWriter) -> None:
        self._draft, self._writer = draft, writer
        self.question, self.path = "", ""
        self._headings: tuple[str, ...] = ()
        self._ruled = False

    def ask(self, block: Block, parent: str, headings: Sequence[str]) -> None:
        """A question below a section; where its answer stands in the same paragraph, that too."""
        both = BOTH.fullmatch(block.text)
        mark = QUESTION.match(block.text)
        words = block.text[mark.end() :] if mark else block.text
        self.question = " ".join(unpointed(both["asked"] if both else words).split()).strip("* ")
        own = own_path(self.question)
        self.path, self._ruled = self._writer.free(f"{parent}/{own}" if parent else own), False
        self._headings = (*headings, self.question)
        if not both:
            (self._writer.heading if block.shape is Shape.HEADING else self._writer.section)(block)
            return
        start = self._draft.source.line_at(block.start).start
        self._draft.heading(start, block.start + both.end("asked"))
        self._draft.noise(block.start + both.start("a"), block.start + both.start("said"), MARKUP)
        path = self._draft.next_path(self.path, "p")
        parts = spans(self._draft, block.start + both.start("said"), block.end)
        flags = [f"page-{block.page}"] if block.page else []
        self._rule(self._draft.clause(path, parts, Kind.RULING, self._headings, flags=flags))

    def answer(self, block: Block) -> None:
        """A block of an answer; the first is the ruling."""
        mark = ANSWER.match(block.text)
        if mark and block.shape is Shape.PARAGRAPH:
            block = replace(block, text=block.text[mark.end() :], start=block.start + mark.end())
        self._rule(self._writer.clause(block, self.path, self._headings, Kind.RULING))

    def exchange(self, blocks: Sequence[Block], at: int, parent: str, headings: Sequence[str]) -> bool:
        """Write a block amid other rules where it is a marked question, or the answer to one; whether it was."""
        if marked_question(blocks, at):
            self.ask(blocks[at], parent, headings)
            if self._ruled:
                self.question = ""
            return True
        if not self.question:
            return False
        self.answer(blocks[at])
        self.question = ""
        return True

    def _rule(self, clause: Clause) -> None:
        """The ruling of an answer's first clause."""
        if not self._ruled:
            document = self._draft.document
            since = document.effective or document.published
            self._draft.rulings.append(
                Ruling(clause.id, clause.game, "", clause.id, "ruling", since, document.authority, ())
            )
            self._ruled = True
