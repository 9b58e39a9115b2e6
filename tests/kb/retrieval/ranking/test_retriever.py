"""Ranking over a small base: words, meaning, cards, sections, games."""

from __future__ import annotations

import numpy as np
import pytest

from kb.retrieval.ranking.layout import Layout
from kb.retrieval.ranking.meaning import Meaning
from kb.retrieval.ranking.retriever import Retriever
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
    retriever = Retriever(FakeStore(), LAYOUT, LEXICON, meaning)
    hits = retriever.search(read("shove a giant"))
    assert hits[0].clause == CLAUSES[5]
    assert dict(hits[0].features)["clause"] == pytest.approx(0.9)


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
