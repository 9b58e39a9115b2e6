"""What every format is converted into: a flat list of blocks, each with its shape and where it stands in the file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

NUMBER = re.compile(r"(?P<number>[0-9]{1,4}(?:\.[0-9]{1,4})*[a-z]{0,2})(?P<stop>[.:)]*)(?:\s+|$)(?=\S|$)")
ASIDE = re.compile(r"(?P<lead>(?:for )?examples?|notes?|tips?)\s*[:.—–]|(?P<said>for example)\s*,", re.IGNORECASE)


class Shape(StrEnum):
    """What a block is."""

    HEADING = "heading"
    NUMBERED = "numbered"
    ITEM = "item"
    PARAGRAPH = "paragraph"
    TABLE = "table"
    EXAMPLE = "example"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Block:
    """One block of a document.

    `level` is a heading's level from 1, or an item's depth from 0; `number` is the document's own (`603.3b`), then
    `text` is what follows it; `rows` are a table's cells, its head first. `anchor` is the publisher's own id. `gap`
    tells that blank space parts it from the block above. It stands on `line` of a text or on `page` of a PDF, from 1,
    0 where the format has none; `start` and `end` are code points of the text that it was read from, 0 where it was
    read from anything but text.
    """

    shape: Shape
    text: str
    level: int = 0
    number: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    anchor: str = ""
    gap: bool = True
    line: int = 0
    page: int = 0
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Loss:
    """What a conversion left out: the reason, how many blocks or lines, and the first of them."""

    reason: str
    count: int
    first: str = ""


@dataclass(frozen=True, slots=True)
class Converted:
    """A document as blocks: `format` is how it was read, `title` what it calls itself."""

    format: str
    blocks: tuple[Block, ...]
    title: str = ""
    losses: tuple[Loss, ...] = ()


def shaped(text: str) -> tuple[Shape, str, str]:
    """A paragraph's shape, its number, and its text behind the number: examples and notes by their first words.

    >>> shaped("603.3b If several abilities …")
    (<Shape.NUMBERED: 'numbered'>, '603.3b', 'If several abilities …')
    """
    if aside := ASIDE.match(text):
        return (Shape.EXAMPLE if "example" in aside[0].lower() else Shape.NOTE), "", text
    found = NUMBER.match(text)
    if found and (found["stop"] or "." in found["number"]):
        return Shape.NUMBERED, found["number"], text[found.end() :]
    return Shape.PARAGRAPH, "", text
