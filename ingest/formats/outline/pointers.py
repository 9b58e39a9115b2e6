"""Pointers behind the words of a link within the document: `see Costs{#costs}`."""

from __future__ import annotations

import re
from dataclasses import replace

from ingest.formats.block import Block

POINTER = re.compile(r"\{#(?P<anchor>[\w.:-]{1,100})\}")
TOKEN = re.compile(r"\S*\{#[\w.:-]{1,100}\}\S*")


def unpointed(text: str) -> str:
    """A text without its pointers.

    >>> unpointed("See Costs{#costs}.")
    'See Costs.'
    """
    return POINTER.sub("", text)


def settled(block: Block) -> Block:
    """The block with each pointer behind the signs that follow its words, so that a text can be cited without it.

    `See Costs{#costs}.` becomes `See Costs.{#costs}`.
    """
    rows = tuple(tuple(_behind(cell) for cell in row) for row in block.rows)
    return replace(block, text=_behind(block.text), rows=rows)


def _behind(text: str) -> str:
    def moved(found: re.Match[str]) -> str:
        pointers = "".join(each[0] for each in POINTER.finditer(found[0]))
        return unpointed(found[0]) + pointers

    return TOKEN.sub(moved, text) if "{#" in text else text
