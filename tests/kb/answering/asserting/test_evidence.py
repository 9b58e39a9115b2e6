"""A verdict is asserted where the question says little that nobody who asked for its check has said."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kb.answering.asserting.evidence import (
    FEATURES,
    answers,
    evidence,
    probability_that_asked,
    says_nothing_known,
    unsaid,
)
from kb.answering.asserting.trust import sure
from kb.answering.choosing.choose import Choice
from kb.evaluation.fitting.asserting import Given, asserting_table, fit_asserting
from kb.readers.slots import Filled, SlotReading
from kb.retrieval.classifying.decline import Support
from kb.retrieval.weights import weights
from kb.words.text import stem, words
from tests.kb.fakes import read

SAMPLES = "does resting give me an injury? does Resting cost fame"


def choice(*readings: SlotReading, filled: float = 1.0) -> Choice:
    """A check's choice whose nearest samples say SAMPLES."""
    near = frozenset(map(stem, words(SAMPLES)))
    check: Any = SimpleNamespace()
    return Choice(check, 0.9, {"filled": filled}, Filled(readings, ()), (), near_words=lambda: near)


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("Does resting give an injury?", set()),
        ("Does resting remove an injury?", {"remov"}),
        ("I had 3 wounds on a dark night. Does resting give an injury?", set()),  # the story is not what is asked
        ("i had 3 wounds on a dark night does it give me an injury when resting", set()),  # nor without a full stop
        ("Does Anna's resting give an injury?", set()),  # who plays is not what is asked
        ("Does resting give injury 2?", set()),
        ("Does resting with a wolf give an injury?", {"wolf"}),
        ("Does resting give an injury, wolves and bears aside?", set()),  # what is set aside is not what is asked
        ("Does resting give an injury once I am there?", set()),
        ("Does resting once give an injury?", {"onc"}),
        ("May resting give an injury?", set()),  # whether it may is asked by an operator
    ],
)
def test_what_nobody_has_said_is_counted_in_the_sentence_that_asks(question: str, left: set[str]) -> None:
    assert unsaid(read(question), choice()) == left


@pytest.mark.parametrize(
    ("question", "nothing"),
    [
        ("I rest with 2 wounds. Is a 2 a pass?", True),
        ("I rest with 2 wounds. Is an injury a pass?", False),
        ("I rest with 2 wounds. Is it 2?", False),  # it says no word that could be unknown
    ],
)
def test_a_question_whose_own_words_are_all_unknown_says_nothing_of_the_check(question: str, nothing: bool) -> None:
    assert says_nothing_known(read(question), choice()) is nothing


def test_words_that_a_fact_has_taken_are_said() -> None:
    question = "Does resting with a wolf give an injury?"
    at = question.index("wolf")
    assert unsaid(read(question), choice(SlotReading("wolf", True, at, at + 4, "wolf"))) == set()


def test_each_part_of_the_evidence_speaks_its_way() -> None:
    likely = Support(0.9, {"doubt": -0.9}, ())
    asked, other = read("Does resting give an injury?"), read("Does resting remove an injury?")
    best = probability_that_asked(evidence(asked, choice(), 0.99, likely))
    for worse in (
        evidence(other, choice(), 0.99, likely),
        evidence(asked, choice(), 0.7, likely),
        evidence(asked, choice(filled=0.0), 0.99, likely),
        evidence(asked, choice(), 0.99, Support(0.5, {"doubt": -0.9}, ())),
        evidence(asked, choice(), 0.99, Support(0.9, {"doubt": 0.5}, ())),
    ):
        assert set(worse) == set(FEATURES)
        assert probability_that_asked(worse) < best


def test_a_verdict_is_asserted_from_a_probability_up() -> None:
    asked = read("Does resting give an injury?")
    assert answers(evidence(asked, choice(), 0.99, Support(0.95, {"doubt": -1.0}, ())))
    assert not answers(evidence(asked, choice(), 0.65, Support(0.4, {"doubt": 0.2}, ())))
    assert (sure(0.95), sure(0.7)) == (True, False)  # by words alone


def row(fold: int, right: bool, settled: bool, missing: float) -> Given:
    """A verdict with so many words that nobody has said."""
    return Given(dict.fromkeys(FEATURES, 1.0) | {"missing": missing, "trust": 3.0 - missing / 9}, right, settled, fold)


def test_the_fit_learns_what_speaks_against_a_verdict() -> None:
    rows = [row(at % 6, True, True, float(at % 2)) for at in range(60)]
    rows += [row(at % 6, False, at % 3 == 0, 3.0 + at % 2) for at in range(30)]
    weight, threshold, report = fit_asserting(rows)
    assert weight["missing"] < 0
    assert weight["trust"] >= 0
    assert 0 < threshold < 1
    assert "of 60 right verdicts 60 asserted" in report
    assert "of 10 wrong ones 0, of 20 on what nothing settles 0" in report
    assert set(weight) == set(FEATURES) | {"bias"} == set(weights()["assert"]) - {"sure", "asks"}
    assert asserting_table(weight, threshold, report).endswith(f"sure = {threshold:.3f}")
