"""Captions of tables: `Table 2: Lamps` right above a table is its title, and no heading of what follows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ingest.formats.block import Block, Shape

CAPTION = re.compile(
    r"(?:table|tab\.)(?:(?:\s+(?:[0-9][0-9.]*|[A-Z]))?\s*[:.–—-]\s*(?P<title>\S.{0,120})|\s+[0-9][0-9.]*)",
    re.IGNORECASE,
)


def captioned(blocks: Sequence[Block], at: int) -> str:
    """The title that a caption right above a table says; empty for what is none.

    >>> captioned([Block(Shape.PARAGRAPH, "Table 2: Lamps"), Block(Shape.TABLE, "")], 0)
    'Lamps'
    """
    block, below = blocks[at], blocks[at + 1 : at + 2]
    found = CAPTION.fullmatch(block.text.strip())
    if not found or not below or below[0].shape is not Shape.TABLE:
        return ""
    if block.shape not in (Shape.HEADING, Shape.PARAGRAPH):
        return ""
    return found["title"] or block.text.strip()


def without_headings(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks, captions that look like headings as paragraphs."""
    for at, block in enumerate(blocks):
        heading = block.shape is Shape.HEADING and captioned(blocks, at)
        yield replace(block, shape=Shape.PARAGRAPH, level=0, anchor="") if heading else block
