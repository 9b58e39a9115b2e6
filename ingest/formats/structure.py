"""What every format's blocks go through: contents and credits left out, titles, points and glossaries found."""

from __future__ import annotations

from dataclasses import replace

from ingest.formats.block import Block, Converted, Shape
from ingest.formats.outline.captions import without_headings
from ingest.formats.outline.contents import without_contents, without_credits
from ingest.formats.outline.glossary import with_entries
from ingest.formats.outline.letters import lettered_lines
from ingest.formats.outline.pointers import settled
from ingest.formats.outline.sections import with_titles


def structured(converted: Converted) -> Converted:
    """The same document without contents and credits; titles of numbered sections and the entries of its glossary as
    headings, captions of tables as none, points that are counted with letters as list items."""
    blocks, contents = without_contents(converted.blocks)
    blocks, credited = without_credits(blocks)
    losses = [loss for loss in (contents, credited) if loss]
    entries = tuple(map(settled, with_entries(_with_points(with_titles(tuple(without_headings(blocks)))))))
    return replace(converted, blocks=entries, losses=(*converted.losses, *losses))


def _with_points(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """The blocks, paragraphs that are points of a list with letters as its items."""
    points = lettered_lines([f"{block.number} {block.text}" if block.number else block.text for block in blocks])
    return tuple(
        replace(block, shape=Shape.ITEM, level=1) if at in points and block.shape is Shape.PARAGRAPH else block
        for at, block in enumerate(blocks)
    )
