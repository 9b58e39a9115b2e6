"""Texts that only name something show what is written there: a section, a word's definition, a card, several cards."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kb.answering.answer import CITATIONS, answer
from kb.answering.lookup import named, within
from kb.knowledge import KnowledgeBase
from kb.records import Outcome

FAQ = "vs-system/heralds-faq#"


def paths(base: KnowledgeBase, text: str, limit: int | None = None) -> list[str]:
    return [each.clause.id.removeprefix(FAQ) for each in answer(base, text, limit=limit).citations]


@pytest.mark.parametrize("text", ["4.1", "rule 4.1", "what does 4.1 say?", "vs system 4.1", "§ 4.1"])
def test_a_section_is_shown_by_its_number(base: KnowledgeBase, text: str) -> None:
    found = answer(base, text)
    assert (found.outcome, found.game, found.verdict, found.ruling) == (Outcome.CITED, "vs-system", None, None)
    assert paths(base, text) == ["4.1.p1", "4.1.e1"]
    assert {each.role for each in found.citations} == {"support"}
    assert "4.1 Revealing from hand as cost" in found.summary


def test_a_section_is_whole_with_those_below_it_and_in_order(base: KnowledgeBase) -> None:
    wanted = [each.id.removeprefix(FAQ) for each in base.store.clauses("vs-system") if each.path.startswith("3.")]
    assert len(wanted) > CITATIONS
    assert paths(base, "section 3") == wanted
    assert paths(base, "section 3", limit=2) == wanted[:2]


@pytest.mark.parametrize(
    ("section", "held"),
    [("603.3", True), ("603.3b", True), ("603.3.1", True), ("603.30", False), ("603", False), ("glossary/a", False)],
)
def test_a_number_holds_itself_its_letters_and_what_stands_below(section: str, held: bool) -> None:
    assert within(section, "603.3") is held


def test_a_section_that_no_document_has_is_not_found(base: KnowledgeBase) -> None:
    assert answer(base, "rule 709.2").outcome is Outcome.NOT_FOUND
    assert answer(base, "4.1", "tiny-game").outcome is not Outcome.CITED


def test_a_clause_is_shown_by_its_id(base: KnowledgeBase) -> None:
    assert paths(base, "vs-system/heralds-faq#5.p2") == ["5.p2"]


@pytest.mark.parametrize("text", ["terraform", "what is terraform?", "what does terraform mean", "Terraforming"])
def test_a_word_is_shown_by_the_clauses_that_define_it(base: KnowledgeBase, text: str) -> None:
    found = answer(base, text)
    assert (found.outcome, found.ruling) == (Outcome.CITED, None)
    assert [each.clause.id for each in found.citations] == [f"{FAQ}4.p2", f"{FAQ}4.p1"]


@pytest.mark.parametrize(
    "text", ["Act of Defiance", "act of defiance?", "show me the card Act of Defiance", "defiance"]
)
def test_a_card_is_shown_with_what_is_said_about_it(base: KnowledgeBase, text: str) -> None:
    found = answer(base, text)
    assert (found.outcome, [card.title for card in found.cards]) == (Outcome.CITED, ["Act of Defiance, Team-Up"])
    assert {each.clause.subject for each in found.citations} == {"Act of Defiance, Team-Up"}


@pytest.mark.parametrize("text", ["silver harbinger oblivion", "oblivion silver", "Surfer Harbinger of Obliv"])
def test_words_of_a_name_find_it_in_any_order(base: KnowledgeBase, text: str) -> None:
    assert [card.title for card in answer(base, text).cards] == ["Silver Surfer, Harbinger of Oblivion"]


def test_where_a_name_fits_several_cards_they_are_listed_and_nothing_is_said_of_them(base: KnowledgeBase) -> None:
    found = answer(base, "gem")
    assert (found.outcome, found.verdict, found.ruling) == (Outcome.AMBIGUOUS, None, None)
    assert len(found.cards) > 1
    assert all("Gem" in card.title for card in found.cards)
    assert all(card.title in found.summary for card in found.cards)
    assert {each.role for each in found.citations} == {"nearest"}


@pytest.mark.parametrize("text", ["does press make boost cheaper?", "is he right?", "can Ego attack?", "zzyzx"])
def test_what_asks_something_is_not_looked_up(base: KnowledgeBase, text: str) -> None:
    found = answer(base, text)
    assert found.cards == ()
    assert "see below" not in found.summary


def test_what_was_not_in_force_is_not_shown(base: KnowledgeBase) -> None:
    from datetime import date

    assert answer(base, "4.1", as_of=date(2006, 1, 1)).citations == ()


@pytest.mark.parametrize(
    ("headings", "said"),
    [
        ([("4. Actions",), ("4. Actions", "4.2. Dip")], "4.2. Dip"),
        ([("4. Actions",)], "4.2 (4. Actions)"),
        ([("4. Actions", "4.2.1. Wax")], "4.2 (4.2.1. Wax)"),
        ([("Revealing",)], "4.2 Revealing"),
        ([()], "4.2"),
    ],
)
def test_a_section_is_called_by_the_heading_with_its_number(headings: list[tuple[str, ...]], said: str) -> None:
    clauses: Any = [SimpleNamespace(headings=each) for each in headings]
    assert named("4.2", clauses) == said
