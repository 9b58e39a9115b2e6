"""A verdict is asserted only where it is the same however its question is read."""

from __future__ import annotations

import pytest

from kb.answering.answer import answer
from kb.knowledge import KnowledgeBase

ASKED = "Is he a cosmic character even so?"
CLAIMED = "he has neither cosmic nor cosmic-surge"


@pytest.mark.model
@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        (f"{CLAIMED}. {ASKED}", False),
        (f"My mate says that {CLAIMED}. {ASKED}", None),  # without what the mate says it is a yes
    ],
)
def test_what_another_claims_is_not_told_of_the_game(base: KnowledgeBase, question: str, verdict: bool | None) -> None:
    told = answer(base, question, "vs-system").verdict
    assert (told and told.value) is verdict
