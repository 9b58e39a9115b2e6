"""Answers and records as JSON, the same for the command line, HTTP and assistants; see DESIGN's contract."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any
from urllib.parse import quote

from kb.knowledge import KnowledgeBase
from kb.records import Card, Citation, Clause, Document, Hit
from service.answer import Answer

Json = dict[str, Any]


def clause_url(identifier: str) -> str:
    """The page of a clause: `vs-system/heralds-faq#5.p2` -> `/clauses/vs-system/heralds-faq/5.p2`."""
    return "/clauses/" + quote(identifier.replace("#", "/", 1), safe="/")


def document_json(document: Document) -> Json:
    """A document as citations name it."""
    return {
        "id": document.id,
        "title": document.title,
        "edition": document.edition,
        "published": document.published or None,
        "effective": document.effective or None,
        "authority": document.authority or None,
    }


def source_json(clause: Clause, document: Document) -> Json:
    """Where a clause stands in its file, in code points; `parts` only where noise interrupts it."""
    place: Json = {"file": document.file, "start": clause.start, "end": clause.end}
    if clause.parts:
        place["parts"] = [list(part) for part in clause.parts]
    return place


def citation_json(citation: Citation) -> Json:
    """One citation: the clause's stored words, never others."""
    clause = citation.clause
    return {
        "clause": clause.id,
        "heading": " > ".join(clause.headings),
        "quote": clause.text,
        "document": document_json(citation.document),
        "source": source_json(clause, citation.document),
        "url": clause_url(clause.id),
        "role": citation.role,
        "score": citation.score,
    }


def answer_json(answer: Answer) -> Json:
    """The whole answer in DESIGN's shape."""
    return {
        "question": answer.question,
        "outcome": str(answer.outcome),
        "game": answer.game or None,
        "games_considered": [
            {"game": guess.game, "probability": round(guess.probability, 3)} for guess in answer.games_considered
        ],
        "summary": answer.summary,
        "verdict": {"kind": answer.verdict.kind, "value": answer.verdict.value} if answer.verdict else None,
        "citations": [citation_json(citation) for citation in answer.citations],
        "check": None,
        "read_as": reading_json(answer),
        "kb": {"version": answer.version, "edition": answer.edition},
        "took_ms": answer.took_ms,
    }


def reading_json(answer: Answer) -> Json:
    """What was taken from the question: its terms, mended words, sections, and words nothing near holds."""
    reading = answer.reading
    return {
        "searched_for": reading.text,
        "terms": [
            {"text": match.text, "term": match.term.name, "game": match.term.game, "how": match.how}
            for match in reading.matches
        ],
        "corrections": [asdict(correction) for correction in reading.corrections],
        "sections": list(reading.sections),
        "not_found": list(answer.support.missing),
        "confidence": round(answer.support.probability, 3),
    }


def hit_json(hit: Hit, base: KnowledgeBase) -> Json:
    """One hit of a search, with the features that ranked it."""
    citation = citation_json(Citation(hit.clause, base.document(hit.clause.document), "nearest", round(hit.score, 4)))
    return {**citation, "rank": hit.rank, "features": {name: round(value, 4) for name, value in hit.features}}


def clause_json(clause: Clause, base: KnowledgeBase) -> Json:
    """A clause with everything that is known about it."""
    store = base.store
    document = base.document(clause.document)
    return {
        "clause": clause.id,
        "game": clause.game,
        "heading": " > ".join(clause.headings),
        "kind": str(clause.kind),
        "quote": clause.text,
        "flags": list(clause.flags),
        "digest": clause.digest,
        "subject": clause.subject or None,
        "explains": clause.explains or None,
        "document": document_json(document),
        "source": source_json(clause, document),
        "url": clause_url(clause.id),
        "neighbours": [each.id for each in base.around(clause, 2)],
        "references": [asdict(reference) for reference in store.references(clause.id)],
        "rulings": [asdict(ruling) for ruling in store.rulings(clause.id)],
        "norms": [asdict(norm) for norm in store.norms(clause.id)],
        "tables": [asdict(table) for table in store.tables(clause.id)],
    }


def card_json(card: Card, base: KnowledgeBase) -> Json:
    """A card with its figures, powers, wordings and rulings."""
    return {
        "card": card.id,
        "title": card.title,
        "game": card.game,
        "name": card.name,
        "identity": card.identity or None,
        "version": card.version or None,
        "type": card.type,
        "cost": card.cost,
        "affiliations": list(card.affiliations),
        "attack": card.attack,
        "defense": card.defense,
        "keywords": list(card.keywords),
        "powers": [asdict(power) for power in card.powers],
        "current": card.current,
        "printed": card.printed or None,
        "flags": list(card.flags),
        "clauses": list(card.clauses),
        "rulings": [
            {**asdict(ruling), "quote": base.store.clause(ruling.clause).text, "url": clause_url(ruling.clause)}
            for ruling in base.store.rulings(card.id)
        ],
        "document": document_json(base.document(card.document)),
    }
