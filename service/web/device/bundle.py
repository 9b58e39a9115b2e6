"""A game as one JSON object, for pages that are read without signal: clauses, cards, rulings, checks by name, as they
are in force on the day on which they are fetched."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from kb.knowledge import KnowledgeBase
from kb.records import Card, Cell, Document, Range, Ruling, Term
from kb.words.text import content_words, stem
from service.languages.scripts.device import offline_words
from service.show.quoting.citing import edition_shown
from service.web.device.inforce import InForce
from service.web.device.packing import held
from service.web.pages.examples import examples

Json = dict[str, Any]


def manifest(base: KnowledgeBase) -> Json:
    """What a device keeps for use without signal: the version and as what it is `held`, each game with its number of
    clauses, and the words of the interface in each language."""
    sizes = {each.id: len(InForce(base, each.id).clauses) for each in base.games}
    games = [{"id": each.id, "title": each.title, "clauses": sizes[each.id]} for each in base.games]
    return {
        "version": base.version,
        "held": held(base),
        "edition": edition_shown(base.documents.values(), base.edition),
        "games": games,
        "examples": [{"game": game, "question": text} for game, text in examples(base)],
        "words": offline_words(),
    }


def game_bundle(base: KnowledgeBase, game: str) -> Json:
    """Everything of a game that its pages show, but for what the engine computes; UsageError for another game."""
    base.require_game(game)
    store, name = base.store, next(each for each in base.games if each.id == game)
    here = InForce(base, game)
    rulings = [ruling for ruling in store.rulings() if ruling.game == game and here.today(ruling.clause)]
    return {
        "version": base.version,
        "held": held(base),
        "edition": edition_shown(base.documents.values(), base.edition),
        "game": {"id": game, "title": name.title, "spellings": list(name.spellings)},
        "documents": [_document(each) for each in here.documents],
        "clauses": _clauses(here, rulings),
        "cards": [_card(each, here, rulings) for each in store.cards(game) if here.holds(each)],
        "checks": _checks(here, game),
        "terms": [_term(each, here) for each in store.terms(game)],
    }


def cell_text(cell: Cell) -> str:
    """A table's cell for reading: a range as `low – high`, its open end as `…`."""
    if isinstance(cell, Range):
        return " – ".join("…" if end is None else str(end) for end in (cell.low, cell.high))
    return "–" if cell is None else str(cell)


def _document(document: Document) -> Json:
    return {
        "id": document.id,
        "title": document.title,
        "authority": document.authority,
        "published": document.published,
        "effective": document.effective,
        "edition": document.edition,
        "file": document.file,
    }


def _clauses(here: InForce, rulings: list[Ruling]) -> list[Json]:
    """The clauses in the order of their documents; fields that say nothing are left out. What was read from a clause's
    words, references and tables, is stored of those alone that read the same in the latest version."""
    store = here.base.store
    about: dict[str, list[Json]] = defaultdict(list)
    for ruling in rulings:
        subjects = [here.today(ruling.subject), *(here.today(pin.clause, pin.digest) for pin in ruling.interprets)]
        for clause in dict.fromkeys(subjects):
            if clause != here.today(ruling.clause):
                about[clause].append(_ruling(ruling, here))
    references, tables = defaultdict(list), defaultdict(list)
    for reference in store.references():
        references[reference.clause].append([reference.text, here.today(reference.target), reference.external])
    for table in store.tables():
        rows = [[cell_text(cell) for cell in row] for row in table.rows]
        tables[table.clause].append({"title": table.title, "columns": list(table.columns), "rows": rows})
    return [
        _filled({
            "id": clause.id, "kind": str(clause.kind), "headings": list(clause.headings), "section": clause.section,
            "text": clause.plain, "flags": list(clause.flags), "place": [clause.start, clause.end],
            "subject": clause.subject, "rulings": about[clause.id],
            "explains": here.today(clause.explains) if here.same(clause) else clause.explains,
            "references": references[here.stored(clause)] if here.same(clause) else [],
            "tables": tables[here.stored(clause)] if here.same(clause) else [],
            "asked": " ".join(asked_words(store.heard_for(here.stored(clause)))),
        })
        for clause in here.clauses
    ]  # fmt: skip


def asked_words(heard: str) -> list[str]:
    """The words by which players ask for a clause that carry meaning, one of each stem."""
    return list({stem(word): word for word in content_words(heard)}.values())


def _card(card: Card, here: InForce, rulings: list[Ruling]) -> Json:
    figures = [card.type] if card.cost is None else [f"{card.type}, cost {card.cost}"]
    if card.attack is not None:
        figures.append(f"{card.attack} ATK / {card.defense} DEF")
    if card.affiliations:
        figures.append(" / ".join(card.affiliations))
    powers = [
        {
            "kind": power.kind,
            "keyword": power.keyword,
            "costs": [cost.text for cost in power.costs],
            "limits": [f"{limit.kind}: {limit.value}" for limit in power.restrictions],
            "effect": power.effect,
        }
        for power in card.powers
    ]
    return _filled({
        "id": card.id, "title": card.title, "document": card.document, "figures": ", ".join(figures),
        "current": card.current, "printed": card.printed, "flags": list(card.flags), "powers": powers,
        "rulings": [_ruling(each, here) for each in rulings if each.subject in (card.id, card.title)],
    })  # fmt: skip


def _ruling(ruling: Ruling, here: InForce) -> Json:
    return {
        "clause": here.today(ruling.clause),
        "kind": ruling.kind,
        "effective": ruling.effective,
        "authority": ruling.authority,
    }


def _checks(here: InForce, game: str) -> list[Json]:
    """The checks by name, with the clauses that they rest on, and the words by which players ask for each."""
    known = here.base.checks
    if game not in known.games:
        return []
    model = known.model(game)
    return [
        {
            "id": each.full_id,
            "title": each.title,
            "clauses": [clause for named in model.clauses_of(each) if (clause := here.ruled(named))],
            "asked": " ".join(asked_words(" ".join(each.wordings))),
        }
        for each in known.checks(game)
    ]


def _term(term: Term, here: InForce) -> Json:
    clause = here.today(term.clause)
    return _filled({"name": term.name, "kind": term.kind, "forms": list(term.forms), "clause": clause})


def _filled(fields: Json) -> Json:
    """Without the fields that are empty."""
    return {name: value for name, value in fields.items() if value not in ("", [], ())}
