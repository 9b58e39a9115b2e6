"""What players would read oddly: warned of or refused, and pointed at."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from kb.records import Clause
from kb.rules.model.loader import lint_rules
from tests.kb.rules.conftest import EMBER
from tests.kb.rules.model.changing import CAN, FACTS, ID, RULES, changed, errors


def test_a_fact_that_tells_what_was_told_is_refused_unless_a_question_names_its_value_for_the_goal(
    folder: Path, tiny_clauses: Mapping[str, Clause]
) -> None:
    _, problems = lint_rules(folder, tiny_clauses, texts=[EMBER])
    assert [problem for problem in problems if problem.code == "fact-of-question"] == []
    facts = folder / FACTS
    facts.write_text(facts.read_text("utf-8").replace("named = true\n", ""), encoding="utf-8")
    _, problems = lint_rules(folder, tiny_clauses, texts=[EMBER])
    [found] = [problem for problem in problems if problem.code == "fact-of-question"]
    assert (found.severity, found.place.text) == ("error", "[fact.asks]")
    assert found.message.startswith("asks's sentence speaks of what was told")


@pytest.mark.parametrize(
    ("before", "after", "code", "message"),
    [
        ("Can this figure strike?", "Which figure can strike?", "title-kind", "1 check asks for a thing"),
        ("{N} marks are silver", "{N} marks are Silver", "unnamed-answer", "the answer silver is written Silver"),
    ],
)
def test_what_players_would_read_oddly_is_warned_of(
    before: str, after: str, code: str, message: str, folder: Path, tiny_clauses: Mapping[str, Clause]
) -> None:
    changed(folder, RULES, before, after)
    _, problems = lint_rules(folder, tiny_clauses, texts=[EMBER])
    [found] = [problem for problem in problems if problem.code == code]
    assert (found.severity, found.message.startswith(message)) == ("warning", True)


def test_an_answer_with_a_name_is_not_warned_of(folder: Path, tiny_clauses: Mapping[str, Clause]) -> None:
    changed(folder, RULES, "{N} marks are silver", "{N} marks are Silver")
    changed(folder, FACTS, "[entities]", '[names]\nsilver = "Silver"\n\n[entities]')
    _, problems = lint_rules(folder, tiny_clauses, texts=[EMBER])
    assert [problem.code for problem in problems if problem.code == "unnamed-answer"] == []


@pytest.mark.parametrize("way", ["hidden", "apart"])
def test_opposite_bodies_may_be_hidden_or_have_sentences_of_their_own(
    way: str, folder: Path, tiny_clauses: Mapping[str, Clause]
) -> None:
    between = {"hidden": "", "apart": "%@ way.not | {F} need not\n"}[way]
    above = {"hidden": "%@ hidden\n", "apart": ""}[way]
    rules = (
        f"{CAN}\n\n%@ way | {{F}} may do so\n{above}way(F) :- can_strike(F), asks(may).\n"
        f"{between}way(F) :- figure(F), not can_strike(F), asks(need_not)."
    )
    changed(folder, RULES, CAN, rules)
    assert errors(folder, tiny_clauses) == []


def test_a_flaw_of_wording_is_pointed_at(folder: Path, tiny_clauses: Mapping[str, Clause]) -> None:
    changed(folder, RULES, ID, "%@ strike.can | {F} can strike a enemy | {F} cannot strike")
    [problem] = errors(folder, tiny_clauses)
    line, caret = problem.place.caret().splitlines()
    assert line[caret.index("^") :].startswith("a enemy | ")


def test_a_form_with_a_sign_that_nobody_hears_is_warned_of(folder: Path, tiny_clauses: Mapping[str, Clause]) -> None:
    changed(folder, FACTS, '"face down"', '"face down", "gets +"')
    _, problems = lint_rules(folder, tiny_clauses, texts=[EMBER])
    [found] = [problem for problem in problems if problem.code == "unread-form"]
    assert (found.severity, found.place.file) == ("warning", "tiny-duel/facts.toml")
    assert '"gets +"' in found.message
