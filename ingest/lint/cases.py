"""Run the cases of a game's folder, wherever it is, in one process: `headjudge test`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ingest.games import known_documents
from ingest.versions.stale import as_pinned
from kb.errors import HeadjudgeError
from kb.records.results import Status
from kb.rules.checks import Checks
from kb.rules.model.cases import Case, load_cases, mismatches, outcome_of
from kb.rules.prove.checker.verify import verify
from kb.rules.prove.render import result_json


@dataclass(frozen=True, slots=True)
class Tried:
    """A case with what is wrong about its outcome; nothing where it passed."""

    case: Case
    wrong: tuple[str, ...]

    def __str__(self) -> str:
        told = "\n".join(f"    {each}" for each in self.wrong)
        return f"{self.case.place}: {self.case.id}: {self.case.title}\n{told}"


def try_cases(folder: Path) -> Iterator[Tried]:
    """Every case of a game in order, run as it is reached; SourceError where rules or cases cannot be read."""
    parsed = as_pinned(folder, known_documents(folder))
    clauses = {clause.id: clause for document in parsed for clause in document.clauses}
    cards = [card for document in parsed for card in document.cards]
    checks = Checks({folder.name: folder}, lambda game: clauses, lambda: cards, drafts=True)
    cases = load_cases(folder, [document.document.id for document in parsed])
    bases = {case.id: case for case in cases}
    if cases:
        checks.model(folder.name)  # what is wrong with the rules is told once, not for each case anew
    for case in cases:
        yield Tried(case, tuple(_wrong(case, bases.get(case.variant_of), checks)))


def _wrong(case: Case, base: Case | None, checks: Checks) -> Iterator[str]:
    """How a case comes out otherwise than it says; a variant must differ from its base, a proof must hold."""
    try:
        result = checks.run_here(f"{case.game}/{case.check}", case.facts)
    except HeadjudgeError as error:
        yield str(error)
        return
    yield from mismatches(case, result)
    if base is not None and outcome_of(base.expect) == outcome_of(case.expect):
        yield f"it comes to the same as {base.id}, whose variant it is"
    if result.status is not Status.DEPENDS:
        yield from verify(checks.model(case.game), json.loads(json.dumps(result_json(result))))
