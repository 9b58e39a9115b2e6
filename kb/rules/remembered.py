"""What is worked out of a schema or of a slice of rules is kept as long as that is.

A cache that holds them itself would keep the rules of every snapshot that was ever served: 10 MB each."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

K = TypeVar("K")
P = ParamSpec("P")
V = TypeVar("V")


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
        if asked not in own:
            own[asked] = found(of, *args, **kwargs)
        return own[asked]

    return remembered
