"""Memory of this process: how it is taken from the system, and given back."""

from __future__ import annotations

import contextlib
import ctypes

ARENA_MAX, MMAP_THRESHOLD, TRIM_THRESHOLD = -8, -3, -1
"""What mallopt calls them (malloc.h)."""
ARENAS = 2
LARGE = 1024 * 1024


def bound_arenas() -> None:
    """Have the C library take memory from ARENAS heaps, and give what is larger than LARGE back once it is freed. Of
    itself it makes a heap for each of many threads, each of which keeps what its longest question took, and once a
    large file was read it takes the like of it from those heaps too. Does nothing where it is not glibc."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        library = ctypes.CDLL(None)
        for what, value in ((ARENA_MAX, ARENAS), (MMAP_THRESHOLD, LARGE), (TRIM_THRESHOLD, LARGE)):
            library.mallopt(what, value)


def give_back() -> None:
    """Have the C library return the pages that nothing uses: of itself it keeps most of them. Does nothing where it is
    not glibc."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
