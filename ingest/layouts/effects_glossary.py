"""A glossary without markup, an entry's name on one line and its rules below: layout `effects-glossary`.

    Pull X
    When an Ally or Enemy figure is pulled, …
    The figure may be moved across either:
    » Single white lines, or

No blank lines part the entries: a name is a line of few words (`heading_words`) that begins with a
capital or a figure, has no list marker, ends without a stop, and does not run on in small letters on
the next line. An item below a line that ends with a colon explains that line. Symbols get lost in
such copies: `lost_symbols` names their traces. `[documents.options]` is read by `lines/options`,
which describes every key.
"""

from __future__ import annotations

from ingest.draft import Draft
from ingest.layouts.lines.options import LineOptions
from ingest.layouts.lines.outline import Heading, short
from ingest.layouts.lines.reading import read_lines
from ingest.layouts.lines.rows import STOP, Row


def read(draft: Draft) -> None:
    """Read the whole document into the draft; see `ingest.layouts`."""
    read_lines(draft, named)


def named(row: Row, options: LineOptions) -> Heading | None:
    """The entry's name that a row is, None where it reads like text."""
    if row.listed or row.next_text[:1].islower() or STOP.search(row.text) or not short(row.text, options):
        return None
    return Heading(row.text, len(row.text))
