"""What is worked out of a schema or of a slice of rules is kept as long as that is.

A cache that holds them itself would keep the rules of every snapshot that was ever served: 10 MB each.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

K = TypeVar("K")
P = ParamSpec("P")
V = TypeVar("V")
MOST_KEPT = 64
"""So many findings are kept of one thing, then they are worked out anew: what is left open is up to who asks."""


def kept_with(found: Callable[Concatenate[K, P], V]) -> Callable[Concatenate[K, P], V]:
    """Have a function remember what it found for its first argument and those behind it, until nothing else holds the
    first. What it finds must not refer to that one."""
    kept: WeakKeyDictionary[K, dict[object, V]] = WeakKeyDictionary()

    @wraps(found)
    def remembered(of: K, /, *args: P.args, **kwargs: P.kwargs) -> V:
        own = kept.get(of)
        if own is None:
            own = kept.setdefault(of, {})
        asked = (args, tuple(kwargs.items()))
        value = own.get(asked)
        if value is None:
            value = found(of, *args, **kwargs)
            if len(own) >= MOST_KEPT:
                own.clear()
            own[asked] = value
        return value

    return remembered
