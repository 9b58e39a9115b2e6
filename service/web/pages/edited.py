"""Whose words a page shows, for its foot: those of the documents that it shows, and of no other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kb.knowledge import KnowledgeBase
from kb.records import Citation, Document
from service.show.view import Spoken


def edited(
    base: KnowledgeBase,
    citation: Citation | None = None,
    document: Document | None = None,
    spoken: Spoken | None = None,
    game: str = "",
) -> list[Document]:
    """One document of each edition that a page shows: of its clause or document, of what its answer cites, of its game;
    of all there is where it shows none of them."""
    own = [citation.document] if citation else [document] if document else list(_cited(spoken)) if spoken else []
    return one_of_each(own or [each for each in base.documents.values() if game in ("", each.game)])


def one_of_each(documents: Iterable[Document]) -> list[Document]:
    """The first document of each edition."""
    return list({each.edition: each for each in reversed(list(documents))}.values())[::-1]


def _cited(spoken: Spoken) -> Iterator[Document]:
    for said in spoken.parts or (spoken,):
        yield from (each.document for each in said.citations)
