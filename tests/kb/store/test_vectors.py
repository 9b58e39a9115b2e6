"""Vectors in PostgreSQL: the same cosines and nearest as FAISS has, by a scan and by a graph."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from kb.retrieval.embedding.encoder import normalised
from kb.retrieval.embedding.index import VectorIndex
from kb.store.near import Floats
from kb.store.postgres.connections import Reader, connect
from kb.store.postgres.vectors import COMPARED, PostgresIndex
from kb.store.postgres.write import write_vectors
from tests.support.postgres import Server, database

HALF = 0.001
"""How far off half precision may be."""


@pytest.fixture(scope="module")
def vectors() -> Floats:
    """Normalised vectors in no order."""
    return normalised(np.random.default_rng(3).normal(size=(400, 48)))


@pytest.fixture(scope="module", params=[False, True], ids=["scan", "graph"])
def index(request: pytest.FixtureRequest, postgres: Server, vectors: Floats) -> Iterator[PostgresIndex]:
    """The vectors in a schema, compared all or by a graph."""
    address = database(postgres, "vectors")
    with connect(address) as connection:
        connection.execute("CREATE EXTENSION vector SCHEMA public")
        connection.execute("CREATE SCHEMA kb_1; SET search_path = kb_1, public")
        with connection.transaction():
            write_vectors(connection, vectors, graph=request.param)
    reader = Reader(address, "kb_1")
    yield PostgresIndex(reader)
    reader.close()


def test_it_knows_how_many_there_are(index: PostgresIndex) -> None:
    assert (len(index), index.dimension) == (400, 48)


def test_the_nearest_are_those_that_faiss_finds(index: PostgresIndex, vectors: Floats) -> None:
    asked = normalised(vectors[:20] + 0.3 * vectors[20:40])
    scores, rows = index.search(asked, 5)
    expected, nearest = VectorIndex.of(vectors).search(asked, 5)
    assert np.abs(scores - expected).max() < HALF
    assert (rows == nearest).mean() > 0.97


def test_near_gives_the_cosines_of_its_rows(index: PostgresIndex, vectors: Floats) -> None:
    rows, scores = index.near(vectors[7])
    assert rows[np.argmax(scores)] == 7
    assert np.abs(scores - vectors[rows] @ vectors[7]).max() < HALF
    assert len(set(rows.tolist())) == len(rows) == (COMPARED if index.graph else len(index))


def test_any_rows_can_be_compared(index: PostgresIndex, vectors: Floats) -> None:
    rows = np.array([[7, 399, 7], [0, 12, 3]])
    scores = index.cosines(vectors[7], rows.ravel()).reshape(rows.shape)
    assert np.abs(scores - vectors[rows] @ vectors[7]).max() < HALF


def test_fewer_than_asked_for_end_with_minus_one(index: PostgresIndex, vectors: Floats) -> None:
    _, rows = index.search(vectors[:1], 500)
    assert rows.shape == (1, 500)
    assert rows[0, -1] == -1


def test_vectors_of_another_dimension_are_refused(index: PostgresIndex) -> None:
    with pytest.raises(ValueError, match="dimension 48"):
        index.search(np.zeros((1, 3), dtype=np.float32), 5)
