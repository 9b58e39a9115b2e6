"""What lint finds in a game's rule model and its cases."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ingest.building.passages import Wording
from ingest.lint.samples import load_samples, sample_problems
from kb.errors import Place, Problem
from kb.gamefolder import has_rules
from kb.records import Parsed
from kb.rules.cards.lint import card_problems
from kb.rules.cards.texts import card_facts
from kb.rules.model.cases import Case, read_cases
from kb.rules.model.loader import lint_rules
from kb.rules.model.rulemodel import RuleModel, full_clause


def read_rules(
    folder: Path, documents: Sequence[Parsed], edition: str, samples: bool = True
) -> tuple[RuleModel | None, list[Problem]]:
    """A game's rule model with every problem of its rule files and cases; None where the game has no rule model.

    Quotes are compared with the restated edition only: they are taken from it. The labelled questions are looked at
    unless `samples` is False.
    """
    if not has_rules(folder):
        return None, []
    clauses = {clause.id: clause for parsed in documents for clause in parsed.clauses}
    titles = sorted({card.title for parsed in documents for card in parsed.cards})
    cards = [card for parsed in documents for card in parsed.cards]
    model, problems = lint_rules(folder, clauses, card_facts(cards), titles, edition == "restated")
    problems += card_problems(cards, model.schema) if "line" in model.schema.facts else []
    if not model.checks and any(problem.severity == "error" for problem in problems):
        return model, list(problems)
    cases, met = read_cases(folder, tuple(parsed.document.id for parsed in documents))
    found = [*problems, *met, *case_problems(model, cases, set(clauses))]
    return model, [*found, *(sample_problems(folder, model) if samples else ())]


def case_problems(model: RuleModel, cases: Sequence[Case], clauses: set[str]) -> list[Problem]:
    """Cases of checks, and citations of clauses, that are not there."""
    found = []
    for case in cases:
        if case.check not in model.checks:
            found.append(_problem(case.place, f"{case.id}: there is no check {case.check!r}", "a check of this game"))
        for clause in (*case.cites, *([case.source] if case.source else [])):
            if clause not in clauses:
                found.append(_problem(case.place, f"{case.id}: there is no clause {clause}", "a clause's path"))
    return found


def _problem(place: Place, message: str, expected: str) -> Problem:
    return Problem("bad-case", message, place, expected)


def check_wordings(folder: Path, model: RuleModel, document: str) -> tuple[Wording, ...]:
    """The sample wordings of a game's checks and its samples, each leading to the first clause that its check names.

    `document` is the id of the game's first document. Checks without a clause are found by their rules alone.
    """
    checks = [each for each in model.checks.values() if each.clauses]
    first = {each.id: full_clause(each.clauses[0], folder.name, (document,)) for each in checks}
    plain = [(each.id, question, "") for each in checks for question in each.wordings]
    stated = [(sample.check, sample.ask, sample.states) for sample in load_samples(folder)]
    return tuple(
        Wording(first[check], question, f"{folder.name}/{check}", states)
        for check, question, states in (*plain, *stated)
        if check in first
    )
