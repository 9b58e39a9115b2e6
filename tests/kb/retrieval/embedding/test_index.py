"""The vector index: exact for what a rulebook has, nearly so for a library, row number = passage number."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kb.errors import SnapshotError
from kb.retrieval.embedding.encoder import Vectors, normalised
from kb.retrieval.embedding.index import HEAD, VectorIndex


def clustered(count: int, dimension: int, groups: int = 50) -> Vectors:
    """Vectors in groups, as texts of some topics are."""
    random = np.random.default_rng(7)
    centres = random.normal(size=(groups, dimension))
    return normalised(centres[random.integers(groups, size=count)] + 0.6 * random.normal(size=(count, dimension)))


def test_a_vector_finds_its_own_row_with_its_cosine() -> None:
    vectors = clustered(200, 16)
    index = VectorIndex.of(vectors)
    scores, rows = index.search(vectors[[5, 150]], 3)
    assert (len(index), index.dimension) == (200, 16)
    assert rows[:, 0].tolist() == [5, 150]
    assert np.allclose(scores[:, 0], 1.0, atol=1e-5)
    assert np.allclose(scores[0], np.sort(vectors @ vectors[5])[::-1][:3], atol=1e-5)


def test_an_index_in_a_file_is_the_same(tmp_path: Path) -> None:
    vectors = clustered(100, 8)
    VectorIndex.of(vectors).save(tmp_path / "vectors.faiss")
    read = VectorIndex.open(tmp_path / "vectors.faiss")
    assert read.search(vectors[:4], 5)[1].tolist() == VectorIndex.of(vectors).search(vectors[:4], 5)[1].tolist()


def test_more_rows_than_there_are_end_with_minus_one() -> None:
    _, rows = VectorIndex.of(clustered(2, 4)).search(clustered(2, 4)[:1], 4)
    assert sorted(rows[0].tolist()) == [-1, -1, 0, 1]


def test_a_large_index_finds_nearly_what_an_exact_one_finds() -> None:
    vectors = clustered(6_000, 32)
    exact = VectorIndex.of(vectors).search(vectors[:100], 10)[1]
    large = VectorIndex.of(vectors, exact=1_000).search(vectors[:100], 10)[1]
    recall = np.mean([len(set(one) & set(other)) / 10 for one, other in zip(exact, large, strict=True)])
    assert 0.85 < recall <= 1.0


@pytest.mark.parametrize("shape", [(1, 5), (4,)], ids=["another dimension", "no row"])
def test_vectors_of_another_shape_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="dimension 4"):
        VectorIndex.of(clustered(3, 4)).search(np.ones(shape, np.float32), 1)


def test_a_file_that_is_no_index_is_refused(tmp_path: Path) -> None:
    (tmp_path / "vectors.faiss").write_bytes(b"no index")
    with pytest.raises(SnapshotError, match="it is no vector index"):
        VectorIndex.open(tmp_path / "vectors.faiss")


@pytest.mark.parametrize("exact", [1000, 10], ids=["every one compared", "inverted file"])
def test_all_that_is_near_comes_unranked(exact: int) -> None:
    drawn = np.random.default_rng(3).normal(size=(300, 8)).astype(np.float32)
    vectors = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
    rows, scores = VectorIndex.of(vectors, exact).near(vectors[7])
    assert rows[scores.argmax()] == 7
    assert scores == pytest.approx((vectors @ vectors[7])[rows], abs=0.02)
    assert len(rows) == 300 if exact > 300 else 8 <= len(rows) <= 300


def thin(count: int, dimension: int) -> Vectors:
    """Vectors that mostly lie in a few directions, as an encoder's do."""
    random = np.random.default_rng(11)
    strong = random.normal(size=(count, 24)) @ random.normal(size=(24, dimension))
    return normalised(strong + 0.3 * random.normal(size=(count, dimension)))


def test_long_vectors_are_looked_at_in_part_and_the_nearest_in_full(tmp_path: Path) -> None:
    vectors = thin(3_000, HEAD + 64)
    asked = normalised(vectors[[7]] + 0.02 * thin(1, HEAD + 64))[0]
    VectorIndex.of(vectors).save(tmp_path / "vectors.faiss")
    rows, scores = VectorIndex.open(tmp_path / "vectors.faiss").near(asked)
    right = vectors @ asked
    assert rows.tolist() == list(range(3_000))
    best = np.argsort(-right)[:50]
    assert scores[best] == pytest.approx(right[best], abs=1e-5)
    assert np.argsort(-scores)[:50].tolist() == best.tolist()
    assert scores == pytest.approx(right, abs=0.1)


def test_turning_leaves_a_search_as_it_was(tmp_path: Path) -> None:
    vectors = thin(400, HEAD + 8)
    scores, rows = VectorIndex.of(vectors).search(vectors[:3], 4)
    expected = np.sort(vectors[:3] @ vectors.T, axis=1)[:, ::-1][:, :4]
    assert scores == pytest.approx(expected, abs=1e-5)
    assert rows[:, 0].tolist() == [0, 1, 2]


def test_a_turned_index_in_a_file_is_searched_like_the_one_that_was_written(tmp_path: Path) -> None:
    vectors = thin(3, HEAD + 8)
    made = VectorIndex.of(vectors)
    made.save(tmp_path / "vectors.faiss")
    opened = VectorIndex.open(tmp_path / "vectors.faiss")
    assert (len(opened), opened.dimension) == (3, HEAD + 8)
    scores, rows = opened.search(vectors[[1]], 5)
    assert (rows[0, 0], rows[0, 3:].tolist()) == (1, [-1, -1])
    assert scores[0, :3] == pytest.approx(np.sort(vectors @ vectors[1])[::-1], abs=1e-5)


def test_an_index_of_an_earlier_version_is_compared_in_full(tmp_path: Path) -> None:
    import faiss

    vectors = thin(200, HEAD + 8)
    plain = faiss.IndexFlatIP(HEAD + 8)
    plain.add(vectors)
    faiss.write_index(plain, str(tmp_path / "vectors.faiss"))
    _, scores = VectorIndex.open(tmp_path / "vectors.faiss").near(vectors[3])
    assert scores == pytest.approx(vectors @ vectors[3], abs=1e-5)
