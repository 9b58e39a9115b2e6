"""A verdict is asserted only where it is the same however its question is read."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kb.answering.answer import answer
from kb.answering.asserting.readings import of_the_object
from kb.knowledge import KnowledgeBase
from kb.question.read import read
from kb.readers.filled import SlotReading

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


@pytest.mark.parametrize(
    ("asked", "title", "of_another"),
    [
        ("May I attack an exhausted rider?", "Can the rider attack?", True),
        ("Can I attack with an exhausted rider?", "Can the rider attack?", False),
        ("Can my exhausted rider attack?", "Can the rider attack?", False),
        ("May I pull an exhausted rider?", "May the rider be pulled?", False),  # of him to whom it is done
    ],
)
def test_what_is_said_of_whom_it_is_done_to_is_not_said_of_the_doer(asked: str, title: str, of_another: bool) -> None:
    question = read(asked)
    at = question.text.index("exhausted")
    told = SlotReading("exhausted", True, at, at + len("exhausted"), "exhausted")
    choice: Any = SimpleNamespace(check=SimpleNamespace(title=title), filled=SimpleNamespace(readings=(told,)))
    assert of_the_object(question, choice) is of_another
