"""The entries of a glossary: a heading for each term, its definition below.

An entry is written as a short line above its definition, or as `Term: its definition` in one paragraph or list item.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ingest.formats.block import Block, Shape
from ingest.formats.outline.contents import COUNTED, is_titled, said
from ingest.formats.outline.starts import entry
from ingest.formats.text import STOP, term_like

GLOSSARY = re.compile(
    r"(?:appendix [a-z0-9]+\W+)?glossary(?: of (?:game )?terms)?|(?:index of )?(?:key ?)?terms", re.IGNORECASE
)
BESIDE = re.compile(r"(?:\w+ )?index|appendix\b.*|contents|credits|change ?log|version history", re.IGNORECASE)
"""What stands beside a glossary and is no entry of it."""
TERM_WORDS = 10


def with_entries(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks, each entry's name below a glossary's title a heading under it."""
    level, deeper, lined = 0, False, False
    for at, block in enumerate(blocks):
        if is_titled(block, GLOSSARY) and not _has_rules(blocks, at):
            level, deeper, lined = block.level or 1, False, False
            yield replace(block, shape=Shape.HEADING, level=level, number="", text=block.text)
            continue
        if level and _ends(blocks, at, level, deeper):
            level = 0
        if level and _entry(blocks, at):
            deeper, lined = deeper or block.level > level, True
            yield replace(block, shape=Shape.HEADING, level=min(level + 1, 6), text=said(block), number="")
        elif level and (found := _in_line(block)) and (not lined or _beside(blocks, at)):
            deeper = True
            yield replace(block, shape=Shape.HEADING, level=min(level + 1, 6), text=found["term"])
            yield replace(block, shape=Shape.PARAGRAPH, level=0, text=block.text[found.end() :], anchor="", gap=False)
        else:
            yield block


def _beside(blocks: Sequence[Block], at: int) -> bool:
    """Whether the block above or below has its term in the same line too."""
    return any(_in_line(each) for each in (*blocks[max(at - 1, 0) : at], *blocks[at + 1 : at + 2]))


def _ends(blocks: Sequence[Block], at: int, level: int, deeper: bool) -> bool:
    """Whether a glossary ends at a heading of its own level: always where its entries stand `deeper` than that."""
    block = blocks[at]
    if block.shape is not Shape.HEADING or not 0 < block.level <= level:
        return False
    return deeper or bool(BESIDE.fullmatch(block.text.strip(" .:"))) or not _entry(blocks, at)


def _in_line(block: Block) -> re.Match[str] | None:
    """The term of an entry that its definition follows in the same block; None where there is none."""
    if block.shape is not Shape.PARAGRAPH and not (block.shape is Shape.ITEM and not block.level):
        return None
    return entry(block.text)


def _has_rules(blocks: Sequence[Block], at: int) -> bool:
    """Whether a numbered title has numbered rules of its own: then these are its entries."""
    below = blocks[at + 1 : at + 2]
    found = COUNTED.match(said(blocks[at]))
    number = found[0].strip(" .)") if found else ""
    return bool(number and below and said(below[0]).startswith(f"{number}."))


def _entry(blocks: Sequence[Block], at: int) -> bool:
    """Whether a block is the name of a glossary's entry: a short line above a block that stands right below it."""
    block = blocks[at]
    below = blocks[at + 1] if at + 1 < len(blocks) else None
    if block.shape not in (Shape.PARAGRAPH, Shape.HEADING) or below is None or below.shape is Shape.HEADING:
        return False
    if not (block.gap or block.page != blocks[at - 1].page) or (below.gap and block.shape is not Shape.HEADING):
        return False
    return len(block.text.split()) <= TERM_WORDS and (term_like(block.text) or not STOP.search(block.text))
