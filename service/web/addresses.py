"""Addresses of our own pages."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode


def address_of(path: str, query: Iterable[tuple[str, str]]) -> str:
    """A path with its query, where it has one."""
    pairs = list(query)
    return f"{path}?{urlencode(pairs)}" if pairs else path
