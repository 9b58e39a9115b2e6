"""A chapter whose headings bear no mark: layout `bare-headings`.

Paragraphs stand between blank lines, and so do headings: a heading is a line alone between blank
lines, of few words (`heading_words`), without a stop at its end, that begins with a capital or a
figure. Such copies lose headings: text below two or more blank lines is warned about, and
`lost_headings` supplies what stood there. `[documents.options]` is read by `lines/options`, which
describes every key.
"""

from __future__ import annotations

from ingest.draft import Draft
from ingest.layouts.lines.options import LineOptions
from ingest.layouts.lines.outline import Heading, short
from ingest.layouts.lines.reading import read_lines
from ingest.layouts.lines.rows import STOP, Row


def read(draft: Draft) -> None:
    """Read the whole document into the draft; see `ingest.layouts`."""
    read_lines(draft, alone)


def alone(row: Row, options: LineOptions) -> Heading | None:
    """The heading that a row between blank lines is, None where it reads like text."""
    if row.listed or not row.apart or STOP.search(row.text) or not short(row.text, options):
        return None
    return Heading(row.text, len(row.text))
