"""A fact that a question tells in words that no fact has is read as other questions told it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from kb.answering.choosing.choose import Choice, chooser
from kb.answering.run import run
from kb.answering.taught import DOUBT, LIKELY, SURE, taught_otherwise, with_taught_facts
from kb.answering.ways import asks_opposite
from kb.knowledge import KnowledgeBase
from kb.question.read import read
from kb.readers.slots import fill
from kb.records.question import Question
from kb.records.results import CheckResult, Status

Told = Mapping[bool | str | None, float]
KEYWORD = "Sam's guy hits the table. He has the slow sort of counter. Is it on him already?"


def asked(base: KnowledgeBase, question: str, check: str) -> tuple[Question, Choice, CheckResult]:
    model, text = chooser(base, "vs-system").model, read(question)
    choice = Choice(model.checks[check], 1.0, {}, fill(text, model.checks[check], model.schema), tuple)
    result = run(base, choice)
    assert result is not None
    return text, choice, result


def learned(monkeypatch: pytest.MonkeyPatch, base: KnowledgeBase, told: Mapping[str, Told]) -> None:
    """As if this were what other questions teach: by the fact, where the text holds "slow" or "guy"."""
    monkeypatch.setattr(
        base, "likely_told", lambda check, slot, text: told.get(slot, {}) if "slow" in text or "guy" in text else {}
    )


@pytest.mark.parametrize(
    ("told", "verdict"),
    [
        ({"surge": LIKELY, None: 1 - LIKELY}, False),
        ({"only_cosmic": 0.99, "surge": 0.01}, True),
        ({"surge": LIKELY - 0.01, None: 1.01 - LIKELY}, None),
        ({None: 0.99, "surge": 0.01}, None),
        ({}, None),
    ],
    ids=["likely", "another", "hardly", "unsaid", "nothing-learned"],
)
def test_a_fact_that_is_asked_back_is_told_where_that_is_likely(
    base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch, told: Told, verdict: bool | None
) -> None:
    question, choice, result = asked(base, KEYWORD, "cosmic-enters")
    assert (result.status, [each.fact for each in result.ask]) == (Status.DEPENDS, ["keyword"])
    learned(monkeypatch, base, {"keyword": told})
    choice, result = with_taught_facts(base, question, choice, result)
    assert (result.verdict.value if result.verdict else None) is verdict
    assert [each.text for each in choice.filled.readings if each.slot == "keyword"] == (
        [] if verdict is None else [question.at(question.sentences[0].span)]
    )


@pytest.mark.parametrize(("likely", "verdict"), [(SURE, False), (SURE - 0.01, True)])
def test_what_would_be_assumed_is_told_where_that_is_nearly_sure(
    base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch, likely: float, verdict: bool
) -> None:
    question, choice, result = asked(base, "Ann slams Kindred Spirits while the next guy still thinks.", "kindred-play")
    assert [each.fact for each in result.assumed if each.fact == "mulligans_done"]
    learned(monkeypatch, base, {"mulligans_done": {False: likely, None: 1 - likely}})
    _, result = with_taught_facts(base, question, choice, result)
    assert result.verdict is not None
    assert result.verdict.value is verdict


def test_what_the_facts_own_words_say_is_kept_and_doubted_where_other_questions_tell_otherwise(
    base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, choice, result = asked(base, "Does a character with only cosmic get the slow counter?", "cosmic-enters")
    assert result.verdict is not None
    assert not taught_otherwise(base, question, choice, result)
    learned(monkeypatch, base, {"keyword": {"surge": DOUBT, None: 1 - DOUBT}})
    assert with_taught_facts(base, question, choice, result) == (choice, result)
    assert taught_otherwise(base, question, choice, result)
    learned(monkeypatch, base, {"keyword": {"neither": 0.3, "surge": DOUBT - 0.01}})
    assert not taught_otherwise(base, question, choice, result)


def test_a_not_of_the_sentence_that_tells_a_fact_turns_the_question_round(
    base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, choice, result = asked(base, "So the slow guy doesn't have it on him already, right?", "cosmic-enters")
    learned(monkeypatch, base, {"keyword": {"surge": 0.99, None: 0.01}})
    choice, result = with_taught_facts(base, question, choice, result)
    assert result.verdict is not None
    assert asks_opposite(question, choice) is True
