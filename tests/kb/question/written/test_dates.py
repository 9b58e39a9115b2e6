"""Dates that questions state in other ways than in words."""

from __future__ import annotations

import pytest

from kb.question.written.dates import dated
from kb.words.typography import Placed


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("/ruling heralds legal 2006-10-01", "/ruling heralds legal october 1, 2006"),
        ("legal on 9/23/06?", "legal on september 23, 2006?"),
        ("on the 1st of october 06, ok?", "on the october 1, 2006, ok?"),
        ("sept 22 2006", "sept 22 2006"),
        ("a 13/11 guy against a 9/9/3", "a 13/11 guy against a 9/9/3"),
        ("on 2006-13-01", "on 2006-13-01"),
        ("5 marvels 06", "5 marvels 06"),
    ],
)
def test_dates_are_written_out(question: str, read: str) -> None:
    assert dated(Placed.of(question)).text == read
