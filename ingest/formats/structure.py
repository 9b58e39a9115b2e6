"""What every format's blocks go through: contents and credits left out, the entries of a glossary found.

A table of contents is a run of lines that all come again; credits are a last, small section of that name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ingest.formats.block import Block, Converted, Loss, Shape
from ingest.formats.text import STOP, term_like

CONTENTS = re.compile(r"(?:table of )?contents|index of (?:rules|sections)", re.IGNORECASE)
CREDITS = re.compile(r"(?:game |playtest |development )?credits|acknowledge?ments|colophon", re.IGNORECASE)
GLOSSARY = re.compile(
    r"(?:appendix [a-z0-9]+\W+)?glossary(?: of (?:game )?terms)?|(?:index of )?(?:key ?)?terms", re.IGNORECASE
)
LEADERS = re.compile(r"\s*(?:[.·…_]\s*){2,}\s*\d*\s*$|\s+\d{1,4}$")
LEAST = 4
MOST_CREDITS = 0.06
TERM_WORDS = 10


def structured(converted: Converted) -> Converted:
    """The same document without contents and credits, its glossary's entries as headings."""
    blocks, contents = _without_contents(converted.blocks)
    blocks, credited = _without_credits(blocks)
    losses = [loss for loss in (contents, credited) if loss]
    entries = tuple(_entries(blocks))
    return replace(converted, blocks=entries, losses=(*converted.losses, *losses))


def said(block: Block) -> str:
    """A block's words with its number."""
    return f"{block.number}. {block.text}" if block.number else block.text


def _key(block: Block) -> str:
    """What a line of the contents and its heading have in common."""
    return re.sub(r"\W+", " ", LEADERS.sub("", said(block))).strip().lower()


def _without_contents(blocks: Sequence[Block]) -> tuple[tuple[Block, ...], Loss | None]:
    """The blocks without the table of contents, and what that was."""
    counts = Counter(_key(block) for block in blocks if block.shape is not Shape.TABLE)
    for at, block in enumerate(blocks):
        if not CONTENTS.fullmatch(said(block).strip(" .:")) or block.shape in (Shape.TABLE, Shape.ITEM):
            continue
        seen: set[str] = set()
        upto = at + 1
        while upto < len(blocks) and _again(blocks, upto, counts, seen):
            seen.add(_key(blocks[upto]))
            upto += 1
        if upto - at > LEAST:
            loss = Loss("table of contents", upto - at, said(blocks[at]))
            return (*blocks[:at], *blocks[upto:]), loss
    return tuple(blocks), None


def _again(blocks: Sequence[Block], at: int, counts: Counter[str], seen: set[str]) -> bool:
    """Whether a line of the contents comes again later: not where it already is the one that comes again."""
    block = blocks[at]
    key = _key(block)
    if block.shape is Shape.TABLE or not key or key in seen:
        return False
    if counts[key] > 1 or bool(LEADERS.search(said(block)) and len(said(block).split()) < 15):
        return True
    return any(_key(each) not in seen and counts[_key(each)] > 1 for each in blocks[at + 1 : at + 2]) and len(key) < 60


def _without_credits(blocks: Sequence[Block]) -> tuple[tuple[Block, ...], Loss | None]:
    """The blocks without a last section of credits."""
    total = sum(len(said(block)) for block in blocks)
    last = max((at for at, block in enumerate(blocks) if _titled(block, CREDITS)), default=-1)
    rest = blocks[last:]
    if last <= 0 or sum(len(said(block)) for block in rest) > MOST_CREDITS * total + 200:
        return tuple(blocks), None
    return tuple(blocks[:last]), Loss("credits", len(rest), said(rest[0]))


def _titled(block: Block, pattern: re.Pattern[str]) -> bool:
    """Whether a block is a heading with such words, or reads like one."""
    heading = block.shape is Shape.HEADING or (block.shape in (Shape.PARAGRAPH, Shape.NUMBERED) and block.gap)
    return heading and bool(pattern.fullmatch(block.text.strip(" .:")))


def _entries(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks, each entry's name below a glossary's title a heading under it."""
    level = 0
    for at, block in enumerate(blocks):
        if _titled(block, GLOSSARY) and not _has_rules(blocks, at):
            level = block.level or 1
            yield replace(block, shape=Shape.HEADING, level=level, number="", text=block.text)
        elif level and block.shape is Shape.HEADING and 0 < block.level <= level and not _entry(blocks, at):
            level = 0
            yield block
        elif level and _entry(blocks, at):
            yield replace(block, shape=Shape.HEADING, level=min(level + 1, 6), text=said(block), number="")
        else:
            yield block


def _has_rules(blocks: Sequence[Block], at: int) -> bool:
    """Whether a numbered title has numbered rules of its own: then these are its entries."""
    below = blocks[at + 1 : at + 2]
    return bool(blocks[at].number and below and below[0].number.startswith(f"{blocks[at].number}."))


def _entry(blocks: Sequence[Block], at: int) -> bool:
    """Whether a block is the name of a glossary's entry: a short line above a block that stands right below it."""
    block = blocks[at]
    below = blocks[at + 1] if at + 1 < len(blocks) else None
    if block.shape not in (Shape.PARAGRAPH, Shape.HEADING) or below is None or below.shape is Shape.HEADING:
        return False
    if not (block.gap or block.page != blocks[at - 1].page) or (below.gap and block.shape is not Shape.HEADING):
        return False
    return len(block.text.split()) <= TERM_WORDS and (term_like(block.text) or not STOP.search(block.text))
