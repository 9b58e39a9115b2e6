"""Read a request's JSON strictly: every value means one thing, and nothing that is sent can exhaust the server."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from flask import abort, request

DEEPEST = 20
LARGEST = 65_536
V = TypeVar("V")


def json_body() -> Any:
    """The body as JSON; 415 for another type, 400 where it is no JSON, names a key twice, or is nested too deeply."""
    if not request.is_json:
        abort(415, "a JSON body is expected, with Content-Type: application/json")
    try:
        found = json.loads(request.get_data(), object_pairs_hook=_once, parse_constant=_finite)
        json.dumps(found, ensure_ascii=False).encode()  # refuses halves of surrogate pairs
    except (ValueError, RecursionError) as error:
        said = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        abort(400, f"the body is no JSON that can be read: {said}")
    if _depth(found) > DEEPEST:
        abort(400, f"the body is nested more than {DEEPEST} levels deep")
    return found


def bounded(value: V) -> V:
    """The same value; ValueError where it is nested too deeply, or longer as JSON than a body may be."""
    if _depth(value) > DEEPEST:
        raise ValueError(f"nested more than {DEEPEST} levels deep")
    if len(json.dumps(value, default=str)) > LARGEST:
        raise ValueError(f"longer than {LARGEST} characters as JSON")
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{name[:80]!r} is given twice")
        found[name] = value
    return found


def _finite(name: str) -> Any:
    raise ValueError(f"{name} is no JSON value")


def _depth(value: Any) -> int:
    deepest, level = 0, [value]
    while level:
        deepest += 1
        level = [
            inner
            for each in level
            if isinstance(each, dict | list)
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
    return deepest
