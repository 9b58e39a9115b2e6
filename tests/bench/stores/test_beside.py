"""A synthetic game beside the real ones: it is found by its words, its examples lead to clauses, and it stays."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from kb.records import Kind
from kb.retrieval.embedding.index import read_vectors
from kb.snapshots.parts import STORE, VECTORS
from kb.snapshots.snapshot import Snapshot
from kb.store.sqlite import Store
from tests.bench.stores.beside import GAME, beside
from tests.kb.samples import publish_sample

SIZE = 120


def test_a_snapshot_gets_a_game_of_so_many_clauses(tmp_path: Path) -> None:
    with publish_sample(tmp_path, "1") as real:
        folder = real.folder
    made = beside(folder, tmp_path / "beside", SIZE)
    with Snapshot.open(made.folder) as snapshot:
        store = snapshot.store
        clauses = store.clauses(GAME.id)
        assert len(clauses) == SIZE
        assert len(store.passages()) == snapshot.counts["passages"] == len(made.vectors)
        assert store.clauses("chess") == Store.open(folder / STORE).clauses("chess")
        examples = [each for each in clauses if each.kind is Kind.EXAMPLE]
        assert len(examples) == SIZE // 10
        assert all(store.clause(each.explains).ordinal == each.ordinal - 1 for each in examples)
        name = clauses[20].text.split()[-1]
        [(number, _)] = store.lexical([name])
        assert store.passage(number).clause == clauses[20].id
    assert np.allclose(made.vectors[: len(read_vectors(folder / VECTORS))], read_vectors(folder / VECTORS), atol=1e-6)
    assert np.allclose(np.linalg.norm(made.vectors, axis=1), 1, atol=1e-4)
    assert beside(folder, tmp_path / "beside", SIZE).questions == made.questions
