"""A text that only names a section, a card or a word."""

from __future__ import annotations

import pytest

from kb.question.texts.references import name_said, section_named
from tests.kb.fakes import read


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("4.1", "4.1"),
        ("rule 4.1", "4.1"),
        ("what does 2.2 say?", "2.2"),
        ("show me section 7 please", "7"),
        ("§ 603.3b", "603.3b"),
        ("4", ""),
        ("4 cards", ""),
        ("does rule 4.1 apply to him?", ""),
        ("can I pay 4.1 times?", ""),
    ],
)
def test_a_section_is_named_by_its_number(text: str, number: str) -> None:
    assert section_named(read(text)) == number


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("pierce", "pierce"),
        ("What is pierce?", "pierce"),
        ("show me the card Time Gem", "Time Gem"),
        ("what does terraform mean", "terraform"),
        ("rules for pierce please", "pierce"),
        ("is he right?", ""),
        ("Quick question?", ""),
        ("can he attack?", ""),
        ("42", ""),
        ("a b c d e f g h i", ""),
    ],
)
def test_a_name_stands_alone_or_with_words_of_asking_for_it(text: str, name: str) -> None:
    assert name_said(read(text)).lower() == name.lower()
