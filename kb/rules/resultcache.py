"""Results that were computed, kept by what it was asked with, up to so many bytes.

It is kept packed: the records of one result take five to twenty times the memory of their bytes.
"""

from __future__ import annotations

import pickle
import time
import zlib
from typing import Any

from kb.cache import LeastRecent

MOST_BYTES = 32 * 1024 * 1024
ENTRY_BYTES = 250
"""About what an entry takes besides its own bytes."""
PACKED_FROM = 1024


class ResultCache:
    """Values by 32-byte keys; `entries` holds each packed, and until when."""

    def __init__(self) -> None:
        self.entries: LeastRecent[bytes, tuple[bytes, float]] = LeastRecent(
            MOST_BYTES, lambda _, entry: len(entry[0]) + ENTRY_BYTES
        )

    def get(self, key: bytes | None) -> Any:
        """A new copy of what is kept, None where nothing is or its time is over."""
        entry = self.entries.get(key) if key is not None else None
        if entry is None or time.monotonic() > entry[1]:
            return None
        packed = entry[0]
        return pickle.loads(zlib.decompress(packed[1:]) if packed[:1] == b"z" else packed[1:])

    def put(self, key: bytes | None, value: object, seconds: float = float("inf")) -> None:
        """Keep a value, for so many seconds at most; nothing without a key."""
        if key is None:
            return
        written = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        packed = b"z" + zlib.compress(written, 1) if len(written) >= PACKED_FROM else b"p" + written
        self.entries.put(key, (packed, time.monotonic() + seconds))
