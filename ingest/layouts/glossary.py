"""A glossary: each heading is a term, what stands below it its definition: layout `glossary`, over blocks.

    ## Ability
    An ability is what a card says it can do.

The first paragraph of a term is its definition, and the term goes into the game's glossary. Paths are those of
`headed`.
"""

from __future__ import annotations

from ingest.draft import Draft
from ingest.layouts.headed import read_headed
from kb.records import Kind


def read(draft: Draft) -> None:
    """Read the whole document into the draft; see `ingest.layouts`."""
    read_headed(draft, Kind.DEFINITION)
