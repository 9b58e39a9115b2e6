"""Alternatives in players' words, and what a curator is told about a bracket without its fellow."""

from __future__ import annotations

import pytest

from kb.rules.model.schema import read_schema
from kb.words.forms import MOST, each_once, heard, parts, spelled_out


@pytest.mark.parametrize(
    ("form", "forms"),
    [
        ("knocked out", ["knocked out"]),
        ("(hero|fella) fell", ["hero fell", "fella fell"]),
        ("(my|our) (hero|fella)", ["my hero", "my fella", "our hero", "our fella"]),
        ("got (really|) beaten", ["got really beaten", "got beaten"]),
        ("press( guy| dude|er)", ["press guy", "press dude", "presser"]),
        ("(|)", []),
    ],
)
def test_a_form_with_alternatives(form: str, forms: list[str]) -> None:
    assert spelled_out(form) == forms


def test_each_form_stands_once() -> None:
    assert each_once(["(a|b) c", "a c", "d", "a c"]) == ["(a|b) c", "a c", "d"]


@pytest.mark.parametrize(
    "form", ["(hero|fella fell", "hero|fella", "(he (ro|ll)|a)", "hero) fell", "(1|2|3|4|5|6|7)" * 5]
)
def test_what_cannot_be_spelled_out_is_refused(form: str) -> None:
    with pytest.raises(ValueError, match=f"one pair of brackets|at most {MOST}"):
        spelled_out(form)


def test_a_curator_is_told_where_a_bracket_is_missing() -> None:
    facts = '[fact.down]\nsentence = "he is down"\nforms = ["(hero|fella fell"]\n'
    _, [problem] = read_schema("facts.toml", facts)
    assert (problem.code, problem.place.line) == ("bad-fact", 1)
    assert '"(hero|fella fell": alternatives stand in one pair of brackets' in problem.message


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("stolen hero", [["stolen"], ["hero"]]),
        ("(charmed|sent off) (old|) hero", [["charmed", "sent off"], ["old", ""], ["hero"]]),
        ("(un|)stunned (guy|hero)'s turn", [["unstunned", "stunned"], ["guy's", "hero's"], ["turn"]]),
    ],
)
def test_the_words_of_a_form_with_their_alternatives(form: str, words: list[list[str]]) -> None:
    assert parts(form) == words


@pytest.mark.parametrize(
    ("form", "read"),
    [
        ("kree & doom", [["kree"], ["doom"]]),
        ("(him|her|&) too", [["him", "her"], ["too"]]),
        ("while $ (is|was) away", [["while"], ["$"], ["is", "was"], ["away"]]),
        ("+1 hit", [["+1"], ["hit"]]),
        ("gets +", None),
        ("-> galen", None),
    ],
)
def test_a_sign_is_passed_over_between_words_and_not_heard_elsewhere(form: str, read: list[list[str]] | None) -> None:
    assert heard(form) == read
