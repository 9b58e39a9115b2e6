"""Plain text into blocks: any line end, paragraphs on one line or wrapped, short lines alone as headings.

Wrapped text has its lines joined; a paragraph ends at a blank line, a number, a bullet or an example.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from ingest.formats.block import Block, Converted, Shape, shaped
from ingest.formats.limits import decoded, read_bytes

ENDS = re.compile(r"\r\n|\r|\n|\f|\u2028|\u2029")
BULLET = re.compile(r"(?P<indent>\s*)(?:[•*»▪◦‣·–—]|-(?=\s))\s+(?=\S)")
UNDERLINE = re.compile(r"\s*([=\-~*_#])\1{3,}\s*$")
STOP = re.compile(r"[.!?:;,…]['\"’”)\]]*$")
HEADING_WORDS = 9
CALLED_WORDS = 5
LONG = 55
"""Characters from which a line that is followed by another can have been wrapped."""
WIDEST = 110


def convert(path: Path) -> Converted:
    """The blocks of a text file; SourceError where it is none."""
    return Converted("text", tuple(text_blocks(decoded(path, read_bytes(path)))))


def text_blocks(text: str) -> Iterator[Block]:
    """The blocks of a text."""
    lines = [line.replace("\t", "    ").rstrip() for line in ENDS.split(text)]
    wrapped = is_wrapped(lines)
    held: list[str] = []
    begun, gap, blank = 0, True, True
    for number, line in enumerate([*lines, ""], 1):
        if held and (not line.strip() or not wrapped or _opens(line) or UNDERLINE.match(line)):
            alone = gap and not line.strip()
            yield _block(held, begun, gap, alone or bool(UNDERLINE.match(line)))
            held = []
        if not line.strip() or UNDERLINE.match(line):
            blank = True
            continue
        if not held:
            begun, gap = number, blank
        held.append(line)
        blank = False


def is_wrapped(lines: list[str]) -> bool:
    """Whether a text's paragraphs run over several lines: most lines are of one width and go on in the next line."""
    long = [len(line) for line in lines if len(line) >= LONG]
    if len(long) < 5 or max(map(len, lines)) > 2 * WIDEST or median(long) > WIDEST:
        return False
    pairs = [(above, below) for above, below in itertools.pairwise(lines) if above.strip() and below.strip()]
    going = [above for above, below in pairs if len(above) >= LONG and not _opens(below)]
    return len(going) > 0.3 * len(long)


def _opens(line: str) -> bool:
    """Whether a line begins a block of its own."""
    return bool(BULLET.match(line)) or shaped(line.strip())[0] is not Shape.PARAGRAPH


def _block(held: list[str], line: int, gap: bool, alone: bool) -> Block:
    text = " ".join(" ".join(held).split())
    if found := BULLET.match(held[0]):
        level = min(len(found["indent"]) // 2, 5)
        return Block(
            Shape.ITEM, " ".join(" ".join([held[0][found.end() :], *held[1:]]).split()), level, gap=gap, line=line
        )
    shape, number, rest = shaped(text)
    if shape is Shape.PARAGRAPH and alone and heading_like(text):
        return Block(Shape.HEADING, text, 1, gap=gap, line=line)
    return Block(shape, rest, 0, number, gap=gap, line=line)


def term_like(text: str) -> bool:
    """Whether a line reads like a heading, or like a term that is called out: `Start Your Engines!`."""
    called = text[-1:] in "!?" and len(text.split()) <= CALLED_WORDS and text[:1].isupper()
    return heading_like(text) or called


def heading_like(text: str) -> bool:
    """Whether a line alone reads like a heading: few words, a capital or a figure first, no stop at the end."""
    words = text.split()
    begins = text[:1].isupper() or text[:1].isdigit() or not text[:1].isalpha()
    return len(words) <= HEADING_WORDS and begins and not STOP.search(text) and any(map(str.isalpha, text))
