"""A PDF's file into blocks: its pages' words and lines are taken by PDFium, read in order, and divided by `reader`.

A page without characters is a picture: it is said to need OCR.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ingest.formats.block import Converted, Loss
from ingest.formats.limits import MOST_CHARACTERS, MOST_PAGES, failed, read_bytes
from ingest.formats.pdf.drawn import Drawn, drawn, with_bullets
from ingest.formats.pdf.grids import with_tables
from ingest.formats.pdf.lines import Piece, Rule, pieces
from ingest.formats.pdf.notes import with_marks, without_notes
from ingest.formats.pdf.pages import TextLine, all_lines
from ingest.formats.pdf.reader import Reader, folded
from ingest.formats.pdf.running import without_running

LEAST_CHARACTERS = 40
"""Characters a page, on average, below which a document is a scan."""


def convert(path: Path) -> Converted:
    """The blocks of a PDF; SourceError where it is broken, locked, a scan or too large."""
    import pypdfium2 as pdfium

    content = read_bytes(path)
    try:
        document = pdfium.PdfDocument(content)
    except pdfium.PdfiumError as error:
        if "password" in str(error).lower():
            raise failed(path, "encrypted", "asks for a password", "a PDF that opens without one") from error
        raise failed(path, "bad-pdf", f"cannot be opened: {error}", "a whole PDF file") from error
    try:
        if len(document) > MOST_PAGES:
            raise failed(path, "too-large", f"has {len(document)} pages", f"at most {MOST_PAGES}")
        pages, drawings = _pages(path, document)
        title = str(document.get_metadata_value("Title") or "")
        marks = _bookmarks(document)
    except pdfium.PdfiumError as error:
        raise failed(path, "bad-pdf", f"cannot be read: {error}", "a whole PDF file") from error
    body = _body(pages)
    kept, dropped = without_running(pages, body)
    kept, answered = without_notes(kept, body)
    reader = Reader([line for lines in kept for line in lines], marks, drawings, body)
    blocks = tuple(reader.blocks())
    empty = [number for number, lines in enumerate(pages, 1) if not lines]
    losses = (
        _loss("running heads, feet and page numbers", dropped),
        _loss("footnote marks, whose notes stand behind the text that carries them", answered),
        _loss("lines of tables that could not be read with certainty", reader.unread),
        Loss(f"pages without text, pictures perhaps that need OCR: {empty[:10]}", len(empty)),
    )
    named = "" if title.strip().lower() == path.stem.lower() else title
    return Converted("pdf", blocks, named, tuple(loss for loss in losses if loss.count))


def _loss(reason: str, said: Sequence[str]) -> Loss:
    return Loss(reason, len(said), said[0] if said else "")


def _body(pages: Sequence[Sequence[TextLine]]) -> float:
    """The size of most of a document's words, in points; 1 where it has none."""
    sizes: Counter[float] = Counter()
    for lines in pages:
        for line in lines:
            sizes[line.size] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 1.0


def _pages(path: Path, document: Any) -> tuple[list[list[TextLine]], list[Drawn]]:
    """The lines of every page, and what is drawn on it."""
    found: list[tuple[list[Piece], float, list[Rule]]] = []
    drawings: list[Drawn] = []
    characters = 0
    for number in range(len(document)):
        page = document[number]
        textpage = page.get_textpage()
        characters += textpage.count_chars()
        if characters > MOST_CHARACTERS:
            raise failed(path, "too-large", f"has more than {MOST_CHARACTERS} characters", "a rulebook")
        drawings.append(drawn(page))
        words = with_marks(list(pieces(textpage, drawings[-1].upright)))
        words = with_tables(with_bullets(words, drawings[-1].discs), drawings[-1])
        found.append((words, page.get_width(), drawings[-1].level))
        textpage.close()
        page.close()
    if characters < LEAST_CHARACTERS * len(document):
        message = f"has {characters} characters on {len(document)} pages: it is a scan and needs OCR first"
        raise failed(path, "scanned", message, "a PDF with text, for example by `ocrmypdf in.pdf out.pdf`")
    return all_lines(found), drawings


def _bookmarks(document: Any) -> dict[tuple[int, str], int]:
    """The bookmarks: the level of a title on a page, from 1."""
    found: dict[tuple[int, str], int] = {}
    for item in document.get_toc(max_depth=6):
        destination = item.get_dest()
        page = destination.get_index() if destination else None
        if page is not None:
            found.setdefault((page + 1, folded(item.get_title())), item.level + 1)
    return found
