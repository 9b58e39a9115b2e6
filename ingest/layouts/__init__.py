"""One file per document shape, one registry line per file.

A layout is a function that reads `draft.source` with `draft.options` (the document's table
`[documents.options]` in game.toml: heading patterns, lost headings, noise, joins) and adds records
to the draft. It never opens files and never raises for bad text: it calls `draft.problem`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from ingest.draft import Draft
from ingest.source import Source
from kb.errors import Place, Problem, SourceError
from kb.records import Document, Parsed

Layout = Callable[[Draft], None]

LAYOUTS: Mapping[str, str] = {
    "bold-headings": "ingest.layouts.bold_headings",
    "numbered-faq": "ingest.layouts.numbered_faq",
    "bare-headings": "ingest.layouts.bare_headings",
    "ocr-rulebook": "ingest.layouts.ocr_rulebook",
    "effects-glossary": "ingest.layouts.effects_glossary",
    "numbered-rules": "ingest.layouts.numbered_rules",
    "headed": "ingest.layouts.headed",
    "glossary": "ingest.layouts.glossary",
}


def layout(name: str) -> Layout:
    """The layout registered under `name`; SourceError names the known ones otherwise."""
    if name not in LAYOUTS:
        expected = "one of " + ", ".join(sorted(LAYOUTS))
        raise SourceError([Problem("unknown-layout", f"layout {name!r} is not known", Place("game.toml"), expected)])
    found: Layout = import_module(LAYOUTS[name]).read
    return found


def parse(source: Source, document: Document, options: Mapping[str, Any]) -> tuple[Parsed, list[Problem]]:
    """Read one source with its document's layout; problems are returned, never raised."""
    draft = Draft(source, document, options)
    layout(document.layout)(draft)
    return draft.finish()
