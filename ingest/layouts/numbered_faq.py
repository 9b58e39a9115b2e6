"""A card game's FAQ: numbered sections of rules and examples, then one entry for each card with its rulings.

Measured on the first document of this shape (12 sections, 11 examples, 50 entries): a type line right
below tells every title, the first blank line ends every card's text, and how many blank lines follow
tells nothing; four sentences run on through a list, in rules, examples and rulings alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ingest.draft import Draft, slug
from ingest.layouts.faq.clauses import Scope
from ingest.layouts.faq.entries import read_entry
from ingest.layouts.faq.options import FaqOptions, faq_options
from ingest.layouts.faq.references import add_references
from ingest.layouts.faq.rows import Row, RowRole, rows
from ingest.layouts.faq.sections import headings_of, open_section, read_section

OPENERS = {RowRole.PART, RowRole.SECTION, RowRole.CARD}


def read(draft: Draft) -> None:
    """Read the whole document into the draft; see `ingest.layouts`."""
    if (options := faq_options(draft)) is None:
        return
    part, known = "", dict[str, str]()
    for chunk in chunks(said(draft, rows(draft.source.lines, options))):
        first = chunk[0]
        report_strays(draft, chunk)
        if first.role is RowRole.PART:
            part = first.text
            draft.heading(first.start, first.end)
            read_section(draft, options, Scope(slug(part), (part,)), chunk[1:])
        elif first.role is RowRole.SECTION:
            read_numbered(draft, options, part, known, chunk)
        elif first.role in (RowRole.CARD, RowRole.TYPE):
            read_entry(draft, options, (part,) if part else (), chunk)
    check_targets(draft, options, set(known))
    add_references(draft, options, set(known))


def said(draft: Draft, found: Sequence[Row]) -> list[Row]:
    """The rows that are neither noise nor the document's titles, which are claimed here."""
    for row in found:
        if row.role is RowRole.NOISE:
            draft.noise(row.start, row.end, row.note)
        elif row.role is RowRole.TITLE:
            draft.heading(row.start, row.end)
    return [row for row in found if row.role not in (RowRole.NOISE, RowRole.TITLE)]


def chunks(found: Sequence[Row]) -> Iterator[list[Row]]:
    """The rows from one heading to the next; a type line after a blank line opens an entry without a title."""
    chunk: list[Row] = []
    for row in found:
        if chunk and (row.role in OPENERS or (row.role is RowRole.TYPE and row.gap)):
            yield chunk
            chunk = []
        chunk.append(row)
    if chunk:
        yield chunk


def report_strays(draft: Draft, chunk: Sequence[Row]) -> None:
    """Report type lines that stand anywhere but below a title."""
    for above, row in pairwise(chunk):
        if row.role is RowRole.TYPE and above.role is not RowRole.CARD:
            draft.problem("stray-type-line", "a type line stands inside other text", row.start, "a title above it")


def read_numbered(draft: Draft, options: FaqOptions, part: str, known: dict[str, str], chunk: list[Row]) -> None:
    """Read one numbered section, whose rule may follow its number on the same line."""
    number, titled = open_section(draft, chunk[0], known)
    headings = ((part,) if part else ()) + headings_of(number, known, options.headings)
    body = chunk[1:] if titled else [sentence(draft, chunk[0]), *chunk[1:]]
    read_section(draft, options, Scope(number, headings, written=known[number]), body)


def sentence(draft: Draft, row: Row) -> Row:
    """The row of a section without a title, from behind its number."""
    start = row.start + len(row.text) - len(row.text.split(None, 1)[-1])
    return Row(RowRole.TEXT, start, row.end, draft.source.text[start : row.end], row.gap)


def check_targets(draft: Draft, options: FaqOptions, sections: set[str]) -> None:
    """Report the targets in game.toml that this document does not have."""
    paths = {clause.path for clause in draft.clauses}
    wanted = [path for pair in options.explains.items() for path in pair if path not in paths]
    wanted += [pointer.target for pointer in options.pointers if pointer.target not in paths | sections]
    for target in wanted:
        draft.problem("no-target", f"{target} in game.toml is not in the document", 0, "an existing path", "warning")
