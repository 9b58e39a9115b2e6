"""Answers, checks and cards as JSON, the same for the command line, HTTP and assistants; see DESIGN's contract."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from kb.records import Card, Citation, Clause, Document, Hit, Ruling, Verdict
from kb.records.checks import Check, Slot
from kb.records.reading import ReadBy
from kb.records.results import CheckResult
from kb.records.types import FactType, Schema
from kb.records.versions import Stale
from kb.rules.prove.render import ask_json, proof_json
from service.show.quoting.citing import edition_shown
from service.show.serializing.changes import all_stale

if TYPE_CHECKING:
    from kb.answering.answer import Answer
    from kb.answering.past import Past
    from kb.knowledge import KnowledgeBase

Json = dict[str, Any]
UNSAID: Json = {"verdict": None, "summary": "", "proof": None}
"""What is sent of a check in place of a verdict that is not asserted."""


def clause_url(identifier: str, as_of: date | None = None) -> str:
    """The page of a clause: `vs-system/heralds-faq#5.p2` -> `/clauses/vs-system/heralds-faq/5.p2`; as it stood on a day
    where one is given, `…?as_of=2006-08-29`."""
    return on_day("/clauses/" + quote(identifier.replace("#", "/", 1), safe="/"), as_of)


def game_url(game: str) -> str:
    """The page of a game."""
    return f"/games/{quote(game, safe='')}"


def document_url(identifier: str, as_of: date | None = None) -> str:
    """The page of a document, as it stood on a day where one is given."""
    return on_day("/documents/" + quote(identifier, safe="/"), as_of)


def on_day(page: str, as_of: date | None) -> str:
    """A page as it stood on a day; as it stands now where none is given."""
    return f"{page}?as_of={as_of.isoformat()}" if as_of else page


def card_url(identifier: str) -> str:
    """The page of a card: `game/document#slug` -> `/cards/game/slug`."""
    document, _, slug = identifier.partition("#")
    return f"/cards/{quote(document.partition('/')[0])}/{quote(slug)}"


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


def citation_json(citation: Citation, as_of: date | None = None) -> Json:
    """One citation: the clause's stored words, never others; its page is that of the day that was asked about."""
    clause = citation.clause
    return {
        "clause": clause.id,
        "heading": " > ".join(clause.headings),
        "quote": clause.text,
        "document": document_json(citation.document),
        "source": source_json(clause, citation.document),
        "url": clause_url(clause.id, as_of),
        "role": citation.role,
        "score": citation.score,
        "stale": all_stale(citation.stale),
    }


def answer_json(answer: Answer, as_of: date | None = None) -> Json:
    """The whole answer in DESIGN's shape, `as_of` the day that was asked about; of a post that asks several things the
    answer to each in `parts`."""
    found = _one_json(answer, as_of)
    if answer.parts:
        found |= {"parts": [_one_json(each, as_of) for each in answer.parts], "not_answered": list(answer.left)}
    return found


def _one_json(answer: Answer, as_of: date | None) -> Json:
    """The answer to one question."""
    return {
        "question": answer.question,
        "outcome": str(answer.outcome),
        "game": answer.game or None,
        "games_considered": [
            {"game": guess.game, "probability": round(guess.probability, 3)} for guess in answer.games_considered
        ],
        "summary": answer.summary,
        "verdict": verdict_json(answer.verdict) if answer.verdict else None,
        "citations": [citation_json(citation, as_of or answer.day) for citation in answer.citations],
        "check": _ruled_json(answer),
        "read_as": reading_json(answer),
        "reader": reader_json(answer.read_by),
        "kb": {
            "version": answer.version,
            "edition": edition_shown((each.document for each in answer.citations), answer.edition),
            "search": "meaning" if answer.by_meaning else "words",
        },
        "took_ms": answer.took_ms,
        "asked": answer.asked,
        "not_understood": list(answer.unread),
        "cards": [named_card_json(each) for each in answer.cards],
    }


def reader_json(by: ReadBy) -> Json:
    """Which reader an answer rests on; `failure` and `note` say why a language model that was asked was not heard."""
    return {
        "kind": by.kind,
        "model": by.model or None,
        "failure": str(by.failure) if by.failure is not None else None,
        "note": by.note or None,
    }


def named_card_json(card: Card) -> Json:
    """A card that a question names, with its page."""
    return {"card": card.id, "title": card.title, "game": card.game, "url": card_url(card.id)}


def check_url(identifier: str) -> str:
    """The page of a check: `vs-system/press` -> `/checks/vs-system/press`."""
    return "/checks/" + quote(identifier, safe="/")


def check_json(result: CheckResult, stale: Sequence[Stale] = ()) -> Json:
    """A check that was run, with the verdict beside DESIGN's fields of `check`, and what is stale of its clauses."""
    verdict = result.verdict
    return {
        "id": result.check,
        "title": result.title,
        "status": str(result.status),
        "verdict": verdict_json(verdict) if verdict else None,
        "summary": result.summary,
        "facts": result.facts,
        "read_as": list(result.read_as),
        "assumed": [asdict(each) for each in result.assumed],
        "ask": [ask_json(each) for each in result.ask],
        "proof": proof_json(result.proof) if result.proof else None,
        "citations": list(result.citations),
        "stale": all_stale(stale),
        "url": check_url(result.check),
    }


def verdict_json(verdict: Verdict) -> Json:
    """A verdict; several options as a list."""
    value = verdict.value
    return {"kind": verdict.kind, "value": list(value) if isinstance(value, tuple) else value}


def check_list_json(check: Check, schema: Schema) -> Json:
    """A check with the facts that it takes."""
    return {
        "id": check.full_id,
        "title": check.title,
        "kind": check.kind,
        "clauses": list(check.clauses),
        "wordings": list(check.wordings),
        "facts": [slot_json(slot, schema.facts.get(slot.fact)) for slot in check.slots],
        "url": check_url(check.full_id),
    }


def slot_json(slot: Slot, fact: FactType | None) -> Json:
    """What a slot takes: its type, bounds or choices, its default and whether it must be known."""
    listed = bool(slot.each) or (fact is not None and (fact.many or None in slot.args))
    value = fact.value if fact else None
    kind = (
        "list" if listed else "bool" if value is None else {"int": "number", "enum": "choice"}.get(value.kind, "text")
    )
    if fact is not None and fact.among:
        kind = "words"
    default = slot.default if slot.default is not None else (fact.default if fact and not slot.must else None)
    found: Json = {"name": slot.name, "type": kind, "question": slot.question or (fact.question if fact else "")}
    if value is not None and value.kind == "int":
        found |= {"minimum": value.low, "maximum": value.high}
    if value is not None and value.kind == "enum":
        found["choices"] = dict(value.words)
    if slot.each:
        found |= {"each": slot.each, "properties": list(slot.properties)}
    return {**found, "default": list(default) if isinstance(default, tuple) else default, "required": default is None}


def _ruled_json(answer: Answer) -> Json | None:
    """The check that was run for a question: each fact with the words of the question that state it. What it says is
    sent only where it is asserted."""
    if answer.ruling is None:
        return None
    found = check_json(answer.ruling.result, answer.stale)
    found |= {"opposite": answer.ruling.opposite, "claimed": answer.ruling.claimed}
    found["side"] = answer.ruling.side or None
    filled = answer.ruling.choice.filled
    said = {each.slot: {"text": each.text, "start": each.start, "end": each.end} for each in filled.readings}
    said |= {each.slot: {"text": each.text, "start": each.start, "end": each.end} for each in filled.lists}
    found["read_as"] = [{**each, **said[name]} for each in found["read_as"] if (name := str(each["fact"])) in said]
    found["composed"] = answer.ruling.composed.words if answer.ruling.composed is not None else None
    asserted = answer.ruling.asserted
    return {**found, **({} if asserted else UNSAID), "asserted": asserted}


def reading_json(answer: Answer) -> Json:
    """What was taken from the question: its terms, mended words, sections, and words nothing near holds."""
    reading = answer.reading
    return {
        "searched_for": reading.text,
        "terms": [
            {"text": match.text, "term": match.term.name, "game": match.term.game, "how": match.how}
            for match in reading.mentions
        ],
        "corrections": [asdict(correction) for correction in reading.corrections],
        "sections": list(reading.sections),
        "not_found": list(answer.support.missing),
        "confidence": round(answer.support.probability, 3),
    }


def hit_json(hit: Hit, base: KnowledgeBase, past: Past | None = None) -> Json:
    """One hit of a search, with the features that ranked it; its document is that of now, or of the `past`."""
    document = past.document_of(hit.clause) if past else base.document(hit.clause.document)
    cited = Citation(hit.clause, document, "nearest", round(hit.score, 4))
    citation = citation_json(cited, past.day if past else None)
    return {**citation, "rank": hit.rank, "features": {name: round(value, 4) for name, value in hit.features}}


def ruling_json(ruling: Ruling, base: KnowledgeBase) -> Json:
    """A ruling with the clauses that it interprets and that have changed since."""
    return {**asdict(ruling), "stale": all_stale(base.in_time.stale_pins(ruling))}


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
            ruling_json(ruling, base)
            | {"quote": base.store.clause(ruling.clause).text, "url": clause_url(ruling.clause)}
            for ruling in base.store.rulings(card.id)
        ],
        "document": document_json(base.document(card.document)),
    }
