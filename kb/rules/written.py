"""Facts as people write them, in addresses, forms, chats and on the command line: read in one place, which fails at
nothing. What cannot be read stays the text that it is, and is refused by its type like any other that does not fit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

WHOLE = re.compile(r"[+-]?\d{1,15}", re.ASCII)
DEEPEST = 20


def whole_number(text: str) -> int | str:
    """`5`, `-5` or `+5` as a number, anything else as it is: `--5`, `²`, thousands of digits."""
    return int(text) if WHOLE.fullmatch(text) else text


def from_json(text: str) -> object:
    """What a text stands for as JSON; the text itself where it is none, or nested more than DEEPEST levels deep."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return text
    level, depth = [found], 0
    while level and depth <= DEEPEST:
        level, depth = [inner for each in level for inner in _inside(each)], depth + 1
    return text if level else found


def _inside(value: object) -> Iterable[object]:
    """What a list or an object holds."""
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
