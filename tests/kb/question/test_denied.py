"""What a claim denies is compared with what a verdict's sentence denies."""

from __future__ import annotations

import pytest

from kb.question.denied import claim_holds, denied
from kb.question.read import read


@pytest.mark.parametrize(
    ("text", "stems"),
    [
        ("he does not gain the Condition", {"gain"}),
        ("it cannot be pulled", {"pull"}),
        ("he ends up without a counter", {"counter"}),
        ("no longer able to move", {"mov"}),
        ("cannot_be_pushed=true", {"push"}),
        ("he gains it", set()),
        ("nothing happens", set()),
    ],
)
def test_the_words_that_a_text_denies(text: str, stems: set[str]) -> None:
    assert denied(text) == stems


@pytest.mark.parametrize(
    ("question", "sentence", "holds"),
    [
        ("so he ends up without a counter, right?", "No: it gets no counter.", True),
        ("Is it right that the attacker does not gain it?", "No: the attacker does not gain it, because …", True),
        ("Would I be wrong to say he does not gain it?", "No: the attacker does not gain it.", False),
        ("so he gains it, right?", "No: the attacker does not gain it.", None),  # nothing is denied
        ("so he doesn't lose it if he does not gain it, right?", "No: he does not gain it.", None),  # a condition
        ("Can a figure with no counter gain one?", "No: it gets no counter.", None),  # no claim
        ("so he does not gain it, right?", "Yes: he moves, because he does not gain it.", None),  # a reason
    ],
)
def test_a_claim_that_denies_what_the_verdict_denies_is_right(question: str, sentence: str, holds: bool | None) -> None:
    assert claim_holds(read(question), sentence) is holds
