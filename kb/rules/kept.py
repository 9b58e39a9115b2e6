"""What was computed, kept by what it was asked with, up to so many bytes: what was used longest ago is given up first.

It is kept packed: the records of one result take five to twenty times the memory of their bytes.
"""

from __future__ import annotations

import pickle
import threading
import time
import zlib
from typing import Any

MOST_BYTES = 32 * 1024 * 1024
ENTRY_BYTES = 250
"""About what an entry takes besides its own bytes."""
PACKED_FROM = 1024


class Kept:
    """Values by 32-byte keys; threads may share one."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = most
        self.size = 0
        self._entries: dict[bytes, tuple[bytes, float]] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: bytes | None) -> Any:
        """A new copy of what is kept, None where nothing is or its time is over."""
        with self._lock:
            entry = self._entries.pop(key, None) if key is not None else None
            if entry is None or key is None:
                return None
            if time.monotonic() > entry[1]:
                self.size -= _bytes(entry[0])
                return None
            self._entries[key] = entry
        packed = entry[0]
        return pickle.loads(zlib.decompress(packed[1:]) if packed[:1] == b"z" else packed[1:])

    def put(self, key: bytes | None, value: object, seconds: float = float("inf")) -> None:
        """Keep a value, for so many seconds at most; nothing without a key."""
        if key is None:
            return
        written = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        packed = b"z" + zlib.compress(written, 1) if len(written) >= PACKED_FROM else b"p" + written
        with self._lock:
            before = self._entries.pop(key, None)
            self.size += _bytes(packed) - (_bytes(before[0]) if before else 0)
            self._entries[key] = packed, time.monotonic() + seconds
            while self.size > self.most:
                self.size -= _bytes(self._entries.pop(next(iter(self._entries)))[0])


def _bytes(packed: bytes) -> int:
    return len(packed) + ENTRY_BYTES
