"""What stands around a number."""

from __future__ import annotations

import pytest

from kb.question.read import read
from kb.readers.numbers import labels
from kb.records import Term
from kb.words.lexicon import Lexicon
from kb.words.terms import TermIndex
from kb.words.vocabulary import Vocabulary

LEXICON = Lexicon.of(["a winded scout has armour and hits", "a scout has a shield"])
TERMS = [Term("t", "tiny", "winded", "state", ()), Term("u", "tiny", "scout", "figure", ("scouts",))]
VOCABULARY = Vocabulary(LEXICON, TermIndex(TERMS, LEXICON), ())


@pytest.mark.parametrize(
    ("question", "listed"),
    [
        ("armour 7 hits 2 dead", True),
        ("armour 7 hits 2 winded", True),  # a state of the game's
        ("armour 7 hits 2 scouts", False),
        ("armour 7 hits 2", True),
    ],
)
def test_a_list_of_numbers_ends_with_how_somebody_is(question: str, listed: bool) -> None:
    read_now = read(question, VOCABULARY)
    assert labels(read_now, read_now.quantities[0], 0, 1) is listed
