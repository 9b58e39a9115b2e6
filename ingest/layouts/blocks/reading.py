"""What the layouts over blocks share: headings and their paths, clauses of every shape, tables, noise.

Such a layout reads marked text (`ingest/formats/marked.py`), which `headjudge add` writes from any format and a person
can write by hand. `[documents.options]` may hold

    noise = [{ match = '^…', reason = "…" }]     blocks that are no rules text: every one that fits

The caption of a table, `Table 2: Lamps`, is its title. What stands below a heading `Example` is an example of the rule
above it. Pointers, `Costs{#costs}`, are in no clause's text: they become cross references. A clause's flags name the
page of the PDF that it stands on: `page-12`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pydantic import Field

from ingest.draft import Draft
from ingest.formats.block import Block, Shape, shaped
from ingest.formats.marked import PAGE, read_marked
from ingest.formats.outline.captions import captioned
from ingest.formats.outline.pointers import POINTER
from ingest.spec import Strict

MARKUP = "marks of the text's form"
POINTERS = re.compile(rf"(?:{POINTER.pattern.replace('?P<anchor>', '?:')})+")
EXAMPLE = re.compile(r"example(?P<more>s)?(?: (?:\d{1,2}|[a-z]))?\s*[.:]?", re.IGNORECASE)
"""A heading above an example."""


class NoiseRule(Strict):
    """Blocks that are no rules text, and why."""

    match: re.Pattern[str]
    reason: str = Field(min_length=1)


class BlocksOptions(Strict):
    """The whole table; see the module's docstring."""

    noise: tuple[NoiseRule, ...] = ()


def blocks_options(draft: Draft) -> BlocksOptions | None:
    """The document's options, or None after a problem for each thing that is wrong with them."""
    return draft.options_as(BlocksOptions, "ingest/layouts/blocks/reading.py")


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
            draft.noise(begin_of(draft, block), block.end, rule.reason)
        else:
            kept.append(block)
    return list(_with_examples(draft, list(_with_captions(draft, kept))))


def _with_captions(draft: Draft, blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks, the caption above a table as that table's text; it is claimed here."""
    title = ""
    for at, block in enumerate(blocks):
        caption = captioned(blocks, at) if block.shape is Shape.PARAGRAPH else ""
        if caption:
            draft.heading(begin_of(draft, block), block.end)
        else:
            yield replace(block, text=title) if title else block
        title = caption


def _with_examples(draft: Draft, blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks, those below a heading `Example` as examples; that heading is claimed here."""
    level, inside, below = 0, False, False
    for block in blocks:
        if block.shape is Shape.HEADING:
            found = EXAMPLE.fullmatch(block.text)
            inside = below and found is not None and block.level >= level + bool(found["more"])
            if inside:
                draft.heading(begin_of(draft, block), draft.source.line_at(block.start).end)
                continue
            level, below = block.level, shaped(block.text)[0] is Shape.NUMBERED
        elif block.shape is Shape.NUMBERED and "." in block.number:
            inside = False
        if inside and block.shape in (Shape.PARAGRAPH, Shape.ITEM, Shape.NUMBERED):
            words = f"{block.number}. {block.text}" if block.number else block.text
            block = replace(block, shape=Shape.EXAMPLE, text=words)
        below = below or block.shape is not Shape.HEADING
        yield block


def spans(draft: Draft, start: int, end: int) -> list[tuple[int, int]]:
    """The stretches of a clause's words from `start` to `end`, pointers between them claimed as marks of the form.

    A pointer that signs follow without a blank stays: the stretches are joined with blanks.
    """
    text, found, at = draft.source.text, [], start
    for pointer in POINTERS.finditer(text, start, end):
        after = pointer.end()
        if pointer.start() == at or (after < end and not text[after].isspace()):
            continue
        draft.noise(pointer.start(), after, MARKUP)
        found.append((at, pointer.start()))
        at = after
    return [*found, (at, end)] if at < end or not found else found


def begin_of(draft: Draft, block: Block) -> int:
    """Where a block's first line begins, its marks included."""
    line = draft.source.line_at(block.start)
    return line.start + len(line.text) - len(line.text.lstrip())
