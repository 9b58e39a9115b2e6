"""The passages' vectors in PostgreSQL: pgvector's half precision, an HNSW graph where they are very many.

Up to EXACT vectors every cosine is worked out, by a scan that takes milliseconds; they come in one value, for as many
rows would take longer to read than to compare. Half precision is off by less than 0.0001 of a cosine.
"""

from __future__ import annotations

import struct

import numpy as np
import psycopg
from psycopg.adapt import Dumper
from psycopg.pq import Format

from kb.store.near import Floats, Rows
from kb.store.postgres.connections import SEARCHED, Reader, array

HEAD = struct.Struct(">hh")
EXACT = 60_000
COMPARED = SEARCHED
"""Nearest of a graph that are compared: as many as it finds."""

FACTS = "SELECT count, dimension, graph FROM vector_facts"
ALL = "SELECT string_agg(float4send((-(vector <#> ?::halfvec))::real), ''::bytea ORDER BY number) FROM vectors"
CHOSEN = f"{ALL} WHERE number = ANY(?::int[])"
NEAREST = (
    "WITH asked AS MATERIALIZED (SELECT ?::halfvec AS asked)"
    " SELECT number, -(vector <#> (TABLE asked)) FROM vectors ORDER BY vector <#> (TABLE asked) LIMIT "
)


def is_large(count: int) -> bool:
    """Whether so many vectors have a graph."""
    return count > EXACT


class PostgresIndex:
    """Nearest vectors by inner product, of one schema."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        [(count, dimension, graph)] = reader.rows(FACTS, plain=True)
        self._count, self._dimension, self.graph = int(count), int(dimension), bool(graph)
        self._all: Rows = np.arange(0 if graph else count, dtype=np.int64)

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        return self._dimension

    def __len__(self) -> int:
        return self._count

    def near(self, vector: Floats) -> tuple[Rows, Floats]:
        """Row numbers and cosines for one vector: all rows in order, or the COMPARED nearest of a graph."""
        if self.graph:
            return self._nearest(vector, COMPARED)
        [(scores,)] = self._reader.rows(ALL, [vector], plain=True, binary=True)
        return self._all, np.frombuffer(scores or b"", dtype=">f4").astype(np.float32)

    def cosines(self, vector: Floats, rows: Rows) -> Floats:
        """The cosine of each of these rows to a vector, whatever else is near."""
        numbers, places = np.unique(rows, return_inverse=True)
        [(scores,)] = self._reader.rows(CHOSEN, [vector, array(numbers.tolist())], plain=True, binary=True)
        found: Floats = np.frombuffer(scores or b"", dtype=">f4").astype(np.float32)[places]
        return found

    def search(self, vectors: Floats, limit: int) -> tuple[Floats, Rows]:
        """(scores, rows), each (n, limit), best first; where there are fewer, rows end with -1.

        ValueError for vectors of another dimension.
        """
        if vectors.ndim != 2 or vectors.shape[1] != self.dimension:
            raise ValueError(f"vectors of shape {vectors.shape} for an index of dimension {self.dimension}")
        scores = np.full((len(vectors), max(1, limit)), np.finfo(np.float32).min, dtype=np.float32)
        rows = np.full(scores.shape, -1, dtype=np.int64)
        for at, vector in enumerate(vectors):
            found, near = self._nearest(vector, max(1, limit))
            rows[at, : len(found)], scores[at, : len(near)] = found, near
        return scores, rows

    def _nearest(self, vector: Floats, limit: int) -> tuple[Rows, Floats]:
        found = self._reader.rows(f"{NEAREST}{limit:d}", [vector], plain=True, binary=True)
        numbers, scores = zip(*found, strict=True) if found else ((), ())
        return np.array(numbers, dtype=np.int64), np.array(scores, dtype=np.float32)


class Halves(Dumper):
    """A vector as pgvector sends and takes a halfvec: its dimension, an unused number, its numbers."""

    format = Format.BINARY

    def dump(self, obj: Floats) -> bytes:
        """The bytes of a vector; its numbers are rounded as the database would round them."""
        return HEAD.pack(len(obj), 0) + obj.astype(">f2").tobytes()


psycopg.adapters.register_dumper(np.ndarray, Halves)
