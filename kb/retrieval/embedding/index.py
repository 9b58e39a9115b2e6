"""The vector index: FAISS, row number = passage number, scores are cosines of normalised vectors.

Up to EXACT vectors every one is compared, those that look near in full. They are stored turned, so that the first
HEAD of their numbers hold most of what they tell: these are compared for all, which reads a third of the memory, and
all of them for the REFINED nearest. Above EXACT an inverted file of 8-bit vectors answers in under a millisecond at a
recall of 0.97 (measured in DESIGN).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kb.errors import SnapshotError
from kb.held import Alike
from kb.home import file_sum

EXACT = 60_000
COMPARED = 2_000
PROBED_SHARE = 1 / 32
HEAD = 128
REFINED = 1_000
DEVIATIONS = 1
Vectors = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int64]


class VectorIndex:
    """Nearest vectors by inner product."""

    def __init__(self, index: Any) -> None:
        self._index = index
        self._count, self._dimension = int(index.ntotal), int(index.d)
        self._all: Rows = np.arange(self._count, dtype=np.int64)
        self._turned = Turned(index) if is_turned(index) else None

    @classmethod
    def of(cls, vectors: Vectors, exact: int = EXACT) -> VectorIndex:
        """An index over the rows of `vectors` (n, dimension), L2-normalised float32; exact up to `exact` rows."""
        import faiss

        count, dimension = vectors.shape
        index: Any
        if count <= exact:
            index = faiss.IndexFlatIP(dimension)
            if dimension > HEAD:
                index = faiss.IndexPreTransform(turn(vectors), index)
        else:
            lists = max(1, round(4 * count**0.5))
            index = faiss.index_factory(dimension, f"IVF{lists},SQ8", faiss.METRIC_INNER_PRODUCT)
            index.train(vectors)
            index.nprobe = max(8, round(lists * PROBED_SHARE))
        index.add(vectors)
        return cls(index)

    @classmethod
    def open(cls, path: Path) -> VectorIndex:
        """The index in a file; SnapshotError where it cannot be read."""
        try:
            return _open.of(file_sum(path), lambda: cls._read(path))
        except (OSError, RuntimeError) as error:
            raise SnapshotError(f"{path} cannot be read: it is no vector index") from error

    @classmethod
    def _read(cls, path: Path) -> VectorIndex:
        import faiss

        found = cls(faiss.read_index(str(path)))
        if found._turned is not None:
            found._index = None  # its vectors are held once, in the parts that they are compared by
        return found

    def save(self, path: Path) -> None:
        """Write an index that was made here into a file."""
        import faiss

        faiss.write_index(self._index, str(path))

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        return self._dimension

    def __len__(self) -> int:
        return self._count

    def near(self, vector: Vectors) -> tuple[Rows, Vectors]:
        """Row numbers and cosines for one vector: all rows in order, or the COMPARED nearest of an inverted file.

        Comparing all without ranking them takes a fourth of a search, in one thread, and lets other threads run.
        Of a turned index with more than REFINED rows, the cosines that stand out are in full, REFINED of them at most:
        those more than DEVIATIONS standard deviation above the mean. The others are near (standard error 0.006 on the
        five games' passages).
        """
        import faiss

        if self._turned is not None:
            return self._all, self._turned.near(vector)
        if not isinstance(self._index, faiss.IndexFlat):
            scores, rows = self.search(vector[None], COMPARED)
            held = rows[0] >= 0
            return rows[0][held], scores[0][held]
        return self._all, products(stored(self._index), vector)

    def search(self, vectors: Vectors, limit: int) -> tuple[Vectors, Rows]:
        """(scores, rows), each (n, limit), best first; where there are fewer, rows end with -1.

        ValueError for vectors of another dimension.
        """
        if vectors.ndim != 2 or vectors.shape[1] != self.dimension:
            raise ValueError(f"vectors of shape {vectors.shape} for an index of dimension {self.dimension}")
        asked = np.ascontiguousarray(vectors, dtype=np.float32)
        if self._turned is not None:
            return best_of(np.array([self._turned.exactly(each) for each in asked]), max(1, limit))
        scores, rows = self._index.search(asked, max(1, limit))
        return scores, rows


_open = Alike[VectorIndex]()


class Turned:
    """An exact index whose vectors were turned: a first look at HEAD numbers of each, a second at the others of the
    nearest. Heads and tails are held apart, one vector's after the other's, the tails in half precision: what they add
    to a cosine is off by less than 0.0001, and a third of the memory is spared."""

    def __init__(self, index: Any) -> None:
        import faiss

        turn: Any = faiss.downcast_VectorTransform(index.chain.at(0))
        self._basis = faiss.vector_to_array(turn.A).reshape(turn.d_out, turn.d_in)
        vectors = stored(faiss.downcast_index(index.index))
        self._heads = np.ascontiguousarray(vectors[:, :HEAD])
        self._tails = vectors[:, HEAD:].astype(np.float16)

    def near(self, vector: Vectors) -> Vectors:
        """The cosine of every row to a vector, exact for the nearest."""
        if len(self._heads) <= REFINED:
            return self.exactly(vector)
        asked = products(self._basis, vector)
        found = products(self._heads, asked[:HEAD])
        rows = np.flatnonzero(found > found.mean() + DEVIATIONS * found.std())
        if len(rows) > REFINED:
            rows = rows[np.argpartition(-found[rows], REFINED)[:REFINED]]
        found[rows] += products(self._tails[rows].astype(np.float32), asked[HEAD:])
        return found

    def exactly(self, vector: Vectors) -> Vectors:
        """The cosine of every row to a vector."""
        asked = products(self._basis, vector)
        return products(self._heads, asked[:HEAD]) + products(self._tails.astype(np.float32), asked[HEAD:])


def read_vectors(path: Path) -> Vectors:
    """Every vector of the index in a file, (n, dimension), as it was given; of an inverted file as it is kept.
    SnapshotError where it cannot be read."""
    import faiss

    try:
        index = faiss.read_index(str(path))
        found: Vectors = index.reconstruct_n(0, index.ntotal)
    except RuntimeError as error:
        raise SnapshotError(f"{path} cannot be read: it is no vector index") from error
    return found


def best_of(scores: Vectors, limit: int) -> tuple[Vectors, Rows]:
    """The highest of each row of scores (n, rows), best first, with their places, each (n, limit); where there are
    fewer, places end with -1 and scores with the least there is."""
    rows = np.argsort(-scores, axis=1, kind="stable")[:, :limit].astype(np.int64)
    lacking = ((0, 0), (0, limit - rows.shape[1]))
    found = np.take_along_axis(scores, rows, axis=1)
    least = float(np.finfo(np.float32).min)
    return np.pad(found, lacking, constant_values=least), np.pad(rows, lacking, constant_values=-1)


def stored(flat: Any) -> Vectors:
    """The vectors of a flat index, (n, dimension), where they lie; only as long as the index is held."""
    import faiss

    found: Vectors = faiss.rev_swig_ptr(flat.get_xb(), flat.ntotal * flat.d).reshape(flat.ntotal, flat.d)
    return found


def is_turned(index: Any) -> bool:
    """Whether an index holds turned vectors, each in full."""
    import faiss

    return isinstance(index, faiss.IndexPreTransform) and isinstance(faiss.downcast_index(index.index), faiss.IndexFlat)


def turn(vectors: Vectors) -> Any:
    """The rotation after which the numbers of these vectors are ordered by how much they tell, as FAISS applies it.

    Its rows are the eigenvectors of the vectors' second moments, greatest eigenvalue first: the basis in which the
    first numbers leave the least of all inner products out (Eckart and Young, 1936). Cosines stay what they were.
    """
    import faiss

    dimension = vectors.shape[1]
    _, basis = np.linalg.eigh(np.asarray(vectors.T @ vectors, dtype=np.float64))
    rotation: Any = faiss.LinearTransform(dimension, dimension, False)
    faiss.copy_array_to_vector(np.ascontiguousarray(basis[:, ::-1].T, dtype=np.float32).ravel(), rotation.A)
    rotation.is_trained = True
    rotation.set_is_orthonormal()
    return rotation


def products(rows: Vectors, vector: Vectors) -> Vectors:
    """The inner products of rows (n, dimension) with one vector, in this thread alone.

    BLAS' threads wait for each other where several requests are answered at a time.
    """
    import faiss

    found = np.empty(len(rows), dtype=np.float32)
    asked = np.ascontiguousarray(vector, dtype=np.float32)
    faiss.fvec_inner_products_ny(  # type: ignore[attr-defined]  # made by SWIG
        faiss.swig_ptr(found), faiss.swig_ptr(asked), faiss.swig_ptr(rows), len(asked), len(rows)
    )
    return found
