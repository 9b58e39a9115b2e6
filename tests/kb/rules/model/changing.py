"""Tiny Duel's rule model with something else put in, and what is told of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from kb.errors import Problem
from kb.records import Clause
from kb.rules.model.loader import lint_rules
from tests.kb.rules.conftest import EMBER

RULES, FACTS = "rules/rulebook.md", "facts.toml"
CAN = "can_strike(F) :- figure(F), not kept(F)."
ID = "%@ strike.can | {F} can strike | {F} cannot strike"


def changed(folder: Path, name: str, before: str, after: str) -> str:
    """Change a file of a model; the changed text."""
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    return text.replace(before, after, 1)


def errors(folder: Path, clauses: Mapping[str, Clause]) -> list[Problem]:
    """The errors of a model."""
    _, problems = lint_rules(folder, clauses, texts=[EMBER])
    return [problem for problem in problems if problem.severity == "error"]
