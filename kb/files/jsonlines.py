"""Files of JSON lines: one JSON text a line, which ends at a line feed alone.

`str.splitlines` ends a line at U+0085, U+2028 and U+2029 too, which may stand in a JSON text as they are. Nothing here
splits there, and no line that is written has one of them: another program may split so.
"""

from __future__ import annotations

import json
import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kb.files.locks import lock
from kb.files.whole import write_whole

SEPARATORS = re.compile("[\x85\u2028\u2029]")
_turn = threading.Lock()


def json_line(value: object) -> str:
    """A value as one line with its line feed, letters as they are: `{"ask": "…"}\\n`."""
    text = json.dumps(value, ensure_ascii=False)
    return SEPARATORS.sub(lambda found: f"\\u{ord(found.group()):04x}", text) + "\n"


def json_object(text: str) -> dict[str, Any] | None:
    """The object that a line holds; None where it holds none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def numbered_lines(path: Path, errors: str = "strict") -> Iterator[tuple[int, str]]:
    """Each line of a file that is not blank with its number, counted from 1; `errors` says what becomes of bytes that
    are no UTF-8. OSError where the file cannot be read."""
    for number, line in enumerate(path.read_text("utf-8", errors).split("\n"), 1):
        if line.strip():
            yield number, line


def numbered_objects(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each object of a file with the number of its line; other lines are left out. None where there is no file."""
    for number, line in numbered_lines(path, "replace") if path.exists() else ():
        if (found := json_object(line)) is not None:
            yield number, found


def append_line(path: Path, line: str, most: int | None = None, earlier: Path | None = None) -> int | None:
    """Append a line of `json_line` to a file that its owner alone may read; the line's number, counted from 1.

    Where the file would grow beyond `most` bytes what it holds is moved to `earlier`, and the line begins it anew; None
    where no such place is given. OSError where it cannot be written. Of threads and processes that append at once each
    is told its own number, and one alone moves what the file holds. A line that broke off, on a full disk, stays one by
    itself.
    """
    content = line.encode("utf-8", "replace")
    with _turn, os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "a+b") as stream:
        lock(stream)
        stream.seek(0)
        before = stream.read()
        if before and not before.endswith(b"\n"):
            content = b"\n" + content
        if before and most is not None and len(before) + len(content) > most:
            if earlier is None:
                return None
            os.close(os.open(earlier, os.O_WRONLY | os.O_CREAT, 0o600))  # for its owner alone, as this one
            write_whole(earlier, before)
            stream.truncate(0)
            before, content = b"", content.lstrip(b"\n")
        stream.write(content)
        return (before + content).count(b"\n")
