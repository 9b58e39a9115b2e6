"""A chapter whose headings bear no mark: layout `bare-headings`.

Paragraphs stand between blank lines, and so do headings: a heading is a line alone between blank
lines, of few words (`heading_words`), without a stop at its end, that begins with a capital or a
figure. Such copies lose headings: text below two or more blank lines is warned about, and
`lost_headings` supplies what stood there. `[documents.options]` is read by `block_options`, which
describes every key.
"""

from __future__ import annotations

from ingest.draft import Draft
from ingest.layouts.block_options import BlockOptions
from ingest.layouts.block_outline import Heading, short
from ingest.layouts.block_rows import STOP, Row
from ingest.layouts.blocks import read_blocks


def read(draft: Draft) -> None:
    """Read the whole document into the draft; see `ingest.layouts`."""
    read_blocks(draft, alone)


def alone(row: Row, options: BlockOptions) -> Heading | None:
    """The heading that a row between blank lines is, None where it reads like text."""
    if row.listed or not row.apart or STOP.search(row.text) or not short(row.text, options):
        return None
    return Heading(row.text, len(row.text))
