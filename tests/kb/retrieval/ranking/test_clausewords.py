"""The words of clauses and of their wordings, and how much of a question's words they hold."""

from __future__ import annotations

import pytest

from kb.retrieval.ranking.clausewords import ClauseWords
from kb.retrieval.ranking.teaching import Teaching
from tests.kb.fakes import CLAUSES, LEXICON

PRESS, *_ = CLAUSES


def words(heard: str = "", most: int = 10) -> ClauseWords:
    """The words of clauses each of which players ask for in these."""
    return ClauseWords(LEXICON, Teaching(heard_for=lambda _: heard), most)


def test_a_clause_holds_its_words_and_its_wordings_theirs() -> None:
    asked = words().weighed(("press", "discount"))
    unheard, heard = (asked.shares(words(each).known([PRESS]))[0] for each in ("", "any discounts"))
    assert 0 < unheard[0] == unheard[1] < 1
    assert heard == (unheard[0], pytest.approx(1.0))
    assert words().weighed(()).shares(words().known([PRESS])) == [(0.0, 0.0)]


def test_a_word_that_is_said_twice_counts_once() -> None:
    assert words().weighed(("press", "press")) == words().weighed(("press",))


def test_what_is_known_of_many_clauses_is_given_up() -> None:
    kept = words(most=1)
    for clause in CLAUSES[:3]:
        kept.known([clause])
    assert [kept.knows(clause.id) for clause in CLAUSES[:3]] == [False, False, True]
