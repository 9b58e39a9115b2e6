"""A printed rulebook read by OCR, page after page: layout `ocr-rulebook`.

Facts of such texts: a paragraph is one line; headings bear no mark and may repeat; a list entry
begins with `-`, `1.` or `a.`; rows of tables have tabs, icons leave empty cells or gaps; captions,
page numbers and scans of other things stand between; sentences break at the end of a page; notes
and examples stand where the page had room. Nothing of this can be guessed safely, so game.toml says
it and the layout checks that the text agrees: whatever it names and the text has not is a problem.

`[documents.options]` (`ocr/options` declares every key; regular expressions must fit both editions):

    [[documents.options.noise]]      # no rules text: every line that matches, or a stretch of lines
    reason = "page number"
    match = '^\\d{1,2}$'

    [[documents.options.headings]]   # in order; `lead` lines are text too; `resume` goes on with a section
    match = '^Game Play$'
    level = 1

    [[documents.options.joins]]      # one clause from `first` to `last`, without noise and headings between
    first = '…'
    last = '…'

    [[documents.options.filing]]     # kind, letter, section, explains, flags of clauses; several may fit
    match = '^Note:'
    kind = "note"

    [[documents.options.tables]]     # typed cells of grids, of lists with counts, of facts in sentences
    [[documents.options.sums]]       # totals that clauses state, checked against the parts they list
    [[documents.options.disagreements]] # a line outside all clauses whose number is not the one that a clause states
    [[documents.options.references]] # words that point to a section, a clause or outside

A note or example explains the clause above it in its section unless filing says which.
"""

from __future__ import annotations

from pydantic import ValidationError

from ingest.draft import OPTIONS, Draft
from ingest.layouts.ocr.anchors import claim_noise
from ingest.layouts.ocr.blocks import Block, blocks, spans
from ingest.layouts.ocr.filing import Filed, Filing, letter_of
from ingest.layouts.ocr.lists import Numbering
from ingest.layouts.ocr.marks import add_references, check_disagreements, check_sums
from ingest.layouts.ocr.options import Options, read_options
from ingest.layouts.ocr.outline import Outline, Section, outline
from ingest.layouts.ocr.tables import add_tables
from kb.misfits import misfits
from kb.records import Kind

ASIDE = (Kind.NOTE, Kind.EXAMPLE)


def read(draft: Draft) -> None:
    """Read the draft's source; every problem is noted in the draft, none raised."""
    try:
        options = read_options(draft.options)
    except ValidationError as error:
        found = (each.problem("bad-option", draft.source.place(0), "ocr_rulebook", OPTIONS) for each in misfits(error))
        draft.problems += found
        return
    read_with(draft, options)


def read_with(draft: Draft, options: Options) -> None:
    """Read the draft's source with checked options, step by step."""
    noise = claim_noise(draft, options.noise)
    text = [line for line in draft.source.lines if not line.blank and line.number not in noise]
    found = outline(draft, options.headings, text)
    filing = Filing(draft, options.filing)
    writer = Writer(draft, found, filing)
    for block in blocks(draft, found, noise, options.joins, filing.leads):
        writer.write(block)
    filing.report_unused()
    check_sums(draft, options.sums)
    check_disagreements(draft, options.disagreements)
    draft.report_explained()
    add_tables(draft, options.tables)
    add_references(draft, options.references, frozenset(found.sections))


class Writer:
    """Turns blocks into clauses in reading order; it remembers lists and what notes may explain."""

    def __init__(self, draft: Draft, found: Outline, filing: Filing) -> None:
        self._draft = draft
        self._outline = found
        self._filing = filing
        self._numbering = Numbering(draft.next_path)
        self._above: dict[str, str] = {}

    def write(self, block: Block) -> None:
        """Add the clause of one block."""
        stretches = spans(self._draft.source, block)
        text = " ".join(self._draft.source.text[start:end] for start, end in stretches).strip()
        filed = self._filing.of_text(text, block.lines[0], block.section.path)
        section = self._section(block, filed)
        kind = filed.kind or (Kind.TABLE if block.grid else section.kind)
        letter = letter_of(kind, block.marker is not None, filed.letter)
        path = self._path(block, section, "t" if block.grid else letter)
        own = self._filing.of_clause(path)
        flags = tuple(dict.fromkeys((*block.flags, *filed.flags, *own.flags)))
        explains = self._explains(section, kind, letter, filed, own)
        added = self._draft.clause(path, stretches, kind, section.headings, flags=flags, explains=explains)
        if kind not in ASIDE and letter != "n":
            self._above[section.path] = added.id

    def _section(self, block: Block, filed: Filed) -> Section:
        """The section that a block is filed in: where it stands, unless game.toml moves it."""
        if not filed.section:
            return block.section
        if filed.section not in self._outline.sections:
            at = block.lines[0].start
            self._draft.problem("no-section", f"no section {filed.section!r}", at, "a section's path")
        return self._outline.sections.get(filed.section, block.section)

    def _path(self, block: Block, section: Section, letter: str) -> str:
        if letter == "b" and block.marker is not None:
            return self._numbering.path(section.path, block.marker, flat=section.flat)
        self._numbering.close()
        return self._draft.next_path(section.path, letter)

    def _explains(self, section: Section, kind: Kind, letter: str, filed: Filed, own: Filed) -> str:
        """The full id of what a note or example explains: as game.toml says, else the clause above it."""
        said = own.explains if own.explains is not None else filed.explains
        if said is not None:
            return f"{self._draft.document.id}#{said}" if said else ""
        return self._above.get(section.path, "") if kind in ASIDE or letter == "n" else ""
