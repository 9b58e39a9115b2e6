"""How a clause is named and quoted for people: short, in quotation marks only where the words are the publisher's."""

from __future__ import annotations

from collections.abc import Iterable

from kb.records import Citation, Clause, Document, plain

PAGE = "page-"
RESTATED = "restated"


def heading_of(clause: Clause) -> str:
    """The last heading above a clause, else its path: `5. Attack if able`."""
    return next((each for each in reversed(clause.headings) if each.strip()), clause.path)


def page_of(clause: Clause) -> str:
    """The page of the file that it stands on, where that is known."""
    return next((flag.removeprefix(PAGE) for flag in clause.flags if flag.startswith(PAGE)), "")


def as_quoted(words: str, document: Document) -> str:
    """Words of a document in quotation marks; of the restated edition without, for its publisher did not write them."""
    return words if document.edition == RESTATED else f"“{words}”"


def edition_shown(documents: Iterable[Document], otherwise: str) -> str:
    """Whose words some documents hold, `restated` or `official`; `otherwise`, what the knowledge base was built as,
    where there are both or none: it may hold official documents alone, each added from its own file."""
    found = {each.edition for each in documents}
    return found.pop() if len(found) == 1 else otherwise


def copied(citation: Citation) -> str:
    """A clause with its source as it is copied."""
    clause, document = citation.clause, citation.document
    return f"{as_quoted(plain(clause.text), document)} ({clause.id}, {document.title}, {document.edition} edition)"
