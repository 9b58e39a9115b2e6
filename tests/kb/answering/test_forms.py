"""One question in all the forms in which it is typed: the same outcome, the same verdict, the same clauses."""

from __future__ import annotations

import json
from itertools import cycle
from pathlib import Path

import pytest

from kb.answering.answer import answer
from kb.knowledge import KnowledgeBase
from tests.support.forms import FORMS

DEV = Path(__file__).resolve().parents[3] / "corpus" / "vs-system" / "questions" / "dev.jsonl"
QUESTIONS = [json.loads(line)["ask"] for line in DEV.read_text("utf-8").splitlines()]


def told(base: KnowledgeBase, text: str) -> tuple[str, object, list[str]]:
    """What an answer says, but for how it marks the words that were typed."""
    found = answer(base, text)
    return found.outcome, found.verdict, [each.clause.id for each in found.citations]


@pytest.mark.slow
def test_a_question_is_answered_alike_in_each_form(base: KnowledgeBase) -> None:
    """Each development question in one form, each form in turn; the first two of them in all."""
    pairs = list(zip(QUESTIONS, cycle(FORMS), strict=False))
    pairs += [(question, form) for question in QUESTIONS[:2] for form in FORMS]
    differing = [(form, each) for each, form in pairs if told(base, FORMS[form](each)) != told(base, each)]
    assert differing == []
