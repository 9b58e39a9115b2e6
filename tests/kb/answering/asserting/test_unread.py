"""Which words are named as the reason that a verdict is withheld."""

from __future__ import annotations

import pytest

from kb.answering.asserting.unread import written
from tests.kb.fakes import read


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("Can a barge turn with the tide?", ["tide"]),
        ("Is a barge with at least 2 candles loaded by the tide?", ["tide"]),
    ],
    ids=["a-word", "an-operator-was-heard"],
)
def test_words_of_an_operator_are_not_named(question: str, named: list[str]) -> None:
    assert written(read(question), frozenset({"least", "tid", "tide"})) == named
