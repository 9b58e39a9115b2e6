"""A leaflet whose headings are marked: layout `bold-headings`.

    <b>Wounds on Villains</b>:           a heading on a line of its own, bullets below it
    * Some Hero cards say things like …
    <b>Empowered</b>: See Ant-Man.       or with the section's text on the same line
    {THRONES FAVOR}: See …               or a symbol's name in place of bold words

A heading is bold from the line's beginning (`<b>…</b>` or `**…**`) or a name in braces, and ends with
a colon or with the line; a bold sentence, or bold words inside a line, stay text, and so do words in
square brackets. `[documents.options]` is read by `lines/options`, which describes every key.
"""

from __future__ import annotations

import re

from ingest.draft import Draft
from ingest.layouts.lines.options import LineOptions
from ingest.layouts.lines.outline import Heading
from ingest.layouts.lines.reading import read_lines
from ingest.layouts.lines.rows import Row
from kb.records import plain

MARKED = re.compile(r"(?P<title><b>[^<>]+</b>|\*\*[^*]+\*\*|\{[^{}]+\})\s*(?P<colon>:?)\s*")
SENTENCE = re.compile(r"[.!?]['\"’”)\]]*$")


def read(draft: Draft) -> None:
    """Read the whole document into the draft; see `ingest.layouts`."""
    read_lines(draft, marked)


def marked(row: Row, options: LineOptions) -> Heading | None:
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
