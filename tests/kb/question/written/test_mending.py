"""What a misspelled word of a question is read as: a name of the game, or a plain word that is nearer."""

from __future__ import annotations

import pytest

from kb.question.written.mending import mended, whole_names
from kb.records import Term
from kb.words.lexicon import Lexicon
from kb.words.terms import TermIndex
from kb.words.typography import Placed

LEXICON = Lexicon.of(
    ["a solid red border", "recruit with boost", "cosmic order resolves", "paibok"] * 20,
    is_english=lambda word: word in {"over"},
)
TERMS = TermIndex(
    (
        Term("o", "vs", "Cosmic Order", "card", ("Cosmic Order",)),
        Term("p", "vs", "Paibok, The Power Skrull", "card", ("Paibok",)),
    ),
    LEXICON,
)


@pytest.mark.parametrize(
    ("typed", "read", "named"),
    [
        ("over a solid red boarder", "over a solid red border", []),
        ("over a solid red boder", "over a solid red border", []),
        ("cosmicorder resolves", "cosmic order resolves", ["Cosmic Order"]),
        ("pibok resolves", "paibok, the power skrull resolves", ["Paibok, The Power Skrull"]),
    ],
)
def test_a_name_is_meant_where_no_plain_word_is_nearer(typed: str, read: str, named: list[str]) -> None:
    draft = Placed(typed, tuple(range(len(typed) + 1)))
    meant, mentions, _ = mended(draft, TERMS.find(typed), LEXICON, frozenset())
    assert meant.text == read
    assert [each.term.name for each in mentions] == named


def test_a_comma_within_a_name_parts_nothing() -> None:
    typed = "is paibok, the power skrull, hit"
    name = Term("p", "vs", "Paibok, The Power Skrull", "card", ("Paibok, the Power Skrull",))
    found = TermIndex((name,), LEXICON).find(typed)
    assert whole_names(typed, found) == "is paibok  the power skrull, hit"
    assert whole_names(typed, ()) == typed
