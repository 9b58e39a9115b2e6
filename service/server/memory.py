"""Memory that is free in this process, given back to the system."""

from __future__ import annotations

import contextlib
import ctypes


def give_back() -> None:
    """Have the C library return the pages that nothing uses: of itself it keeps most of them. Does nothing where it is
    not glibc."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
