"""A computed verdict passes gate after gate; the first that withholds it is named, and the solver is asked last."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kb.answering.asserting.gates import GATES, asks_what_was_told, ending
from kb.answering.asserting.withheld import Withheld
from kb.answering.attempt import Attempt
from kb.answering.choosing.choose import Choice, chooser
from kb.answering.operators.case import NOTHING, Composed
from kb.answering.rulings import Ruling
from kb.answering.run import run
from kb.knowledge import KnowledgeBase
from kb.question.read import read
from kb.readers.slots import fill
from kb.records import Outcome, Verdict
from kb.records.results import Ask, Status

ROOT = Path(__file__).resolve().parents[4]
SAME, OTHER = "Do Dewoz and he both go to the same area?", "Do Dewoz and he go to different areas?"
LIKELY = {"card": 1.0, "asked": 0.9, "kind": 1.0}


def attempt(base: KnowledgeBase, **other: Any) -> Attempt:
    """A check of yes or no that was run and says yes, with these fields otherwise."""
    choice = chosen(base, SAME)
    result = run(base, choice)
    assert result is not None
    return replace(Attempt(read(SAME), choice, result, False), **other)


def chosen(base: KnowledgeBase, question: str, score: float = 1.0, **features: float) -> Choice:
    """The check with what a question says of it."""
    model = chooser(base, "vs-system").model
    check = model.checks["dewoz-same"]
    return Choice(check, score, {**LIKELY, **features}, fill(read(question), check, model.schema), tuple)


def unclear(choice: Choice) -> Choice:
    """The choice where a question says two things of a fact, one of which the check does not take."""
    return replace(choice, filled=replace(choice.filled, unclear=(("nothing", 1),)))


def asking(fact: str) -> Ask:
    """What is asked back of a fact."""
    return Ask(fact, f"What of {fact}?", "bool", (), (), "")


def never() -> Iterator[Choice]:
    """Rivals that must not be looked for."""
    raise AssertionError
    yield


def test_a_verdict_that_passes_all_gates_is_asserted(base: KnowledgeBase) -> None:
    assert ending(base, attempt(base)) is Outcome.ANSWERED
    assert ending(base, attempt(base), [chosen(base, SAME)]) is Outcome.ANSWERED


def test_a_rival_that_says_otherwise_withholds_it(base: KnowledgeBase) -> None:
    assert ending(base, attempt(base), [chosen(base, SAME), chosen(base, OTHER)]) is Withheld.RIVAL


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (lambda _: {"composed": NOTHING}, Withheld.OPERATOR),
        (lambda _: {"opposite": None}, Withheld.POLARITY),
        (lambda base: {"choice": chosen(base, SAME, kind=-1.0)}, Withheld.KIND),
        (lambda _: {"question": read("What do they get from the same area?")}, Withheld.KIND),
        (lambda base: {"result": replace(attempt(base).result, verdict=Verdict("options", ()))}, Withheld.EMPTY),
        (lambda base: {"choice": chosen(base, SAME, score=0.5)}, Withheld.UNTRUSTED),
        (lambda base: {"choice": unclear(chosen(base, SAME))}, Withheld.READ_OTHERWISE),
    ],
    ids=lambda value: str(value) if isinstance(value, Withheld) else "",
)
def test_the_gate_that_withholds_a_verdict_is_named_before_any_rival_is_looked_for(
    base: KnowledgeBase, other: Callable[[KnowledgeBase], dict[str, Any]], why: Withheld
) -> None:
    assert ending(base, attempt(base, **other(base)), never()) is why


@pytest.mark.parametrize(
    ("choice", "status", "ended"),
    [
        ({}, Status.DEPENDS, Outcome.DEPENDS),
        ({}, Status.UNDETERMINED, Outcome.UNDETERMINED),
        ({}, Status.CONTRADICTION, Outcome.UNDETERMINED),
        ({}, Status.TIMEOUT, Withheld.TIMEOUT),
        ({"score": 0.2}, Status.DEPENDS, Withheld.UNLIKELY_TO_ASK),
        ({"card": 0.0}, Status.DEPENDS, Withheld.CARD_UNNAMED),
    ],
)
def test_what_is_open_is_told_of_a_likely_check_whose_card_is_named(
    base: KnowledgeBase, choice: dict[str, float], status: Status, ended: Outcome | Withheld
) -> None:
    whole = attempt(base)
    result = replace(whole.result, status=status, verdict=None)
    assert ending(base, attempt(base, choice=chosen(base, SAME, **choice), result=result)) is ended


def test_what_the_question_states_is_not_asked_back(base: KnowledgeBase) -> None:
    whole = attempt(base)
    [stated, *_] = whole.choice.filled.readings
    lacking = replace(whole.result, status=Status.DEPENDS, verdict=None, ask=(asking(stated.slot),))
    assert asks_what_was_told(whole.choice, replace(whole, result=lacking))
    other = replace(lacking, ask=(asking("another"),))
    assert not asks_what_was_told(whole.choice, replace(whole, result=other))


def test_an_operator_may_give_a_verdict_where_the_check_alone_has_none(base: KnowledgeBase) -> None:
    whole = attempt(base)
    result = replace(whole.result, status=Status.DEPENDS, verdict=None)
    assert ending(base, attempt(base, composed=Composed(False), result=result)) is Outcome.ANSWERED


def test_a_ruling_is_asserted_unless_a_gate_withholds_it(base: KnowledgeBase) -> None:
    whole = attempt(base)
    ruled = Ruling(whole.choice, whole.result, Outcome.DEPENDS, whole.question)
    assert ruled.asserted
    assert not any(replace(ruled, outcome=why).asserted for why in Withheld)


def test_no_gate_stands_twice() -> None:
    assert len({why for why, _ in GATES}) == len(GATES)


def test_the_source_of_each_gate_is_there() -> None:
    """Headings of docs/experiments.md are quoted in the docstrings, over as many lines as they take."""
    text = re.sub(r"\s+", " ", (ROOT / "kb/answering/asserting/withheld.py").read_text("utf-8"))
    page = (ROOT / "docs/experiments.md").read_text("utf-8")
    headings = re.findall(r"^##+ (.*(?:2026|same day).*)$", page, re.M)
    quoted = [each for each in headings if f'"{each}"' in text]
    assert len(quoted) >= 12
    assert all(len(re.findall(f'{why.name} = "[a-z-]+" """', text)) == 1 for why in Withheld)
