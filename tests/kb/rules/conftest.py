"""The made-up game Tiny Duel: its clauses and its rule model."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from kb.records import Clause, Kind, digest
from kb.records.scenario import TextFact
from kb.rules.language.syntax import TEXT
from kb.rules.model.loader import load_rules
from kb.rules.model.rulemodel import RuleModel

FIXTURES = Path(__file__).parents[2] / "fixtures" / "rules"
TINY = FIXTURES / "tiny-duel"
EMBER = TextFact(
    ("strikes_stunned", (TEXT, "Ember")), "tiny-duel/cards#ember.text1", "Ember may strike although stunned", "Ember"
)


def read_clauses(folder: Path, game: str = "") -> dict[str, Clause]:
    """The clauses of a fixture: lines `document#path | text`, before them a kind where it is not rule."""
    clauses: dict[str, Clause] = {}
    game = game or folder.name
    for ordinal, line in enumerate((folder / "clauses.txt").read_text(encoding="utf-8").splitlines()):
        *kind, reference, text = [part.strip() for part in line.split(" | ")]
        document, _, path = reference.partition("#")
        identifier = f"{game}/{document}#{path}"
        clauses[identifier] = Clause(
            id=identifier,
            game=game,
            document=f"{game}/{document}",
            headings=(),
            text=text,
            kind=Kind(kind[0]) if kind else Kind.RULE,
            start=0,
            end=len(text),
            digest=digest(text),
            ordinal=ordinal,
        )
    return clauses


@pytest.fixture(scope="session")
def tiny_clauses() -> Mapping[str, Clause]:
    """The clauses of Tiny Duel by id."""
    return read_clauses(TINY)


@pytest.fixture(scope="session")
def tiny(tiny_clauses: Mapping[str, Clause]) -> RuleModel:
    """The rule model of Tiny Duel."""
    return load_rules(TINY, tiny_clauses, texts=[EMBER])
