"""What a tool says of arguments that it cannot take: one sentence for each, in the tool's own names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

SAID = {
    "missing": "is missing",
    "date_from_datetime_parsing": "is no day: one is written 2026-11-28",
    "date_parsing": "is no day: one is written 2026-11-28",
    "date_from_datetime_inexact": "is no day: one is written 2026-11-28",
    "date_type": "is no day: one is written 2026-11-28",
    "dict_type": "is no object of names and values",
    "list_type": "is no list",
    "string_type": "is no text",
    "int_type": "is no whole number",
    "int_parsing": "is no whole number",
    "bool_type": "is neither true nor false",
    "bool_parsing": "is neither true nor false",
    "string_too_short": "has at least {min_length} character",
    "string_too_long": "has at most {max_length} characters",
    "greater_than_equal": "is at least {ge}",
    "less_than_equal": "is at most {le}",
    "too_long": "has at most {max_length} entries",
}
MOST = 5


def refused(tool: str, error: ValidationError, known: Sequence[str], given: Mapping[str, Any]) -> str:
    """The sentences for a call of a tool with the arguments that are `known`; what was `given` besides is named."""
    said = [f"`{place(each)}` {why(each)}" for each in error.errors(include_url=False)[:MOST]]
    other = [f"`{name[:40]}`" for name in given if name not in known]
    more = f"; it takes no {', '.join(other[:MOST])}, but {', '.join(known)}" if other else ""
    return f"{tool}: {'; '.join(dict.fromkeys(said))}{more}."


def place(error: ErrorDetails) -> str:
    """The argument, and where in it."""
    return ".".join(str(part) for part in error["loc"] if part != "date")


def why(error: ErrorDetails) -> str:
    """What is wrong with it."""
    said = SAID.get(error["type"])
    if said is None:
        return f"does not fit: {error['msg'].removeprefix('Value error, ')}"
    return said.format(**error.get("ctx", {}))
