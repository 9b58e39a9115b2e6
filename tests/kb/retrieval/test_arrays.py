"""Files of arrays are read whole, by one thread at a time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kb.retrieval import arrays
from kb.retrieval.arrays import READING, read_arrays


def test_threads_read_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, alone, load = tmp_path / "held.npz", [], np.load
    np.savez(path, rows=np.arange(6).reshape(2, 3), names=np.array(["press", "boost"]))

    def watched(*args: Any, **kwargs: Any) -> Any:
        alone.append(READING.locked())
        return load(*args, **kwargs)

    monkeypatch.setattr(arrays.np, "load", watched)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(read_arrays, [path] * 8))
    assert alone == [True] * 8
    assert all(each["rows"].tolist() == [[0, 1, 2], [3, 4, 5]] for each in found)
    assert found[0]["names"].tolist() == ["press", "boost"]


def test_pickled_objects_are_not_read(tmp_path: Path) -> None:
    np.savez(tmp_path / "held.npz", rows=np.array([{"a": 1}], dtype=object))
    with pytest.raises(ValueError, match="allow_pickle"):
        read_arrays(tmp_path / "held.npz")
