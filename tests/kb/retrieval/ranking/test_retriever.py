"""Ranking over a small base: words, meaning, cards, sections, games."""

from __future__ import annotations

import numpy as np
import pytest

from kb.retrieval.ranking import retriever
from kb.retrieval.ranking.candidates import Query
from kb.retrieval.ranking.layout import Layout
from kb.retrieval.ranking.meaning import Meaning
from kb.retrieval.ranking.retriever import Retriever
from kb.retrieval.ranking.teaching import Teaching
from tests.kb.fakes import CLAUSES, LEXICON, FakeStore, read

LAYOUT = Layout.of(FakeStore().passage_places())
LEXICAL = Retriever(FakeStore(), LAYOUT, LEXICON)


def first(question: str, **limits: str) -> str:
    hits = LEXICAL.search(read(question), **limits)
    return hits[0].clause.id if hits else ""


@pytest.mark.parametrize(
    ("question", "clause"),
    [
        ("does press leave my boost cost", "vs/faq#3.b3"),
        ("can a huge figure be pulled", "age/effects#pull.p4"),
        ("pushed large figure", "age/effects#push.p4"),
        ("moondragon draws how many cards", "vs/faq#moondragon.r1"),
        ("what about klaw", "vs/faq#klaw.r1"),
    ],
)
def test_the_clause_that_answers_comes_first(question: str, clause: str) -> None:
    assert first(question) == clause


def test_a_game_or_document_keeps_others_out() -> None:
    hits = LEXICAL.search(read("cost of a large figure"), game="vs")
    assert hits
    assert {hit.clause.game for hit in hits} == {"vs"}
    assert LEXICAL.search(read("large figure"), document="no/such") == ()


def test_scores_fall_and_ranks_count_from_one() -> None:
    hits = LEXICAL.search(read("press cost"))
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_meaning_is_added_where_an_encoder_is_there() -> None:
    meaning = Meaning(lambda text: (np.array([5, 4]), np.array([0.9, 0.2], dtype=np.float32)))
    found = Retriever(FakeStore(), LAYOUT, LEXICON, meaning)
    hits = found.search(read("shove a giant"))
    assert hits[0].clause == CLAUSES[5]
    assert dict(hits[0].features)["clause"] == pytest.approx(0.9)


def test_of_text_alone_the_clause_that_holds_a_word_is_compared_where_others_come_nearer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`crack` by whoever names no game: clauses of one game alone have the word, one where words weigh nothing."""
    monkeypatch.setattr(retriever, "CANDIDATES", 1)
    near = Meaning(lambda text: (np.array([0, 1]), np.array([0.5, 0.4], dtype=np.float32)))
    found = Retriever(FakeStore(), LAYOUT, LEXICON, near, Teaching(text_alone=frozenset({"age"})))
    told = found._candidates.find(Query(read("pulled"), None, None, None, "", 1))
    assert [each.path for each in told.clauses] == ["3.p1", "pull.p4", "pull.e1"]
    assert found.search(read("pulled"), limit=1)[0].clause.id == "age/effects#pull.p4"


def test_a_named_section_outranks_its_neighbours() -> None:
    hits = LEXICAL.search(read("section 3 press cost"))
    assert dict(hits[0].features)["section"] == 1.0


def test_nothing_in_common_is_no_hit() -> None:
    assert LEXICAL.search(read("weather")) == ()


def test_coverage_is_the_weighted_share_of_words_held() -> None:
    words = LEXICAL.words
    stems = words.stems(CLAUSES[0])
    assert words.coverage(["press", "character"], stems) == pytest.approx(1.0)
    assert 0 < words.coverage(["press", "weather"], stems) < 0.6
    assert words.coverage([], stems) == 0.0
