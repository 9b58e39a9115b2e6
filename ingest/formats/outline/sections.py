"""Titles of numbered sections that have no stop behind their number: `4 Tides` above rule 4.1."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ingest.formats.block import Block, Shape, shaped

TITLE = re.compile(r"(?P<number>[0-9]{1,3})\s+(?P<title>\S.*)")
ENDED = re.compile(r"[.!?:;,…]['\"’”)\]]*$")
TITLE_WORDS = 9
NEAR = 12
"""Lines within which the first rule of a section follows its title."""


def section_lines(lines: Sequence[str]) -> set[int]:
    """Which lines are titles of numbered sections: a whole number, few words, and a rule of that number next.

    >>> sorted(section_lines(["1 Setup", "1.1 Take 4 dice.", "2 dice are red.", "2 Turns", "2.1 Roll them."]))
    [0, 3]
    """
    return {at for at, line in enumerate(lines) if (number := _number(line)) and _has_rules(lines, at, number)}


def _number(line: str) -> str:
    """The number of what reads like the title of a section, else empty."""
    found = TITLE.fullmatch(line)
    if not found or found["title"][0].islower() or not any(map(str.isalpha, found["title"])):
        return ""
    return found["number"] if len(found["title"].split()) <= TITLE_WORDS and not ENDED.search(line) else ""


def _has_rules(lines: Sequence[str], at: int, number: str) -> bool:
    """Whether the next rule with a number is one of the section's."""
    for line in lines[at + 1 : at + 1 + NEAR]:
        shape, own, _ = shaped(line)
        if shape is Shape.NUMBERED and "." in own:
            return own.startswith(f"{number}.")
    return False


def with_titles(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks, titles of numbered sections among their paragraphs as headings."""
    lines = [f"{block.number} {block.text}" if block.number else block.text for block in blocks]
    titles = {at for at in section_lines(lines) if blocks[at].shape is Shape.PARAGRAPH}
    level = 2 if blocks and blocks[0].shape is Shape.HEADING else 1
    return tuple(
        replace(block, shape=Shape.HEADING, level=level) if at in titles else block for at, block in enumerate(blocks)
    )
