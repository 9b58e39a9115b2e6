"""A stretch of a file as a file of its own, for servers that send files without holding a thread."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path


class Part(io.FileIO):
    """The bytes from `start` up to `stop` of a file, as many as the file has, to be read once.

    A server takes it through `wsgi.file_wrapper` and sends it in small steps; `released` is called once, when whoever
    sends it closes it, whole or broken off.
    """

    def __init__(self, path: Path, start: int, stop: int, released: Callable[[], None]) -> None:
        self.released, self.stop = released, stop
        super().__init__(path, "rb")
        self.seek(start)

    def read(self, size: int | None = -1, /) -> bytes:
        """At most `size` bytes, none behind the end."""
        left = max(0, self.stop - self.tell())
        return super().read(left if size is None or size < 0 else min(size, left)) or b""

    def close(self) -> None:
        """Close the file and say so."""
        super().close()
        self.released()
