"""DOCX into blocks: headings by style or outline level, lists, tables, blank paragraphs as gaps.

Running heads and feet, notes and text boxes are left out, and told.
What a file unpacks to is measured before it is opened, and its XML may declare no entities.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ingest.formats.block import Block, Converted, Loss, Shape, shaped
from ingest.formats.limits import MOST_BLOCKS, UNPACKED, failed, read_bytes
from ingest.formats.text import BULLET

if TYPE_CHECKING:
    from docx.table import Table
    from docx.text.paragraph import Paragraph

STYLED = re.compile(r"heading\s*(?P<level>[1-9])?|(?P<title>title)$|\bheading\b", re.IGNORECASE)
LISTED = re.compile(r"list (?:bullet|number|paragraph)\s*(?P<level>[1-9])?", re.IGNORECASE)
ENTITY = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
WORDS = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MOST_PARTS = 5_000
RATIO = 200


def convert(path: Path) -> Converted:
    """The blocks of a DOCX file; SourceError where it is broken, encrypted or would unpack to too much."""
    content = read_bytes(path)
    _refuse(path, content)
    from docx import Document

    try:
        document = Document(BytesIO(content))
        blocks = tuple(_blocks(document.iter_inner_content(), path))
        losses = tuple(_losses(document))
    except (KeyError, ValueError, AttributeError, zipfile.BadZipFile, SyntaxError, RecursionError) as error:
        raise failed(path, "bad-docx", f"cannot be read: {error}", "a document as Word saves it") from error
    return Converted("docx", blocks, document.core_properties.title or "", losses)


def _losses(document: Any) -> Iterator[Loss]:
    """What stands beside the text of a DOCX: running heads and feet, notes, text boxes."""
    for name in ("header", "footer"):
        kinds = (name, f"first_page_{name}", f"even_page_{name}")
        parts = [getattr(section, kind) for section in document.sections for kind in kinds]
        own = (part for part in parts if not part.is_linked_to_previous)
        if found := list(dict.fromkeys(text for part in own for text in _texts(part._element))):
            yield Loss("running heads" if name == "header" else "running feet", len(found), found[0])
    for related in document.part.rels.values():
        if related.reltype.endswith(("/footnotes", "/endnotes")) and not related.is_external:
            from docx.oxml import parse_xml

            if notes := _texts(parse_xml(related.target_part.blob)):
                yield Loss(related.reltype.rpartition("/")[2], len(notes), notes[0])
    boxes = [text for box in document.element.body.iter(f"{WORDS}txbxContent") for text in _texts(box)]
    if boxes := list(dict.fromkeys(boxes)):
        yield Loss("text boxes", len(boxes), boxes[0])


def _texts(element: Any) -> list[str]:
    """The paragraphs of an element that say something; page numbers alone say nothing."""
    found = ("".join(str(text.text or "") for text in each.iter(f"{WORDS}t")) for each in element.iter(f"{WORDS}p"))
    return [text for each in found if any(map(str.isalpha, text := " ".join(each.split())))]


def _refuse(path: Path, content: bytes) -> None:
    """SourceError for what is no DOCX, or one that harms who unpacks it."""
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        raise failed(path, "encrypted", "is encrypted, or of Word's old form", "a DOCX without a password")
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed:
            parts = packed.infolist()
            total = sum(part.file_size for part in parts)
            if len(parts) > MOST_PARTS or total > UNPACKED or total > RATIO * max(len(content), 100_000):
                raise failed(
                    path, "too-large", f"unpacks to {total} bytes in {len(parts)} parts", f"at most {UNPACKED}"
                )
            if any(part.flag_bits & 1 for part in parts):
                raise failed(path, "encrypted", "is encrypted", "a DOCX without a password")
            for part in parts:
                if part.filename.endswith((".xml", ".rels")):
                    with packed.open(part) as stream:
                        if ENTITY.search(stream.read(4096)):
                            raise failed(
                                path, "bad-docx", f"{part.filename} declares entities", "XML without a DOCTYPE"
                            )
            names = {part.filename for part in parts}
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, RuntimeError) as error:
        raise failed(path, "bad-docx", f"cannot be unpacked: {error}", "a whole DOCX file") from error
    if "word/document.xml" not in names:
        raise failed(path, "bad-docx", "holds no word/document.xml", "a DOCX file")


def _blocks(content: Any, path: Path) -> Iterator[Block]:
    gap, count = True, 0
    for part in content:
        block = _table(part, gap) if hasattr(part, "rows") else _paragraph(part, gap)
        gap = block is None
        if block is not None:
            count += 1
            if count > MOST_BLOCKS:
                raise failed(path, "too-large", "has too many paragraphs", f"at most {MOST_BLOCKS}")
            yield block


def _paragraph(paragraph: Paragraph, gap: bool) -> Block | None:
    """The block of a paragraph, None where it says nothing."""
    text = " ".join(paragraph.text.split())
    if not text:
        return None
    style = (paragraph.style.name if paragraph.style else "") or ""
    shape, number, rest = shaped(text)
    styled = STYLED.search(style)
    if styled or _outline(paragraph) is not None:
        level = 1 if styled and styled["title"] else int((styled and styled["level"]) or _outline(paragraph) or 1)
        return Block(Shape.HEADING, text, level, anchor=_bookmark(paragraph), gap=gap)
    listed = LISTED.match(style)
    if bullet := BULLET.match(text):
        return Block(Shape.ITEM, text[bullet.end() :], _depth(paragraph, listed), gap=gap)
    if shape is not Shape.NUMBERED and (listed or _numbering(paragraph) is not None):
        return Block(Shape.ITEM, text, _depth(paragraph, listed), gap=gap)
    return Block(shape, rest, 0, number, gap=gap)


def _numbering(paragraph: Paragraph) -> int | None:
    """The level of a paragraph in a list, None where it is in none."""
    if not paragraph._p.xpath("./w:pPr/w:numPr"):
        return None
    found = paragraph._p.xpath("./w:pPr/w:numPr/w:ilvl/@w:val")
    return int(found[0]) if found and str(found[0]).isdigit() else 0


def _depth(paragraph: Paragraph, listed: re.Match[str] | None) -> int:
    level = _numbering(paragraph)
    return min(level if level is not None else int((listed and listed["level"]) or 1) - 1, 8)


def _outline(paragraph: Paragraph) -> int | None:
    """The level that a paragraph has in the document's outline, from 1; None where it is text."""
    found = paragraph._p.xpath("./w:pPr/w:outlineLvl/@w:val")
    return int(found[0]) + 1 if found and found[0].isdigit() and int(found[0]) < 9 else None


def _bookmark(paragraph: Paragraph) -> str:
    """The publisher's own id of a paragraph: its first bookmark that Word did not make."""
    names = paragraph._p.xpath("./w:bookmarkStart/@w:name")
    return next((str(name) for name in names if not str(name).startswith("_")), "")


def _table(table: Table, gap: bool) -> Block | None:
    rows = tuple(tuple(" ".join(cell.text.split()) for cell in row.cells) for row in table.rows)
    return Block(Shape.TABLE, "", rows=rows, gap=gap) if any(any(row) for row in rows) else None
