"""Sections of rule texts and the clauses that they restate: one each, in whichever file, seen again on a change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from kb.errors import SourceError
from kb.records import Clause
from kb.rules.model.loader import lint_rules, load_rules, pin
from kb.rules.model.rulemodel import RuleModel
from kb.rules.model.ruletexts.literate import read_sections
from tests.kb.rules.conftest import EMBER
from tests.kb.rules.model.changing import RULES, changed, errors


def test_a_clause_that_changed_since_it_was_pinned_drifts(
    folder: Path, tiny_clauses: Mapping[str, Clause], tiny: RuleModel
) -> None:
    assert "tiny-duel/rulebook#1.p1" in pin(folder, tiny_clauses)
    assert pin(folder, tiny_clauses) == []
    changed(folder, "rules.lock", tiny_clauses["tiny-duel/rulebook#4.p3"].digest, "0" * 64)
    assert [problem.code for problem in errors(folder, tiny_clauses)] == ["drift"]


def test_a_clause_that_a_rule_rests_on_by_also_is_pinned_and_drifts_too(
    folder: Path, tiny_clauses: Mapping[str, Clause]
) -> None:
    table = replace(tiny_clauses["tiny-duel/rulebook#1.p2"], id="tiny-duel/rulebook#1.t1")
    clauses = {**tiny_clauses, table.id: table}
    changed(folder, RULES, "%@ also: 1.p2", "%@ also: 1.t1")
    assert "1.t1 is not pinned" in [each.message for each in lint_rules(folder, clauses, texts=[EMBER])[1]]
    assert table.id in pin(folder, clauses)
    assert errors(folder, clauses) == []
    assert [each.code for each in errors(folder, {**clauses, table.id: replace(table, digest="0" * 64)})] == ["drift"]


def test_what_is_wrong_with_a_sentence_that_several_rules_share_is_told_once(
    folder: Path, tiny_clauses: Mapping[str, Clause]
) -> None:
    path = folder / RULES
    path.write_text(path.read_text() + "\n```asp\n%@ table.row | {L} has {2}\ntable(a, 1).\ntable(b, 2).\n```\n")
    with pytest.raises(SourceError) as raised:
        load_rules(folder, tiny_clauses, texts=[EMBER])
    [told] = [each for each in raised.value.problems if each.code == "bad-template"]
    assert told.expected == "{1}, {2}"


def test_a_clause_has_one_section_in_all_files(folder: Path, tiny_clauses: Mapping[str, Clause]) -> None:
    quoted = tiny_clauses["tiny-duel/rulebook#1.p1"].plain
    (folder / "rules" / "zeal.md").write_text(f"## 1.p1 Aside\n%@ status: not-checkable: aside\n\n> {quoted}\n")
    [problem] = errors(folder, tiny_clauses)
    assert (problem.code, problem.place.file, problem.place.line) == ("duplicate-section", "tiny-duel/rules/zeal.md", 1)
    assert "tiny-duel/rules/rulebook.md:5" in problem.message


def test_where_sections_stand_and_in_which_file_changes_nothing(
    folder: Path, tiny_clauses: Mapping[str, Clause], tiny: RuleModel
) -> None:
    path = folder / RULES
    before, _, moved = path.read_text().partition("## 3.p1")
    (folder / "rules" / "a").mkdir()
    (folder / "rules" / "a" / "later.md").write_text(f"## 3.p1{moved}")
    path.write_text(before)
    model, _ = lint_rules(folder, tiny_clauses, texts=[EMBER])
    assert [rule.id for rule in model.rules] == [rule.id for rule in tiny.rules]
    assert list(model.checks) == list(tiny.checks)
    assert [(each.clause, each.done) for each in model.entries] == [(each.clause, each.done) for each in tiny.entries]


@pytest.mark.parametrize(
    ("status", "meant"),
    [
        ("draft: of headjudge new-check, nobody has read it against the clause", "draft"),
        ("partly: a draft of headjudge new-check that nobody has read against the clause", "draft"),
        ("partly: a draft says otherwise", "partly"),
    ],
    ids=["now", "as-it-was-written-before-drafts-had-a-status", "another-reason"],
)
def test_what_new_check_drafted_is_a_draft_in_whichever_words(status: str, meant: str) -> None:
    [section], problems = read_sections("boats.md", f"## 1.p1 Boats\n%@ status: {status}\n")
    assert (section.status, problems) == (meant, [])
