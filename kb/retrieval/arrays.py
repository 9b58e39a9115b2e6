"""What arrays hold, and files of named arrays (.npz), read by one thread at a time.

numpy reads an array's head with `ast.literal_eval`, whose count of depth CPython 3.11 shares between threads: two that
read at the same time can end in `SystemError: AST constructor recursion depth mismatch` (python/cpython#106905).
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

READING = threading.Lock()

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int64]


def read_arrays(path: Path) -> dict[str, npt.NDArray[Any]]:
    """All arrays of a file by name, no pickled objects among them; OSError, ValueError, EOFError or BadZipFile
    where it cannot be read."""
    with READING, np.load(path, allow_pickle=False) as held:
        return {name: held[name] for name in held.files}
