"""`headjudge new-check`: a draft that lints and whose cases pass, of what a clause's words name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from ingest.adding.skeleton import skeleton
from ingest.building.kept.checked import check_game
from ingest.lint.cases import try_cases
from ingest.lint.validate import lint_game
from kb.errors import SourceError, UsageError
from kb.records import Clause, Kind, Norm, digest
from service.commands.games.new_check import new_check
from tests.support.harbour_versions import add_version

RULES = """\
These rules are in force from 2025-03-01.

1. The Harbour

101. Boats

101.1. A boat carries at most three crates.

101.2. If the harbour is frozen, no boat may leave the quay unless it is on fire.

101.3. A player may load a crate.

2. Colours

201. Flags

201.1. Red and white.
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of text alone."""
    (tmp_path / "corpus").mkdir()
    add_version(tmp_path, "harbour-rules.txt", RULES)
    monkeypatch.setenv("HEADJUDGE_CORPUS", str(tmp_path / "corpus"))
    return tmp_path / "corpus" / "harbour"


def run(*words: str) -> str:
    """What the command says, which must end well."""
    found = CliRunner().invoke(new_check, list(words), catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found.output


@pytest.mark.model
@pytest.mark.parametrize(
    ("path", "facts"),
    [
        ("101.1", ["How many crates are there?"]),
        ("101.2", ["Is this so: the harbour is frozen?", "Is this so: it is on fire?"]),
        ("101.3", ["Is this so: the case is the one of “A player may load a crate”?"]),
    ],
)
def test_a_draft_lints_and_its_cases_pass(path: str, facts: list[str], folder: Path) -> None:
    said = run(f"harbour/rules#{path}")
    assert "its two cases pass" in said
    assert [each for each in facts if each not in said] == []
    assert [(each.code, each.severity) for each in lint_game(folder).problems] == [("draft", "warning")]
    assert [each.wrong for each in try_cases(folder)] == [(), ()]
    with pytest.raises(UsageError, match="has a section already"):
        run(f"harbour/rules/{path}")


@pytest.mark.model
def test_what_is_wrong_with_the_rules_is_told_once_and_not_for_each_case(folder: Path) -> None:
    run("harbour/rules#101.1")
    facts = folder / "facts.toml"
    facts.write_text("[broken\n" + facts.read_text("utf-8"), encoding="utf-8")
    with pytest.raises(SourceError, match=r"facts\.toml:1"):
        list(try_cases(folder))


@pytest.mark.model
def test_a_second_draft_stands_beside_the_first(folder: Path) -> None:
    run("harbour/rules#101.1")
    run("harbour/rules#101.2")
    assert not lint_game(folder).failed
    assert len(list(try_cases(folder))) == 4


@pytest.mark.model
def test_a_draft_answers_nobody_until_somebody_confirms_it(folder: Path) -> None:
    said = run("harbour/rules#101.1")
    assert "answers nobody while it is a draft" in said
    [path] = folder.glob("rules/*.md")
    drafted = lint_game(folder).model
    assert drafted is not None
    [name] = drafted.checks
    built, problems = check_game(folder, "official", None, None)
    assert problems == []
    assert built is not None
    assert (built.checks, [each.status for each in built.entries if each.rules]) == ({}, ["draft"])
    with pytest.raises(UsageError, match=rf"harbour/{name} is a draft that nobody has read"):
        built.check(name)
    path.write_text(re.sub(r"status: draft: .*", "status: partly: three crates", path.read_text("utf-8")), "utf-8")
    confirmed, _ = check_game(folder, "official", None, None)
    assert confirmed is not None
    assert list(confirmed.checks) == [name]


@pytest.mark.model
def test_what_is_printed_only_writes_nothing(folder: Path) -> None:
    before = sorted(folder.rglob("*"))
    said = run("harbour/rules#101.1", "--dry-run")
    assert ('kind = "yes_no"' in said, "written" in said) == (True, False)
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize("name", ["harbour/rules#9", "harbour", "elsewhere/rules#1"])
def test_a_clause_that_is_not_there_is_refused(name: str, folder: Path) -> None:
    with pytest.raises(UsageError, match="there is no"):
        run(name)


def test_every_way_of_saying_a_limit_is_compared_as_it_is_meant() -> None:
    text = "A boat carries crates."
    clause = Clause("g/d#1", "g", "g/d", (), text, Kind.RULE, 0, len(text), digest(text), 0)
    ways = {
        "at most three": ("<= 3", 3, 4),
        "at least 2": (">= 2", 2, 1),
        "exactly five": ("= 5", 5, 6),
        "fewer than four": ("< 4", 3, 4),
        "more than one": ("> 1", 2, 1),
        "fewer than eleven": ("< 11", 10, 11),
        "up to twenty-one": ("<= 21", 21, 22),
    }
    for words, (literal, kept, broken) in ways.items():
        norm = Norm(clause.id, 0, "may", "a boat", "carry crates", "", "", f"{words} crates", (), text)
        [fact] = skeleton(clause, "1", [norm], ()).facts
        assert (fact.literal.partition(", ")[2].partition(" ")[2], fact.kept, fact.broken) == (literal, kept, broken)


def test_a_number_that_the_game_counts_already_is_its_own_fact() -> None:
    text = "A boat carries at most three crates."
    clause = Clause("g/d#1", "g", "g/d", (), text, Kind.RULE, 0, len(text), digest(text), 0)
    norm = Norm(clause.id, 0, "may", "a boat", "carry crates", "", "", "at most three crates", (), text)
    known = {"load": {"args": [], "value": "0..20", "forms": ["crates"]}}
    draft = skeleton(clause, "1", [norm], known, known)
    assert (draft.facts, 'slots = { load = "load" }' in draft.section) == ((), True)
    narrow = {"load": {"args": [], "value": "0..3", "forms": ["crates"]}}
    assert [each.name for each in skeleton(clause, "1", [norm], narrow, narrow).facts] == ["crates"]


@pytest.mark.parametrize(
    ("text", "limit", "amount"),
    [
        ("Each crate after the first costs one coin more.", "", "one coin"),
        ("A boat carries at most three crates.", "at most three crates", ""),
        ("A boat lands at a quay.", "", ""),
    ],
)
def test_an_amount_that_no_fact_compares_is_named(text: str, limit: str, amount: str) -> None:
    clause = Clause("g/d#1", "g", "g/d", (), text, Kind.RULE, 0, len(text), digest(text), 0)
    norm = Norm(clause.id, 0, "must", "a boat", "carry crates", "", "", limit, (), text)
    assert skeleton(clause, "1", [norm], ()).amount == amount
