"""A text of which only some stretches are read stays as long as it was."""

from __future__ import annotations

from kb.question.texts.masked import blanked, marked, replaced, shown
from kb.records.question import Span

TEXT = "I won. Is he out?"
TOLD, ASKED = Span(0, 6), Span(7, 17)


def test_each_stretch_is_blank_and_the_others_stay_in_place() -> None:
    assert blanked(TEXT, [TOLD]) == "       Is he out?"
    assert blanked(TEXT, [TOLD, ASKED]) == " " * len(TEXT)


def test_a_stretch_that_is_shown_reads_as_in_the_source() -> None:
    assert shown(blanked(TEXT, [TOLD, ASKED]), TEXT, [ASKED]) == blanked(TEXT, [TOLD])


def test_a_mark_stands_in_place_of_a_letter() -> None:
    assert marked("I won  is he out", [5], ".") == "I won. is he out"
    assert replaced(TEXT, Span(7, 9), "Am") == "I won. Am he out?"
