"""TOML of a game's folder, which strangers may have written: what would be nested beyond reading is an error like any
other in it, with its line. And values, written as TOML."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

DEEPEST = 50
DEEP = f"Nested more than {DEEPEST} deep"
PARTS = re.compile(rf"(?<![\w.-])(?:[\w-]+[ \t]*\.[ \t]*){{{DEEPEST}}}")
"""A key of many parts, which the reader of TOML takes longer for than is borne."""


def bounded_table(text: str) -> dict[str, Any]:
    """The table of a TOML text; TOMLDecodeError with the line where it is none, or nested more than DEEPEST deep."""
    if many := PARTS.search(text):
        raise tomllib.TOMLDecodeError(f"{DEEP} (at line {text.count(chr(10), 0, many.start()) + 1}, column 1)")
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        raise _too_deep(text) from None
    except ValueError as error:  # a number of more digits than Python reads
        line = max(range(len(lines := text.split("\n"))), key=lambda at: sum(map(str.isdigit, lines[at])))
        raise tomllib.TOMLDecodeError(f"{error} (at line {line + 1}, column 1)") from None
    if _depth(found) > DEEPEST:
        raise _too_deep(text)
    return found


def toml_value(value: object) -> str:
    """A text, a number, a truth value, a list or a table of these as TOML, on one line: `{ "a" = [1, "x"] }`.

    JSON's escapes are TOML's, but JSON leaves the sign of deletion as it is.
    """
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{toml_value(str(name))} = {toml_value(each)}" for name, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _too_deep(text: str) -> tomllib.TOMLDecodeError:
    """The error, at the line that opens most."""
    lines = text.split("\n")
    line = max(range(len(lines)), key=lambda at: sum(map(lines[at].count, "[{.")))
    return tomllib.TOMLDecodeError(f"{DEEP} (at line {line + 1}, column 1)")


def _depth(value: object) -> int:
    """How many tables and lists stand in each other."""
    level, depth = [value], 0
    while level := [
        inner
        for each in level
        if isinstance(each, dict | list)
        for inner in (each.values() if isinstance(each, dict) else each)
    ]:
        depth += 1
        if depth > DEEPEST:
            break
    return depth
