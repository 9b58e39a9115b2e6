"""Arrays over passages: which clause, which check, which game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from kb.errors import SnapshotError
from kb.retrieval.embedding.nearness import Dense, dense_search, foreseen, kept_vectors, spread
from kb.retrieval.ranking.layout import Layout, Samples
from kb.retrieval.ranking.samples import Nearest

PLACES = [
    ("go/r#1.p1", "go", "go/r", "clause", ""),
    ("go/r#2.p1", "go", "go/r", "clause", ""),
    ("go/r#1.p1", "go", "go/r", "sentence", ""),
    ("go/r#1.p1", "go", "go/r", "wording", "go/ko"),
    ("chess/r#1.p1", "chess", "chess/r", "wording", "chess/castle"),
    ("go/r#2.p1", "go", "go/r", "gap", ""),
    ("go/r#1.p1", "go", "go/r", "wording", "go/ko"),
    ("go/r#2.p1", "go", "go/r", "wording", "go/pass"),
    ("go/r#2.p1", "go", "go/r", "wording", ""),
]
LAYOUT = Layout.of(PLACES)


def test_a_clause_is_as_near_as_its_nearest_passage_of_each_kind() -> None:
    scores = np.array([0.5, 0.4, 0.6, 0.2, 0.7, 0.9, 0.3, 0.1, 0.2], dtype=np.float32)
    found = {name: [round(float(each), 1) for each in best] for name, best in LAYOUT.nearest(every(), scores).items()}
    assert LAYOUT.clauses == ("go/r#1.p1", "go/r#2.p1", "chess/r#1.p1")
    assert found == {
        "clause": [0.5, 0.4, 0.0],
        "part": [0.6, 0.0, 0.0],
        "wording": [0.3, 0.2, 0.7],
        "own": [0.0, 0.2, 0.0],
    }


def test_passages_that_were_not_compared_are_not_near() -> None:
    found = LAYOUT.nearest(np.array([6, 1]), np.array([0.8, 0.5], dtype=np.float32))
    assert found["wording"].tolist() == np.array([0.8, 0, 0], np.float32).tolist()
    assert spread(np.array([6, 1]), np.array([0.5, 0.25], np.float32), 9).tolist() == [-1, 0.25, *[-1] * 4, 0.5, -1, -1]


def test_samples_stand_by_game_and_check_the_last_written_first() -> None:
    samples = LAYOUT.samples["go"]
    assert samples.checks == ("go/ko", "go/pass")
    assert samples.rows.tolist() == [[6, 3], [7, len(LAYOUT)]]
    assert LAYOUT.samples["chess"].rows.tolist() == [[4]]
    assert {game: rows.tolist() for game, rows in LAYOUT.gaps.items()} == {"go": [5]}


def counting() -> tuple[Dense, list[str]]:
    """A search by meaning, and the texts that were encoded for it so far."""
    asked: list[str] = []

    def encode(texts: Sequence[str]) -> np.ndarray:
        asked.extend(texts)
        return np.ones((len(texts), 2), dtype=np.float32)

    return dense_search(kept_vectors(encode), lambda vector: (every(), np.full(9, vector.sum(), np.float32))), asked


def test_a_question_is_encoded_once() -> None:
    dense, asked = counting()
    assert [dense("may I pass?")[1][0] for _ in range(3)] == [2.0] * 3
    assert asked == ["may I pass?"]


def test_what_is_foreseen_is_known_when_it_is_asked_for() -> None:
    dense, asked = counting()
    story, question = "He passed. May I pass?", "May I pass?"
    with foreseen(dense, [question]):
        dense(story)
    assert sorted(asked) == [story, question]
    dense(question)
    with foreseen(dense, []), foreseen(None, [story]):
        pass
    assert len(asked) == 2


def test_what_is_foreseen_inside_of_such_a_block_is_asked_for_when_it_is_wanted() -> None:
    """One question at a time has help: others, and what it foresees besides, are worked out where they stand."""
    dense, asked = counting()
    with foreseen(dense, ["May I pass?", "May I pass?"]), foreseen(dense, ["May I castle?"]):
        pass
    assert asked == ["May I pass?"]


def every() -> np.ndarray:
    """All rows."""
    return np.arange(len(PLACES))


def test_the_nearest_samples_of_a_check_are_at_most_three_best_first() -> None:
    scores = np.array([[0.2, 0.9, 0.9, 0.5], [-1, -1, -1, -1]], dtype=np.float32)
    samples = Samples(("go/ko", "go/pass"), np.array([[7, 6, 5, 4], [8, 8, 8, 8]]))
    found = Nearest(samples, scores)
    assert found.best == {"go/ko": pytest.approx(0.9)}
    asked = found.of("go/ko")
    assert asked is not None
    assert [number for _, number in asked.nearest] == [6, 5, 4]
    assert found.of("go/pass") is found.of("go/no-such") is None


def test_a_layout_is_kept_in_a_file(tmp_path: Path) -> None:
    LAYOUT.save(tmp_path / "layout.npz")
    opened = Layout.open(tmp_path / "layout.npz")
    assert (opened.clauses, opened.checks, opened.game_of.tolist()) == (
        LAYOUT.clauses,
        LAYOUT.checks,
        LAYOUT.game_of.tolist(),
    )
    scores = np.linspace(0.1, 0.9, len(PLACES), dtype=np.float32)
    nearest, kept = opened.nearest(every(), scores), LAYOUT.nearest(every(), scores)
    assert {name: each.tolist() for name, each in nearest.items()} == {
        name: each.tolist() for name, each in kept.items()
    }
    assert opened.samples["go"].rows.tolist() == LAYOUT.samples["go"].rows.tolist()
    (tmp_path / "layout.npz").write_bytes(b"PK")
    with pytest.raises(SnapshotError, match=r"layout\.npz cannot be read"):
        Layout.open(tmp_path / "layout.npz")
