"""Where forms stand is looked for once in a question, however many checks it is tried on."""

from __future__ import annotations

import pytest

from kb.question.read import understood
from kb.readers import forms
from kb.readers.forms import once, said


def test_forms_of_several_checks_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    looks = forms.Stems.ends

    def ends(stems: forms.Stems, tried: tuple[forms.Form, ...], at: int) -> object:
        looked.append(stems.stems[at])
        return looks(stems, tried, at)

    monkeypatch.setattr(forms.Stems, "ends", ends)
    question = understood("My stunned hero stands in front of a stunned guard.")
    ways = ((True, ("stunned",)), (False, ("not stunned", "wide awake")))
    assert [(value, at, end) for value, _, at, end in said(question, ways)] == [(True, 1, 2), (True, 8, 9)]
    first = len(looked)
    assert said(question, ((None, ("stunned",)),)) == [(None, "stun", 1, 2), (None, "stun", 8, 9)]
    assert len(looked) == first, "another fact has the same form"


def test_no_form_stands_across_a_stop() -> None:
    question = understood("He is stunned. Guard of mine, attack!")
    assert said(question, ((True, ("stunned guard",)),)) == []


def test_so_many_questions_are_known_as_are_answered_at_a_time() -> None:
    for number in range(20):
        said(understood(f"Is hero {number} stunned?"), ((True, ("stunned",)),))
    assert once.cache_info().currsize == 8
