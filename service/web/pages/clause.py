"""What is known of a clause beside its words: who names it, what it decides, which scenarios show it."""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from kb.errors import SourceError
from kb.gamefolder import file_name, rule_texts
from kb.knowledge import KnowledgeBase
from kb.records import Card, Clause, CrossReference, Term
from kb.rules.model.rulemodel import full_clause
from service.server.bytecache import watch
from service.web.pages.history import history

if TYPE_CHECKING:
    from kb.rules.model.cases import Case
    from kb.rules.model.ruletexts.literate import Block


HOLE = re.compile(r"\{\w+\}")
"""What a rule's sentence leaves open for its variables."""


@dataclass(frozen=True, slots=True)
class RuleText:
    """A clause's rules as they are written: the quote above them, what they say in sentences, their code."""

    quote: str
    sentences: tuple[str, ...]
    code: str


@dataclass(frozen=True, slots=True)
class Written:
    """What stands beside a game's clauses in its rule model, by clause: rules, and scenarios that cite it."""

    rules: defaultdict[str, list[RuleText]] = field(default_factory=lambda: defaultdict(list))
    cases: defaultdict[str, list[Case]] = field(default_factory=lambda: defaultdict(list))


_kept: WeakKeyDictionary[KnowledgeBase, dict[str, Written]] = WeakKeyDictionary()
_reading = threading.Lock()


def _bytes() -> int:
    """What is kept, about: the rules' text."""
    games = [each for kept in tuple(_kept.values()) for each in tuple(kept.values())]
    return sum(len(rule.code) + len(rule.quote) for each in games for rules in each.rules.values() for rule in rules)


watch("rule texts", _bytes)


@dataclass(frozen=True, slots=True)
class Pointer:
    """A cross-reference with the clause that it leads to, where it leads to one."""

    reference: CrossReference
    clause: Clause | None


def about(base: KnowledgeBase, clause: Clause) -> dict[str, Any]:
    """Everything that a clause's page shows beside the clause."""
    store, game = base.store, clause.game
    modelled, around = game in base.checks.games, base.around(clause, 2)
    return {
        "before": [each for each in around if each.ordinal < clause.ordinal],
        "after": [each for each in around if each.ordinal > clause.ordinal],
        "references": [Pointer(each, _target(base, each.target)) for each in store.references(clause.id)],
        "referred_by": [store.clause(each.clause) for each in store.references() if _leads(each, clause)],
        "rulings": [(each, store.clause(each.clause)) for each in store.rulings(clause.id) if each.clause != clause.id],
        "tables": store.tables(clause.id),
        "explained_by": [each for each in store.clauses(game) if each.explains == clause.id],
        "cards": cards_of(base, clause),
        "terms": [(each, base.store.clause(each.clause).plain) for each in terms_of(base, clause)],
        "checks": [
            each
            for each in (base.checks.checks(game) if modelled else ())
            if clause.id in base.checks.model(game).clauses_of(each)
        ],
        "entry": next((each for each in base.checks.model(game).entries if each.clause == clause.id), None)
        if modelled
        else None,
        "history": history(base, clause),
        "stale_rules": base.in_time.stale_among([clause.id]),
        "rules": written(base, game).rules.get(clause.id, []),
        "cases": written(base, game).cases.get(clause.id, []),
    }


def _target(base: KnowledgeBase, target: str) -> Clause | None:
    """The clause of a reference's target, the first of a section where it names one."""
    if not target:
        return None
    return base.store.find_clause(target) or base.section_start(target)


def _leads(reference: CrossReference, clause: Clause) -> bool:
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


def written(base: KnowledgeBase, game: str) -> Written:
    """The rules and scenarios of a game by clause, read once for a knowledge base; none where it has no rule model."""
    with _reading:
        kept = _kept.setdefault(base, {})
        if game not in kept:
            kept[game] = _read(base.snapshot.rules / game, game, base) if game in base.checks.games else Written()
        return kept[game]


def _read(folder: Path, game: str, base: KnowledgeBase) -> Written:
    from kb.rules.model.cases import load_cases
    from kb.rules.model.ruletexts.literate import read_sections

    found = Written()
    documents = documents_of(base, game)
    for path in rule_texts(folder):
        for section in read_sections(file_name(folder, path), path.read_text("utf-8"))[0]:
            rules = [_rule(block) for block in section.blocks]
            for reference in section.ids:
                found.rules[full_clause(reference, game, documents)] += rules
    try:
        cases = load_cases(folder, documents)
    except SourceError:
        cases = ()
    asked = base.checks.model(game).checks
    for case in (each for each in cases if each.check in asked):
        for clause in dict.fromkeys([case.source, *case.cites]):
            found.cases[clause].append(case)
    return found


def _rule(block: Block) -> RuleText:
    noted = [note.text.split("|") for note in block.notes if "|" in note.text]
    code = "\n".join(line for line in block.text.splitlines() if not line.lstrip().startswith("%@"))
    return RuleText(block.quote, tuple(HOLE.sub("…", parts[1].strip()) for parts in noted), code.strip())


def documents_of(base: KnowledgeBase, game: str) -> tuple[str, ...]:
    """The ids of a game's documents."""
    return tuple(each.id for each in base.documents.values() if each.game == game)
