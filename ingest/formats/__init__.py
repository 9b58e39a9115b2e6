"""One file per format, one registry line per file: a document's file becomes blocks (`block.Block`).

A format is a function `convert(path)` that raises SourceError for what it cannot read. `convert` here recognises the
format by what the file holds, and by its name where that says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from ingest.formats.block import Converted
from ingest.formats.limits import failed, read_bytes
from ingest.formats.looks import looks_like
from ingest.formats.structure import structured

FORMATS: Mapping[str, str] = {
    "pdf": "ingest.formats.pdf.document",
    "docx": "ingest.formats.word",
    "html": "ingest.formats.html",
    "markdown": "ingest.formats.markdown",
    "json": "ingest.formats.tree.entries",
    "yaml": "ingest.formats.tree.entries",
    "text": "ingest.formats.text",
}
ENDINGS = {
    ".pdf": "pdf",
    ".docx": "docx",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".md": "markdown",
    ".markdown": "markdown",
    ".json": "json",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".txt": "text",
}
UNREAD = {
    b"\xd0\xcf\x11\xe0": "an old or encrypted Office file: save it as DOCX without a password",
    b"\x89PNG": "a picture: it needs OCR first",
    b"\xff\xd8\xff": "a picture: it needs OCR first",
    b"{\\rtf": "RTF: save it as DOCX",
    b"Rar!": "a packed file: unpack it",
    b"\x1f\x8b": "a packed file: unpack it",
}


def recognised(path: Path) -> str:
    """The format of a file; SourceError where none is known for it."""
    content = read_bytes(path)
    head = content[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b"%PDF-") or b"%PDF-" in content[:1024]:
        return "pdf"
    for begin, what in UNREAD.items():
        if head.startswith(begin):
            raise failed(path, "unknown-format", f"is {what}", f"one of {', '.join(FORMATS)}")
    if head.startswith(b"PK"):
        return "docx"
    named = ENDINGS.get(path.suffix.lower(), "")
    if named in ("pdf", "docx"):
        raise failed(
            path, f"bad-{named}", f"is named {path.suffix} and does not begin like one", f"a whole {named} file"
        )
    if named and named != "text":
        return named
    return looks_like(content[:200_000].decode("utf-8", "replace")) or "text"


def convert(path: Path, mapping: Path | None = None) -> Converted:
    """A document's file as blocks, contents and credits left out; `mapping` names the keys of YAML and JSON.

    Raises SourceError where the file cannot be read, is too large, or holds nothing to cite.
    """
    name = recognised(path)
    module = import_module(FORMATS[name])
    found = structured(module.convert(path, mapping) if mapping and name in ("json", "yaml") else module.convert(path))
    if not any(block.text or block.rows for block in found.blocks):
        raise failed(path, "empty-file", "holds no words", "a rulebook")
    return found
