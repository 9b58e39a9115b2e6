"""Titles of blocks: numbers in headings, the document's own title, parts of paths."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ingest.draft import slug
from ingest.formats.block import Block, Shape, shaped
from ingest.formats.outline.pointers import unpointed

NUMBERED_TITLE = re.compile(r"(?P<number>[0-9]{1,4})\s+(?P<title>\S.*)")
ANCHOR = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*$")


def title(block: Block) -> str:
    """A heading's words without pointers."""
    return " ".join(unpointed(block.text).split())


def with_number(block: Block) -> Block:
    """A heading that begins with a number as a numbered block, which keeps its level; any other block as it is.

    `## 4 Tides` is a number too, without its stop.
    """
    if block.shape is not Shape.HEADING:
        return block
    shape, number, rest = shaped(block.text)
    if shape is not Shape.NUMBERED and (found := NUMBERED_TITLE.fullmatch(block.text)):
        shape, number, rest = Shape.NUMBERED, found["number"], found["title"]
    if shape is not Shape.NUMBERED:
        return block
    return replace(block, shape=shape, number=number, text=rest, end=block.start + len(block.text))


def only_title(blocks: Sequence[Block]) -> bool:
    """Whether the first heading is the document's title: the only one of its level, which is the highest."""
    levels = [block.level for block in blocks if block.shape is Shape.HEADING]
    first = bool(blocks) and blocks[0].shape is Shape.HEADING
    return first and len(levels) > 1 and levels.count(levels[0]) == 1 and levels[0] == min(levels)


def part(block: Block) -> str:
    """A heading's part of a path: the publisher's own id where there is one, else its words."""
    return block.anchor if ANCHOR.match(block.anchor) else slug(title(block))
