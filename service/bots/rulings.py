"""What bots show, whatever the chat: an answer with its check, the check's facts to fill in, clauses and cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kb.answering.answer import answer
from kb.answering.lookup import looked_up
from kb.errors import UsageError
from kb.knowledge import KnowledgeBase
from kb.records import Card, Citation, Clause, Outcome, plain
from kb.rules.prove.steps import proof_text
from service.server.site import site
from service.show.formats import Form, cited
from service.show.formfacts import as_query
from service.show.naming import game_called
from service.show.neutral import clean, length, neutral
from service.show.pageasked import PageAsked, asked_at
from service.show.pagefacts import run_stated
from service.show.quoting.sentences import shortened
from service.show.view import Spoken, spoken_answer, spoken_result
from service.web.checkforms import Field, form_fields

MOST_FACTS = 20
PROOF_LINES = 8
LONGEST_ID = 200


def about(link: str) -> PageAsked:
    """What a message is about, kept in the address that it links to: a question, or a check with facts; nothing where
    it links elsewhere. DayError for a day that is none."""
    asked = asked_at(link.removeprefix(site()))
    return asked if asked.check or asked.path == "/" else PageAsked()


def asked(base: KnowledgeBase, question: str, game: str | None) -> Spoken:
    """The answer to a question; UsageError for no question or a game that is not known."""
    if not clean(question):
        raise UsageError("ask a question, for example: can a stunned character attack?")
    return spoken_answer(base, answer(base, question, game_called(base, game)))


def checked(base: KnowledgeBase, check: str, stated: Mapping[str, str]) -> Spoken:
    """A check that is run with facts as its page's address states them; FactsError for those that do not fit."""
    return spoken_result(base, run_stated(base, base.checks.check(check), stated))


def facts_of(base: KnowledgeBase, of: PageAsked) -> tuple[str, dict[str, str]]:
    """The check that a message is about, with the facts that it was run with; UsageError where there is none."""
    if of.check:
        return of.check, dict(of.stated)
    found = asked(base, of.question, of.game) if of.question else None
    if found is None or not found.check:
        raise UsageError("what this message is about is no longer known: ask again")
    return found.check, dict(found.facts)


def fields_of(base: KnowledgeBase, check: str, stated: Mapping[str, str]) -> list[Field]:
    """The facts of a check to fill in, those first that the verdict depends on, then those stated."""
    known = base.checks.check(check)
    result = run_stated(base, known, stated)
    filled = as_query(result.facts)
    found = form_fields(known, base.checks.model(known.game).schema, filled, result.ask)
    telling = {each.fact: at for at, each in enumerate(result.ask)}
    found = tuple(sorted(found, key=lambda each: (telling.get(each.name, len(telling)), each.name not in filled)))
    return list(found[:MOST_FACTS])


def why(spoken: Spoken, form: Form, room: int) -> str:
    """The first steps of the proof, indented; those that fit into `room`."""
    if spoken.proof is None:
        return ""
    lines: list[str] = []
    for line in proof_text(spoken.proof).splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        shown = f"{indent}- {neutral(line.strip().removeprefix('- '), form)}"
        if len(lines) == PROOF_LINES or sum(length(each) + 1 for each in [*lines, shown]) > room:
            break
        lines.append(shown)
    return "\n".join(lines)


def clauses_named(base: KnowledgeBase, identifier: str) -> tuple[str, tuple[Clause, ...]]:
    """A clause by its id, or those of a section by its number, `4.1` or `vs system 4.1`, with what they are called;
    UsageError where there is none, or where several games have the section."""
    if found := base.clause_at(clean(identifier)):
        return found.id, (found,)
    section = looked_up(base, base.read(clean(identifier)[:LONGEST_ID]))
    if section is None or section.cards or not section.clauses:
        raise UsageError(f"there is no clause {clean(identifier)[:100]}")
    if section.outcome is Outcome.AMBIGUOUS:
        raise UsageError(f"{section.sentence} Name it: /clause {section.games[0]} {clean(identifier)[:20]}")
    first = section.clauses[0]
    return f"{first.document}#{first.section}", section.clauses


def cards_called(base: KnowledgeBase, name: str, game: str | None) -> tuple[Card, ...]:
    """The cards of an id or a name, the likeliest first; UsageError where there is none."""
    chosen = game_called(base, game)
    by_id = tuple(card for card in base.store.cards() if card.id == name)
    found = by_id or base.cards_named(clean(name), chosen)
    if not found:
        raise UsageError(f"there is no card called {clean(name)[:100]}")
    return found


def clauses_text(base: KnowledgeBase, clauses: Sequence[Clause], form: Form, room: int) -> str:
    """One clause with its rulings, see `clause_text`; the clauses of a section one after the other, as many as fit."""
    if len(clauses) == 1:
        return clause_text(base, clauses[0], form, room)
    lines: list[str] = []
    for at, clause in enumerate(clauses):
        line = cited(Citation(clause, base.document(clause.document), "support", 1.0), form, room)
        more = f"… and {len(clauses) - at} more"
        if lines and sum(length(each) + 1 for each in [*lines, line, more]) > room:
            return "\n".join([*lines, more])
        lines.append(line)
    return "\n".join(lines)


def clause_text(base: KnowledgeBase, clause: Clause, form: Form, room: int) -> str:
    """A clause's words with where they stand, then the rulings about it while there is room."""
    lines = [cited(Citation(clause, base.document(clause.document), "support", 1.0), form, room)]
    for ruling in base.store.rulings(clause.id):
        told = base.store.clause(ruling.clause)
        dated = f" (in force from {ruling.effective})" if ruling.effective else ""
        line = f"Ruling{dated}: {neutral(plain(told.text), form)}"
        if told.id != clause.id and sum(length(each) + 1 for each in [*lines, line]) <= room:
            lines.append(line)
    return "\n".join(lines)


def card_text(base: KnowledgeBase, card: Card, others: tuple[Card, ...], form: Form, room: int) -> str:
    """A card's figures and wording in force, its rulings while there is room, and what else the name may mean."""
    figures = [card.type, f"cost {card.cost}" if card.cost is not None else ""]
    figures += [f"{card.attack} ATK / {card.defense} DEF"] if card.attack is not None else []
    figures += [" / ".join(card.affiliations), ", ".join(card.keywords)]
    lines = [neutral(", ".join(part for part in figures if part), form)]
    lines += [neutral(line, form) for line in card.current.splitlines()]
    also = f"Also called so: {neutral('; '.join(each.title for each in others[:5]), form)}" if others else ""
    for ruling in base.store.rulings(card.id):
        dated = f" (in force from {ruling.effective})" if ruling.effective else ""
        line = f"Ruling{dated}: {neutral(base.store.clause(ruling.clause).plain, form)}"
        if sum(length(each) + 1 for each in [*lines, line, also]) <= room:
            lines.append(line)
    whole = "\n".join([*lines, also] if also else lines)
    return whole if length(whole) <= room else shortened(whole, room)
