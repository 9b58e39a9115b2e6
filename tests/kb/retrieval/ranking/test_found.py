"""Of a store with very many passages the layout of what is found ranks as that of all passages does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kb.knowledge import KnowledgeBase
from kb.retrieval.arrays import Floats, Rows
from kb.retrieval.embedding.encoder import HashingEncoder
from kb.retrieval.ranking.found import FoundLayout
from kb.retrieval.ranking.layout import Layout
from kb.retrieval.ranking.meaning import Meaning
from kb.retrieval.ranking.retriever import Retriever
from kb.store.sqlite import Store, write_store
from tests.kb import samples
from tests.kb.samples import publish_sample

PLACES = [
    ("g/d#1", "g", "g/d", "clause", ""),
    ("g/d#1", "g", "g/d", "wording", ""),
    ("g/d#2", "g", "g/d", "clause", ""),
    ("g/d#2", "g", "g/d", "wording", "g/one"),
    ("h/d#1", "h", "h/d", "clause", ""),
    ("g/d#1", "g", "g/d", "wording", "g/two"),
    ("g/d#2", "g", "g/d", "wording", "g/one"),
    ("h/d#1", "h", "h/d", "gap", ""),
]


class Places:
    """A store that has PLACES."""

    def places_of(self, numbers: list[int]) -> list[tuple[str, str, str, str, str]]:
        return [PLACES[number] for number in numbers]

    def samples_of(self, game: str) -> list[tuple[int, str, str]]:
        own = ((at, each) for at, each in enumerate(PLACES) if each[1] == game and (each[4] or each[3] == "gap"))
        return [(at, each[3], each[4]) for at, each in own]

    def counts_of(self, game: str) -> tuple[int, int]:
        own = [each for each in PLACES if each[1] == game]
        return len({each[0] for each in own}), sum(each[3] == "wording" for each in own)


def test_samples_gaps_and_counts_are_those_of_all_passages() -> None:
    whole, found = Layout.of(PLACES), FoundLayout(Places(), len(PLACES))
    assert len(found) == len(whole)
    for game in ("g", "h", "none"):
        ours, theirs = found.samples_of(game), whole.samples_of(game)
        assert (ours is None) == (theirs is None)
        if ours is not None and theirs is not None:
            assert ours.checks == theirs.checks
            assert ours.rows.tolist() == theirs.rows.tolist()
        gaps, known = found.gaps_of(game), whole.gaps_of(game)
        assert (None if gaps is None else gaps.tolist()) == (None if known is None else known.tolist())
        assert found.counts_of(game) == whole.counts_of(game)


def test_what_is_worth_doing_for_a_question_differs_by_how_many_passages_there_are() -> None:
    """Where vectors are compared here, words are always searched, and what is compared later is worked out beside."""
    whole, found = Layout.of(PLACES), FoundLayout(Places(), len(PLACES))
    texts = ["may I pass?"]
    assert (whole.while_words_are_searched(texts), whole.while_clauses_are_found(texts)) == ((), texts)
    assert (found.while_words_are_searched(texts), found.while_clauses_are_found(texts)) == (texts, ())
    assert [each.searches_words(weight) for each in (whole, found) for weight in (0.0, 0.2)] == [
        True,
        True,
        False,
        True,
    ]
    assert found.CLAUSES_KEPT < whole.CLAUSES_KEPT


def test_what_is_found_is_as_near_as_among_all() -> None:
    rows, scores = np.array([6, 2, 4]), np.array([0.5, 0.7, 0.9], dtype=np.float32)
    whole = Layout.of(PLACES)
    few, (own,) = FoundLayout(Places(), len(PLACES)).about(rows)
    ours, theirs = few.nearest(own, scores), whole.nearest(rows, scores)
    for name in theirs:
        known = dict(zip(whole.clauses, theirs[name].tolist(), strict=True))
        assert dict(zip(few.clauses, ours[name].tolist(), strict=True)) == {each: known[each] for each in few.clauses}


def test_a_store_says_the_same_of_chosen_passages_as_of_all(tmp_path: Path) -> None:
    write_store(tmp_path / "kb.db", samples.CONTENTS)
    store = Store.open(tmp_path / "kb.db")
    places = store.passage_places()
    assert store.places_of([4, 1]) == [places[1], places[4]]
    assert store.places_of([]) == []
    assert store.counts_of("chess") == (5, 0)
    assert store.samples_of("chess") == []


@pytest.mark.parametrize("question", ["may a pinned knight jump?", "what does Dr. Pawn cost", "a roll of 3"])
def test_the_hits_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, question: str) -> None:
    publish_sample(tmp_path, "1").close()
    with KnowledgeBase.open(tmp_path) as base:
        whole = base.retriever.search(base.read(question))
    monkeypatch.setattr(Store, "very_large", True)
    with KnowledgeBase.open(tmp_path) as base:
        assert isinstance(base.retriever.layout, FoundLayout)
        assert base.retriever.search(base.read(question)) == whole


def test_samples_are_compared_by_themselves_where_the_nearest_are_few(tmp_path: Path) -> None:
    """Rows of the number of all stand for none; what is not among the nearest has its cosine all the same."""
    layout = FoundLayout(Places(), len(PLACES))
    vectors = HashingEncoder(16).encode([f"passage {at}" for at in range(len(PLACES))])
    asked: list[int] = []

    def cosines(text: str, rows: Rows) -> Floats:
        asked.extend(rows.tolist())
        found: Floats = vectors[rows] @ HashingEncoder(16).encode([text])[0]
        return found

    def near(text: str) -> tuple[Rows, Floats]:
        return np.array([0]), np.array([1.0], dtype=np.float32)

    publish_sample(tmp_path, "1").close()
    with KnowledgeBase.open(tmp_path) as base:
        retriever = Retriever(base.store, layout, base.lexicon, Meaning(near, cosines))
        found = retriever.checks(base.read("passage 6"), "g")
    assert sorted(set(asked)) == [3, 5, 6]
    assert found.best["g/one"] == pytest.approx(1.0)
    assert found.of("g/two") is not None


def test_words_are_not_looked_for_in_a_game_in_which_they_weigh_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has written questions for the sample's game: there it weighs nothing which passages hold most words."""
    publish_sample(tmp_path, "1").close()
    with KnowledgeBase.open(tmp_path) as base:
        whole = base.retriever.search(base.read("may a pinned knight jump?"), "chess")
    monkeypatch.setattr(Store, "very_large", True)
    with KnowledgeBase.open(tmp_path) as base:
        monkeypatch.setattr(base.store, "lexical", None)
        found = base.retriever.search(base.read("may a pinned knight jump?"), "chess")
    assert [(hit.clause, hit.score) for hit in found] == [(hit.clause, hit.score) for hit in whole]


def test_where_the_encoder_comes_later_clauses_rank_as_where_it_was_there_at_once(tmp_path: Path) -> None:
    """As a server opens, which answers by words at first: other weights hold in a game of text alone from then on."""
    publish_sample(tmp_path, "1").close()
    with KnowledgeBase.open(tmp_path) as base, KnowledgeBase.open(tmp_path, use_dense=False) as later:
        question = base.read("may a pinned knight jump?")
        assert later.retriever.search(question) != base.retriever.search(question)
        later.add_dense()
        assert later.retriever.search(question) == base.retriever.search(question)
