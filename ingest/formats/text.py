"""Plain text into blocks: any line end, paragraphs on one line or wrapped, short lines alone as headings.

Wrapped text has its lines joined, and so have lines that plainly run on: below the words of a number or a bullet, or
in small letters behind a line without a stop. A paragraph ends at a blank line, a number, a letter, a bullet or an
example.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from ingest.formats.block import Block, Converted, Shape, shaped
from ingest.formats.limits import decoded, read_bytes
from ingest.formats.outline.letters import letter_of, lettered_lines
from ingest.formats.outline.sections import section_lines

ENDS = re.compile(r"\r\n|\r|\n|\f|\u2028|\u2029")
BULLET = re.compile(r"(?P<indent>\s*)(?:[•*»▪◦‣·–—]|-(?=\s))\s+(?=\S)")
UNDERLINE = re.compile(r"\s*([=\-~*_#])\1{3,}\s*$")
STOP = re.compile(r"[.!?:;,…]['\"’”)\]]*$")
HEADING_WORDS = 9
CALLED_WORDS = 5
LONG = 55
"""Characters from which a line that is followed by another can have been wrapped."""
WIDEST = 110
RUNS_ON = 30
"""Characters from which a line without a stop can run on in small letters."""
ENDED = re.compile(r"[.!?:]['\"’”)\]]*$")
LEAST_RUNS = 3
NARROW = 80
"""Characters of a line up to which a sentence can go on behind another below its number."""


def convert(path: Path) -> Converted:
    """The blocks of a text file; SourceError where it is none."""
    return Converted("text", tuple(text_blocks(decoded(path, read_bytes(path)))))


def text_blocks(text: str) -> Iterator[Block]:
    """The blocks of a text."""
    lines = [line.replace("\t", "    ").rstrip() for line in ENDS.split(text)]
    stripped = [line.strip() for line in lines]
    titles = section_lines(stripped)
    opening = titles | lettered_lines(stripped)
    wrapped, width = is_wrapped(lines), narrow_width([line for at, line in enumerate(lines) if at not in opening])
    held: list[str] = []
    begun, gap, blank = 0, True, True
    first = next((at for at, line in enumerate(stripped, 1) if line), 0)
    for number, line in enumerate([*lines, ""], 1):
        whole = not line.strip() or bool(UNDERLINE.match(line))
        ends = whole or number - 1 in opening or begun - 1 in titles or _opens(line)
        if held and (ends or not (wrapped or _runs_on(held, line, width))):
            alone = gap and not line.strip()
            called = begun == first and len(held) == 1 and held[0].isupper()
            yield _block(held, begun, gap, alone or called or bool(UNDERLINE.match(line)))
            held = []
        if whole:
            blank = True
            continue
        if not held:
            begun, gap = number, blank
        held.append(line)
        blank = False


def _runs_on(held: list[str], line: str, width: int) -> bool:
    """Whether a line goes on with the words of those above it, in a text of no fixed width; `width` is that of narrow
    columns, 0 where it has none."""
    above = held[-1]
    ended = bool(ENDED.search(above))
    if not ended and line.lstrip()[0].islower() and len(above) >= RUNS_ON:
        return True
    hangs = _indent(line) >= _indent(held[0]) + 2 and (_opens(held[0]) or bool(letter_of(held[0].strip())))
    if hangs and not above.endswith(":") and not (ended and len(above) > NARROW):
        return True
    return bool(width) and len(above) + 1 + len(line.split()[0]) > width


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def narrow_width(lines: list[str]) -> int:
    """The width of a text that is wrapped in narrow columns: lines without a stop run on in small letters, again and
    again. 0 where it is not."""
    pairs = [(above, below) for above, below in itertools.pairwise(lines) if above.strip() and below.strip()]
    pairs = [(above, below) for above, below in pairs if not _opens(below)]
    runs = [above for above, below in pairs if below.lstrip()[0].islower() and not ENDED.search(above)]
    if len(runs) < max(LEAST_RUNS, 0.3 * len(pairs)) or max(map(len, lines)) > WIDEST:
        return 0
    return int(median(map(len, runs)))


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
