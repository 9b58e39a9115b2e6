"""The table of contents and the credits of a document: no rules, left out and told.

A table of contents is a run of lines that all come again, or that are nothing but links within the document; credits
are a last, small section of that name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ingest.formats.block import Block, Loss, Shape
from ingest.formats.outline.pointers import POINTER, unpointed

CONTENTS = re.compile(r"(?:table of )?contents|index of (?:rules|sections)", re.IGNORECASE)
CREDITS = re.compile(r"(?:game |playtest |development )?credits|acknowledge?ments|colophon", re.IGNORECASE)
LEADERS = re.compile(r"\s*(?:[.·…_]\s*){2,}\s*\d*\s*$|\s+\d{1,4}$")
DOTS = re.compile(r"(?:[.·…_]\s*){3,}\d{1,4}$")
COUNTED = re.compile(r"[0-9]{1,4}[.)]?\s+")
"""The number of a heading."""
LEAST = 4
LEAST_LINKS = 2
MOST_CREDITS = 0.06


def said(block: Block) -> str:
    """A block's words with its number."""
    return f"{block.number}. {block.text}" if block.number else block.text


def is_titled(block: Block, pattern: re.Pattern[str]) -> bool:
    """Whether a block is a heading with such words, with a number before them or without, or reads like one."""
    heading = block.shape is Shape.HEADING or (block.shape in (Shape.PARAGRAPH, Shape.NUMBERED) and block.gap)
    words = COUNTED.sub("", block.text) if block.shape is Shape.HEADING else block.text
    return heading and bool(pattern.fullmatch(words.strip(" .:")))


def without_contents(blocks: Sequence[Block]) -> tuple[tuple[Block, ...], Loss | None]:
    """The blocks without the table of contents, and what that was."""
    counts = Counter(_key(block) for block in blocks if block.shape is not Shape.TABLE)
    at = 0
    while at < len(blocks):
        titled = _is_title(blocks[at])
        begin = at + titled
        upto = _links(blocks, begin, titled)
        found = upto - begin >= (LEAST_LINKS if titled else LEAST)
        if titled and not found:
            upto = _upto(blocks, at, counts)
            found = upto - at > LEAST
        if found:
            return (*blocks[:at], *blocks[upto:]), Loss("table of contents", upto - at, unpointed(said(blocks[at])))
        at += 1
    return tuple(blocks), None


def _is_title(block: Block) -> bool:
    called = bool(CONTENTS.fullmatch(said(block).strip(" .:")))
    return called and block.shape not in (Shape.TABLE, Shape.ITEM)


def _links(blocks: Sequence[Block], at: int, titled: bool) -> int:
    """The block behind a run of those that are nothing but a link within the document, by its heading's words; below a
    title also of those with dots before a page."""
    while at < len(blocks) and (_is_link(blocks[at]) or (titled and bool(DOTS.search(said(blocks[at]))))):
        at += 1
    return at


def _is_link(block: Block) -> bool:
    """Whether a block's words are those of the id that it points to: `2 Setup{#2-setup}`."""
    found = POINTER.search(block.text)
    if found is None or found.end() != len(block.text) or block.shape in (Shape.TABLE, Shape.HEADING):
        return False
    words, anchor = _letters(block.text[: found.start()]), _letters(found["anchor"])
    return bool(words) and (anchor in (words, _letters(block.number) + words) or words.lstrip("0123456789") == anchor)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()


def _upto(blocks: Sequence[Block], at: int, counts: Counter[str]) -> int:
    """The block behind the lines below a title that come again later."""
    seen: set[str] = set()
    upto = at + 1
    while upto < len(blocks) and _again(blocks, upto, counts, seen):
        seen.add(_key(blocks[upto]))
        upto += 1
    return upto


def _key(block: Block) -> str:
    """What a line of the contents and its heading have in common."""
    return re.sub(r"\W+", " ", LEADERS.sub("", unpointed(said(block)))).strip().lower()


def _again(blocks: Sequence[Block], at: int, counts: Counter[str], seen: set[str]) -> bool:
    """Whether a line of the contents comes again later: not where it already is the one that comes again."""
    block = blocks[at]
    key = _key(block)
    if block.shape is Shape.TABLE or not key or key in seen:
        return False
    if counts[key] > 1 or bool(LEADERS.search(said(block)) and len(said(block).split()) < 15):
        return True
    return any(_key(each) not in seen and counts[_key(each)] > 1 for each in blocks[at + 1 : at + 2]) and len(key) < 60


def without_credits(blocks: Sequence[Block]) -> tuple[tuple[Block, ...], Loss | None]:
    """The blocks without a last section of credits."""
    total = sum(len(said(block)) for block in blocks)
    last = max((at for at, block in enumerate(blocks) if is_titled(block, CREDITS)), default=-1)
    rest = blocks[last:]
    if last <= 0 or sum(len(said(block)) for block in rest) > MOST_CREDITS * total + 200:
        return tuple(blocks), None
    return tuple(blocks[:last]), Loss("credits", len(rest), said(rest[0]))
