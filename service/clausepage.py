"""What is known of a clause beside its words: who names it, what it decides, which scenarios show it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kb.errors import SourceError
from kb.knowledge import KnowledgeBase
from kb.records import Card, Clause, CrossReference, Term
from kb.rules.cases import Case, full_clause, load_cases
from kb.rules.literate import read_sections
from kb.rules.sections import SUFFIX, resolve


@dataclass(frozen=True, slots=True)
class RuleText:
    """A clause's rules as they are written: the quote above them, what they say in sentences, their code."""

    quote: str
    sentences: tuple[str, ...]
    code: str


@dataclass(frozen=True, slots=True)
class Pointer:
    """A cross-reference with the clause that it leads to, where it leads to one."""

    reference: CrossReference
    clause: Clause | None


def about(base: KnowledgeBase, clause: Clause) -> dict[str, Any]:
    """Everything that a clause's page shows beside the clause."""
    store, game = base.store, clause.game
    modelled = game in base.checks.games
    documents = tuple(each.id for each in base.documents.values() if each.game == game)
    return {
        "around": base.around(clause, 2),
        "references": [Pointer(each, _target(base, each.target)) for each in store.references(clause.id)],
        "referred_by": [store.clause(each.clause) for each in store.references() if _leads(base, each, clause)],
        "rulings": [(each, store.clause(each.clause)) for each in store.rulings(clause.id) if each.clause != clause.id],
        "tables": store.tables(clause.id),
        "explained_by": [each for each in store.clauses(game) if each.explains == clause.id],
        "cards": cards_of(base, clause),
        "terms": terms_of(base, clause),
        "checks": [
            each
            for each in (base.checks.checks(game) if modelled else ())
            if clause.id in {full_clause(path, game, documents) for path in each.clauses}
        ],
        "entry": next((each for each in base.checks.model(game).entries if each.clause == clause.id), None)
        if modelled
        else None,
        "rules": tuple(rules_of(base, clause)) if modelled else (),
        "cases": cases_of(base, clause, documents),
    }


def _target(base: KnowledgeBase, target: str) -> Clause | None:
    """The clause of a reference's target, the first of a section where it names one."""
    if not target:
        return None
    found = base.store.find_clause(target)
    document, _, section = target.partition("#")
    return found or next(
        (each for each in base.store.clauses(document.partition("/")[0])
         if each.document == document and (each.section == section or each.path.startswith(f"{section}/"))),
        None,
    )  # fmt: skip


def _leads(base: KnowledgeBase, reference: CrossReference, clause: Clause) -> bool:
    return reference.clause != clause.id and reference.target in (clause.id, f"{clause.document}#{clause.section}")


def cards_of(base: KnowledgeBase, clause: Clause) -> tuple[Card, ...]:
    """The cards that a clause belongs to or names."""
    named = {term.name for term in terms_of(base, clause)}
    return tuple(
        card
        for card in base.store.cards(clause.game)
        if clause.id in card.clauses or card.title == clause.subject or card.title in named
    )


def terms_of(base: KnowledgeBase, clause: Clause) -> tuple[Term, ...]:
    """The game's words that a clause uses, those that another clause explains."""
    named = {each.term for each in base.store.mentions(clause.id)}
    return tuple(
        term for term in base.store.terms(clause.game) if term.id in named and term.clause not in ("", clause.id)
    )


def rules_of(base: KnowledgeBase, clause: Clause) -> Iterator[RuleText]:
    """The rules that a clause's section holds, as written."""
    for path in sorted((base.snapshot.rules / clause.game).glob(f"*{SUFFIX}")):
        document = f"{clause.game}/{path.name.removesuffix(SUFFIX)}"
        for section in read_sections(path.name, path.read_text("utf-8"))[0]:
            if clause.id not in {resolve(each, document) for each in section.ids}:
                continue
            for block in section.blocks:
                noted = [note.text.split("|") for note in block.notes if "|" in note.text]
                sentences = tuple(parts[1].strip() for parts in noted)
                code = "\n".join(line for line in block.text.splitlines() if not line.lstrip().startswith("%@"))
                yield RuleText(block.quote, sentences, code.strip())


def cases_of(base: KnowledgeBase, clause: Clause, documents: tuple[str, ...]) -> tuple[Case, ...]:
    """The scenarios that a clause tells or that cite it; none where the snapshot's cannot be read."""
    folder: Path = base.snapshot.rules / clause.game
    try:
        found = load_cases(folder, documents)
    except SourceError:
        return ()
    return tuple(each for each in found if clause.id == each.source or clause.id in each.cites)
