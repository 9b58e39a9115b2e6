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
from ingest.formats.looks import looks_like
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
    "qa": "ingest.layouts.qa",
}


OVER_BLOCKS = frozenset(("numbered-rules", "headed", "glossary", "qa"))
"""Layouts that read marked text, which is a part of Markdown."""


def layout(name: str) -> Layout:
    """The layout registered under `name`; SourceError names the known ones otherwise."""
    if name not in LAYOUTS:
        expected = "one of " + ", ".join(sorted(LAYOUTS))
        raise SourceError([Problem("unknown-layout", f"layout {name!r} is not known", Place("game.toml"), expected)])
    found: Layout = import_module(LAYOUTS[name]).read
    return found


def _meant_otherwise(source: Source, layout: str) -> Problem | None:
    """The problem of a text that is YAML, JSON, HTML or, for a layout that reads lines, Markdown; else None."""
    found = looks_like(source.text)
    if not found or layout not in LAYOUTS or (found == "markdown" and layout in OVER_BLOCKS):
        return None
    named = {"json": "JSON", "yaml": "YAML", "html": "HTML", "markdown": "Markdown"}[found]
    expected = f"a text for the layout {layout}; `headjudge add` reads {named}"
    return Problem("looks-like", f"this looks like {named}", source.place(0), expected)


def parse(source: Source, document: Document, options: Mapping[str, Any]) -> tuple[Parsed, list[Problem]]:
    """Read one source with its document's layout; problems are returned, never raised."""
    if problem := _meant_otherwise(source, document.layout):
        return Draft(source, document, options).finish()[0], [problem]
    draft = Draft(source, document, options)
    layout(document.layout)(draft)
    return draft.finish()
