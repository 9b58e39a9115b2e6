"""Samples whose facts, as they are read from their words, lead elsewhere than those that are stated for them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ingest.lint.misread import misread_samples
from kb.rules.model.loader import load_rules
from tests.ingest.lint.test_samples import GAME, TRAIN, ask
from tests.kb.rules.conftest import EMBER, read_clauses


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the tiny game, to write samples into."""
    return Path(shutil.copytree(GAME, tmp_path / "tiny-duel"))


def warned(folder: Path, question: str, **facts: object) -> list[tuple[str, int, str, str]]:
    ask(folder, "", {"ask": question, "check": "can-strike", "facts": facts})
    model = load_rules(folder, read_clauses(folder), texts=[EMBER])
    problems = misread_samples(folder, model)
    assert all(each.code == "misread-sample" and each.severity == "warning" for each in problems)
    return [(each.place.file, each.place.line, each.message, each.expected) for each in problems]


def test_a_sample_that_is_read_as_stated_is_no_problem(folder: Path) -> None:
    assert not warned(folder, "can my stunned guy strike?", stunned=True)


def test_a_fact_without_a_form_for_its_words_is_named_with_both_endings(folder: Path) -> None:
    found = warned(folder, "he lies flat on his nose. can he strike?", stunned=True)
    (file, line, message, expected) = found[0]
    assert (file, line) == (TRAIN, 2)
    assert message == "is read as nothing more, which gives depends, asking for row and bow"
    assert expected.startswith("stunned=true, which gives false")


def test_what_is_read_otherwise_and_leads_to_the_same_is_no_problem(folder: Path) -> None:
    assert not warned(folder, "stunned in the front row, can he strike?", stunned=True)
