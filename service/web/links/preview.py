"""What a link to a page of ours says of it where it is pasted: verdict, sentence, clause."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from urllib.parse import quote

from kb.errors import HeadjudgeError
from kb.knowledge import KnowledgeBase
from kb.records import Card, Citation, Clause, Document
from kb.records.checks import Check
from service.show.pageasked import PageAsked, asked_at
from service.show.pagefacts import answered, run_stated
from service.show.quoting.sentences import shortened
from service.show.serializing.on_day import DocumentOnDay, clause_on
from service.show.serializing.present import check_url, clause_url, document_url
from service.show.view import Spoken, spoken_answer, spoken_result

ABOUT = "Rules questions about tabletop and card games, answered with the exact clauses."
DESCRIPTION = 340


@dataclass(frozen=True, slots=True)
class Preview:
    """A page in short. `page` is its path with its query, `label` its verdict or kind, `citation` its first clause."""

    page: str
    title: str
    label: str = ""
    sentence: str = ABOUT
    outcome: str = ""
    citation: Citation | None = None
    source: str = ""
    source_page: str = "/"
    edition: str = ""

    @property
    def description(self) -> str:
        """Verdict and sentence, then the clause where it fits, cut at the end of a sentence."""
        said = f"{self.label}: {self.sentence}" if self.label else self.sentence
        if self.citation and self.outcome:
            said = f"{said} “{self.citation.clause.plain}”"
        return shortened(said, DESCRIPTION) or said[: DESCRIPTION - 1] + "…"


def spoken_preview(spoken: Spoken, title: str, page: str) -> Preview:
    """An answer's or a check's."""
    first = spoken.citations[0] if spoken.citations and spoken.settled else None
    found = Preview(page, title, spoken.label, spoken.sentence, spoken.outcome, first)
    return _sourced(found, first.document) if first else found


def clause_preview(clause: Clause, document: Document, day: date | None = None) -> Preview:
    """A clause's, as it read on a day where one is given."""
    heading = clause.headings[-1] if clause.headings else clause.path
    citation = Citation(clause, document, "support", 1.0)
    found = Preview(clause_url(clause.id, day), f"{heading} ({clause.path})", "", clause.plain, "", citation)
    return _sourced(found, document, day)


def card_preview(card: Card, document: Document) -> Preview:
    """A card's."""
    slug = card.id.partition("#")[2]
    found = Preview(f"/cards/{card.game}/{quote(slug)}", card.title, card.type, " ".join(card.current.split()))
    return _sourced(found, document)


def document_preview(document: Document, day: date | None = None) -> Preview:
    """A document's, as it read on a day where one is given."""
    dated = document.effective or document.published
    said = ", ".join(each for each in (document.authority, dated, f"{document.edition} edition") if each)
    page, edition = document_url(document.id, day), document.edition
    return Preview(page, document.title, "", f"{said}. {ABOUT}", source=document.title, edition=edition)


def _sourced(preview: Preview, document: Document, day: date | None = None) -> Preview:
    return replace(preview, source=document.title, source_page=document_url(document.id, day), edition=document.edition)


def preview_at(base: KnowledgeBase, address: str) -> Preview | None:
    """The preview of a page by its path and query; None where there is no such page."""
    try:
        return _preview(base, asked_at(address), address)
    except HeadjudgeError:
        return None


def _preview(base: KnowledgeBase, asked: PageAsked, address: str) -> Preview | None:
    _, kind, *rest = [*asked.path.split("/"), ""]
    if asked.path == "/":
        return _answered(base, asked, address) if asked.question else Preview("/", "Headjudge")
    if asked.check:
        return check_preview(base, base.checks.check(asked.check), asked.stated)
    if kind == "clauses":
        return _clause_at(base, asked.path.removeprefix("/clauses/"), asked.day)
    if kind == "cards" and len(rest) == 3:
        card = next((each for each in base.store.cards(rest[0]) if each.id.partition("#")[2] == rest[1]), None)
        return card_preview(card, base.document(card.document)) if card else None
    if kind == "documents" and len(rest) == 3:
        document = base.documents.get("/".join(rest[:2]))
        if document is not None and asked.day is not None:
            document = DocumentOnDay(base, document.id, asked.day).document
        return document_preview(document, asked.day) if document else None
    known = kind in ("games", "checks", "coverage")
    return Preview(quote(asked.path), f"{kind.capitalize()} · Headjudge") if known else None


def _clause_at(base: KnowledgeBase, identifier: str, day: date | None) -> Preview | None:
    if day is not None:
        cited = clause_on(base, identifier, day).citation
        return clause_preview(cited.clause, cited.document, day)
    clause = base.clause_at(identifier)
    return clause_preview(clause, base.document(clause.document)) if clause else None


def check_preview(base: KnowledgeBase, check: Check, query: Mapping[str, str]) -> Preview:
    """A check's with the facts that its address states; FactsError for those that do not fit."""
    spoken = spoken_result(base, run_stated(base, check, query))
    return spoken_preview(spoken, check.title, spoken.link if spoken.link else check_url(check.full_id))


def _answered(base: KnowledgeBase, asked: PageAsked, address: str) -> Preview:
    return spoken_preview(spoken_answer(base, answered(base, asked), asked.day), asked.question, address)
