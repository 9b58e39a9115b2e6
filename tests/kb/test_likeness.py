"""Words that turn a meaning, compared between a question and a sample wording."""

from __future__ import annotations

import pytest

from kb.likeness import opposed, shared_weight, stems, telling, unread_stems
from kb.slots import Filled, SlotReading


@pytest.mark.parametrize(
    ("question", "sample", "number"),
    [
        ("does he keep the bonus", "does he lose the bonus", 1),
        ("may he keep or lose it", "may he lose it", 0),
        ("the first player draws before combat", "the last player draws after combat", 2),
        ("may he attack", "may he pass", 0),
    ],
)
def test_opposed_words(question: str, sample: str, number: int) -> None:
    assert opposed(stems(question), stems(sample)) == number


def test_telling_words_that_the_sample_lacks() -> None:
    assert telling(stems("may he attack again without his other arm"), stems("may he attack without a weapon")) == 2


def test_words_that_a_slot_has_read_are_left_out() -> None:
    question = "is he not yet on the map?"
    reading = SlotReading("place", "off_map", question.index("not yet"), len(question) - 1, "not yet on the map")
    assert unread_stems(question, Filled((reading,), ())) == {"is", "he"}


def test_shared_weight_is_jaccard_over_weights() -> None:
    assert shared_weight({"wound": 3.0, "card": 1.0}, {"wound": 3.0, "villain": 2.0}) == pytest.approx(0.5)
    assert shared_weight({}, {}) == 0.0
