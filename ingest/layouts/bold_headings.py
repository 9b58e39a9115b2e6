"""A leaflet whose headings are marked: layout `bold-headings`.

    <b>Wounds on Villains</b>:           a heading on a line of its own, bullets below it
    * Some Hero cards say things like …
    <b>Empowered</b>: See Ant-Man.       or with the section's text on the same line
    {THRONES FAVOR}: See …               or a symbol's name in place of bold words

A heading is bold from the line's beginning (`<b>…</b>` or `**…**`) or a name in braces, and ends with
a colon or with the line; a bold sentence, or bold words inside a line, stay text, and so do words in
square brackets. `[documents.options]` is read by `block_options`, which describes every key.
"""

from __future__ import annotations

import re

from ingest.draft import Draft
from ingest.layouts.block_options import BlockOptions
from ingest.layouts.block_outline import Heading
from ingest.layouts.block_rows import Row
from ingest.layouts.blocks import read_blocks
from kb.records import plain

MARKED = re.compile(r"(?P<title><b>[^<>]+</b>|\*\*[^*]+\*\*|\{[^{}]+\})\s*(?P<colon>:?)\s*")
SENTENCE = re.compile(r"[.!?]['\"’”)\]]*$")


def read(draft: Draft) -> None:
    """Read the whole document into the draft; see `ingest.layouts`."""
    read_blocks(draft, marked)


def marked(row: Row, options: BlockOptions) -> Heading | None:
    """The marked heading at a row's beginning, None where there is none."""
    found = None if row.listed else MARKED.match(row.text)
    if found is None:
        return None
    title = plain(found["title"])
    ended = found["colon"] or title.endswith(":") or found.end() == len(row.text)
    title = title.rstrip(" :")
    if not ended or SENTENCE.search(title) or not title.strip("{} ") or len(title.split()) > options.heading_words:
        return None
    return Heading(title, found.end())
