"""Which way round a question asks, once the words that a fact has taken are left aside."""

from __future__ import annotations

import pytest

from kb.slots import Filled, SlotReading
from service.rulings import without_facts


@pytest.mark.parametrize(
    ("slot", "value", "left"),
    [
        ("kept", False, "does he ____ the bonus of 2?"),
        ("bonus", 2, "does he lose the bonus of 2?"),
    ],
)
def test_words_that_a_fact_has_taken_turn_nothing(slot: str, value: object, left: str) -> None:
    question = "does he lose the bonus of 2?"
    said = "lose" if slot == "kept" else "2"
    reading = SlotReading(slot, value, question.index(said), question.index(said) + len(said), said)  # type: ignore[arg-type]
    assert without_facts(question, Filled((reading,), ())) == left
