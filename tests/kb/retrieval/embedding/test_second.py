"""The second look at games of text alone: the mean of two cosines, and words held against words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kb.errors import SnapshotError
from kb.retrieval.embedding.encoder import EncoderSettings, Tokens
from kb.retrieval.embedding.second import ARRAYS, UNKNOWN, Second

LAMP, OIL, TEA = np.eye(3, dtype=np.float32)
KNOWN = {"lamp": LAMP, "oil": OIL, "tea": TEA, "the": TEA, "?": LAMP}


class Written:
    """An encoder that knows three words; a text's vector is that of its first known one."""

    def tokens(self, text: str) -> Tokens:
        written = text.split()
        vectors = np.array([KNOWN[each] for each in written])
        return Tokens(vectors[0], vectors, written, np.zeros((len(written), 2), dtype=np.int64))


@pytest.fixture
def second(tmp_path: Path) -> Second:
    """Passages 1 and 3 are held, one for each of two clauses: `the lamp needs oil` and `tea`."""
    EncoderSettings("onnx", "three words", 3).save(tmp_path)
    np.savez(
        tmp_path / ARRAYS, rows=np.array([1, 3]), vectors=np.array([LAMP, TEA], dtype=np.float16),
        clauses=np.array(["g/r#lamp", "g/r#tea"]), starts=np.array([0, 2, 3]),
        tokens=(127 * np.array([LAMP, OIL, TEA])).astype(np.int8), basis=np.eye(3, dtype=np.float16),
        scale=np.float32(1 / 127),
    )  # fmt: skip
    found = Second(tmp_path)
    found.__dict__["_encoder"] = Written()
    return found


def dense(text: str) -> tuple[Any, Any]:
    """All four passages are as near as one another."""
    return np.arange(4), np.full(4, 0.5, dtype=np.float32)


def test_a_passage_that_is_held_is_as_near_as_by_both_on_average(second: Second) -> None:
    rows, scores = second.averaged(dense)("lamp")
    assert rows.tolist() == [0, 1, 2, 3]
    assert scores.tolist() == [0.5, 0.75, 0.5, 0.25]
    assert dense("lamp")[1].tolist() == [0.5] * 4


def test_passages_that_are_not_held_are_compared_by_their_texts(second: Second) -> None:
    """A clause of a past day, which reads otherwise now."""
    near = second.averaged(dense, (np.array([2]), ["tea"]))
    assert near("tea")[1].tolist() == [0.5, 0.5, 0.75, 0.5]


def test_where_only_the_nearest_are_compared_they_stay_as_near(second: Second) -> None:
    few = np.array([3, 1]), np.array([0.9, 0.8], dtype=np.float32)
    assert second.averaged(lambda text: few)("lamp")[1].tolist() == few[1].tolist()


def test_each_word_of_a_question_looks_for_its_like_in_a_clause(second: Second) -> None:
    assert second.alike("lamp oil", ["g/r#lamp", "g/r#tea", "g/r#unknown"]).tolist() == [1.0, 0.0, float(UNKNOWN)]
    assert second.alike("lamp tea", ["g/r#lamp", "g/r#tea"]).tolist() == [0.5, 0.5]


def test_words_that_say_nothing_are_not_looked_for(second: Second) -> None:
    """`the` has the vector of tea here, and a question mark that of a lamp."""
    assert second.alike("the oil ?", ["g/r#lamp", "g/r#tea"]).tolist() == [1.0, 0.0]
    assert second.alike("the", ["g/r#tea"]).tolist() == [1.0]


def test_damaged_arrays_are_named(tmp_path: Path) -> None:
    (tmp_path / ARRAYS).write_bytes(b"nothing")
    with pytest.raises(SnapshotError, match=ARRAYS):
        Second(tmp_path).averaged(dense)("lamp")
