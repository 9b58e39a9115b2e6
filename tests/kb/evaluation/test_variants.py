"""Questions asked again in other forms and with other facts: what is made of them, and what counts as following."""

from __future__ import annotations

import pytest

from kb.answering.answer import answer
from kb.evaluation.questions import LabelledQuestion
from kb.evaluation.variants import ask_variants, listed_changes, variants, variants_table
from kb.knowledge import KnowledgeBase

LAMP = "may my keeper light the lamp on the top floor with 2 oil"


def question(text: str, value: object) -> LabelledQuestion:
    expect = {"verdict": {"kind": "yes_no", "value": value}}
    return LabelledQuestion("t-1", "tiny-game", text, "judge", False, "answerable", {}, expect)


def test_a_number_and_a_not_change_the_verdict_that_must_come(base: KnowledgeBase) -> None:
    made = {each.question: each for each in variants(base, answer(base, LAMP, "tiny-game"))}
    assert made[LAMP.upper()].value is True
    assert made[LAMP.replace("2 oil", "3 oil")].value is True
    assert [each.value for each in made.values() if each.kind == "negation"] == [False]
    assert made["may my kepeer light the lamp on the top floor with 2 oil"].kind == "typo"


def test_a_question_without_a_verdict_has_no_variants(base: KnowledgeBase) -> None:
    assert list(variants(base, answer(base, "what is the weather like", "tiny-game"))) == []


@pytest.mark.parametrize(("value", "asked"), [(True, True), (False, False)])
def test_only_what_was_answered_rightly_is_asked_again(base: KnowledgeBase, value: bool, asked: bool) -> None:
    found = ask_variants(base, [question(LAMP, value)])
    assert bool(found) is asked
    assert "capitals" in variants_table(found)
    assert all(each.outcome in ("kept", "withheld") for each in found), listed_changes(found)
