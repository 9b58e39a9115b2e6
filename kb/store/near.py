"""What is asked of the passages' vectors: FAISS has it (kb/retrieval/embedding/index.py), and so has PostgreSQL."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int64]


class Near(Protocol):
    """The passages' vectors, by the passages' numbers; scores are cosines of normalised vectors."""

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""

    def __len__(self) -> int:
        """How many vectors there are."""

    def near(self, vector: Floats) -> tuple[Rows, Floats]:
        """Row numbers and cosines for one vector: all rows in order, or the nearest where there are very many."""

    def search(self, vectors: Floats, limit: int) -> tuple[Floats, Rows]:
        """(scores, rows), each (n, limit), best first; where there are fewer, rows end with -1."""


class StoredVectors(Near, Protocol):
    """Vectors that stand in the same database as the records."""

    def cosines(self, vector: Floats, rows: Rows) -> Floats:
        """The cosine of each of these rows to a vector, whatever else is near."""
