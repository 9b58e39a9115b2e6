"""What two snapshots have alike is held once, and by nobody but them."""

from __future__ import annotations

import gc
import shutil
from pathlib import Path

import numpy as np

from kb.held import Alike
from kb.retrieval.classifying.learned import Learned
from kb.retrieval.classifying.learning import learn
from kb.retrieval.embedding.encoder import WORDS, known_words
from kb.retrieval.embedding.index import VectorIndex


class Thing:
    """Something that takes memory."""


def test_it_is_read_once_as_long_as_somebody_holds_it() -> None:
    things, read = Alike[Thing](), []

    def made() -> Thing:
        read.append(1)
        return Thing()

    one = things.of("key", made)
    assert things.of("key", made) is one
    assert things.of("other key", made) is not one
    assert len(read) == 2
    del one
    gc.collect()
    assert len(things) == 0
    things.of("key", made)
    assert len(read) == 3


def test_two_folders_with_the_same_files_have_one_of_each_part(tmp_path: Path) -> None:
    """The older snapshot is served while the newer one is warmed: what did not change is not in memory twice."""
    older, newer = tmp_path / "older", tmp_path / "newer"
    older.mkdir()
    (older / WORDS).write_text("one\ntwo\n", "utf-8")
    vectors = np.eye(4, dtype=np.float32)
    VectorIndex.of(vectors).save(older / "vectors.faiss")
    model = learn(["keeps it", "does he keep it", "loses it", "does he lose it"], vectors, ["a", "a", "b", "b"])
    assert model is not None
    model.save(older / "checks.npz")
    shutil.copytree(older, newer)

    held = [
        (VectorIndex.open(each / "vectors.faiss"), known_words(each), Learned.open(each / "checks.npz"))
        for each in (older, newer)
    ]
    assert all(one is other for one, other in zip(*held, strict=True))

    VectorIndex.of(vectors[::-1]).save(newer / "vectors.faiss")
    assert VectorIndex.open(newer / "vectors.faiss") is not held[0][0], "what is in the file counts, not its place"
