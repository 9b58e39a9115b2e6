"""Marked text: the form that every document is converted into, and that the layouts over blocks read.

    # Combat {#combat}              a heading, its level, the publisher's own id where there is one
    603.3b If several …             a numbered rule begins with its number
    Example: A creature …           an example or a note, by its first word or as a quotation `> …`
    - A sword                       a list item, two blanks of indent for each depth
    | Die | Effect |                a table, row by row, its head first
    [page 12]                       what follows stands on this page of the PDF

A pointer to a publisher's own id stands behind its words: `see Costs{#costs}`.

Blocks are parted by blank lines; lines of a paragraph that follow each other are one. A backslash before a line's first
sign takes its meaning away, as in Markdown, of which this is a part: it can be read, and written, by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ingest.formats.block import ASIDE, Block, Shape, shaped
from ingest.source import Line
from kb.records.documents import DASH, cells

HEADING = re.compile(r"(?P<marks>#{1,6})[ \t]+(?P<title>\S.*?)(?:[ \t]+\{#(?P<anchor>[^\s{}]+)\})?[ \t]*#*[ \t]*$")
ITEM = re.compile(r"(?P<indent>[ \t]*)[-*•][ \t]+(?=\S)")
PAGE = re.compile(r"\[page (?P<number>[0-9]{1,5})\]$")
QUOTE = re.compile(r"(?:>[ \t]*)+")
RULE = re.compile(r"\|?[ :|-]*-[ :|-]*\|?$")
MEANT = re.compile(r"#{1,6}[ \t]|[-*•][ \t]|\[page [0-9]+\]$|>|\||\\")


def read_marked(lines: Sequence[Line]) -> Iterator[Block]:
    """The blocks of a marked text, in order, with the code points of their words."""
    page, at, gap = 0, 0, True
    while at < len(lines):
        line = lines[at]
        text = line.text.strip()
        if not text:
            at, gap = at + 1, True
            continue
        if found := PAGE.match(text):
            page, at = int(found["number"]), at + 1
            continue
        upto = _extent(lines, at)
        yield _block(lines[at:upto], page, gap)
        at, gap = upto, False


def _extent(lines: Sequence[Line], at: int) -> int:
    """The line behind the block that begins at `at`."""
    first = lines[at].text.strip()
    upto = at + 1
    if HEADING.match(first):
        return upto
    table, quote = first.startswith("|"), first.startswith(">")
    while upto < len(lines) and (text := lines[upto].text.strip()):
        if table or text.startswith("|"):
            if not (table and text.startswith("|")):
                break
        elif quote != text.startswith(">") or _begins(lines[upto].text):
            break
        upto += 1
    return upto


def _begins(text: str) -> bool:
    """Whether a line begins a block of its own although no blank line parts it from the one above."""
    said = text.strip()
    if HEADING.match(said) or ITEM.match(text) or PAGE.match(said) or ASIDE.match(said):
        return True
    return shaped(said)[0] is Shape.NUMBERED


def _block(lines: Sequence[Line], page: int, gap: bool) -> Block:
    """The block that some lines hold."""
    first, last = lines[0], lines[-1]
    begin = first.start + len(first.text) - len(first.text.lstrip())
    end = last.start + len(last.text.rstrip())
    text = first.text.strip()
    if found := HEADING.match(text):
        anchor = found["anchor"] or ""
        level = len(found["marks"])
        start = begin + found.start("title")
        return Block(Shape.HEADING, found["title"], level, "", (), anchor, gap, first.number, page, start, end)
    if text.startswith("|"):
        kept = (line.text for at, line in enumerate(lines) if at != 1 or not RULE.fullmatch(line.text.strip()))
        rows = tuple(map(cells, kept))
        return Block(Shape.TABLE, "", 0, "", rows, "", gap, first.number, page, begin, end)
    if found := ITEM.match(first.text):
        level = len(found["indent"].expandtabs(4)) // 2
        words = _joined([first.text[found.end() :], *(line.text for line in lines[1:])])
        return Block(Shape.ITEM, words, level, "", (), "", gap, first.number, page, first.start + found.end(), end)
    quoted = QUOTE.match(text)
    skip = quoted.end() if quoted else int(text.startswith("\\"))
    words = _joined([text[skip:], *(QUOTE.sub("", line.text.strip(), count=1) for line in lines[1:])])
    shape, number, rest = shaped(words)
    if quoted and shape not in (Shape.EXAMPLE, Shape.NOTE):
        shape, number, rest = Shape.NOTE, "", words
    return Block(shape, rest, 0, number, (), "", gap, first.number, page, begin + skip, end)


def _joined(parts: Iterable[str]) -> str:
    return " ".join(" ".join(parts).split())


def write_marked(blocks: Iterable[Block]) -> str:
    """The marked text of some blocks; `read_marked` reads the same shapes, numbers, words and pages from it."""
    parts: list[str] = []
    page, above = 0, None
    for block in blocks:
        if block.page and block.page != page:
            page = block.page
            parts += ["", f"[page {page}]"]
        tight = block.shape is Shape.ITEM and above is Shape.ITEM
        parts += [*([] if tight else [""]), _written(block)]
        above = block.shape
    return "\n".join(parts).strip("\n") + "\n"


def _row(row: Sequence[str], at: int) -> str:
    """A table's row; the one behind the head is kept apart from a line that only rules: its dashes get a backslash."""
    marked = [f"\\{cell}" if DASH.match(cell) else cell for cell in row]
    if at == 1 and RULE.fullmatch("|".join(row)):
        marked = [f"\\{cell}" if cell.startswith("-") else cell for cell in marked]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in marked) + " |"


def _written(block: Block) -> str:
    text = _joined([block.text])
    if block.shape is Shape.HEADING:
        anchor = f" {{#{block.anchor}}}" if block.anchor else ""
        return f"{'#' * min(max(block.level, 1), 6)} {text}{anchor}"
    if block.shape is Shape.ITEM:
        return f"{'  ' * block.level}- {text}"
    if block.shape is Shape.TABLE:
        return "\n".join(_row(row, at) for at, row in enumerate(block.rows))
    if block.shape is Shape.NUMBERED:
        return f"{block.number}. {text}".rstrip() if text else f"{block.number}."
    if block.shape in (Shape.EXAMPLE, Shape.NOTE) and not ASIDE.match(text):
        return f"> {text}"
    escaped = MEANT.match(text) or (block.shape is Shape.PARAGRAPH and shaped(text)[0] is not Shape.PARAGRAPH)
    return f"\\{text}" if escaped else text
