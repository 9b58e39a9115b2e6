"""Read a document's file into text with line positions, refusing what no layout could read."""

from __future__ import annotations

import hashlib
import stat
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePath

from kb.errors import Place, Problem, SourceError

LONGEST_LINE = 100_000
LARGEST_FILE = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a source: its 1-based number, its text without the line end, its `[start, end)`."""

    number: int
    text: str
    start: int
    end: int

    @property
    def blank(self) -> bool:
        """True where the line holds only white space."""
        return not self.text.strip()


@dataclass(frozen=True)
class Source:
    """A document's text as it was read: only `\\n`, `\\r\\n` and `\\r` end a line; offsets count code points."""

    file: str
    text: str
    sha256: str

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines in order; a last line without a line end counts, an empty rest does not."""
        found: list[Line] = []
        start = 0
        while start < len(self.text):
            end = min(
                (at for at in (self.text.find(mark, start) for mark in "\n\r") if at >= 0), default=len(self.text)
            )
            found.append(Line(len(found) + 1, self.text[start:end], start, end))
            start = end + (2 if self.text[end : end + 2] == "\r\n" else 1)
        return tuple(found)

    @cached_property
    def _starts(self) -> list[int]:
        return [line.start for line in self.lines]

    def line_at(self, offset: int) -> Line:
        """The line that holds the character at `offset`."""
        return self.lines[max(0, bisect_right(self._starts, offset) - 1)]

    def place(self, offset: int) -> Place:
        """The place of a code-point offset, for an error message."""
        if not self.lines:
            return Place(self.file)
        line = self.line_at(offset)
        return Place(self.file, line.number, offset - line.start + 1, line.text)


def inside(folder: Path, name: str) -> Path:
    """The file of that name in a folder, or below it; a game's folder names no file outside of itself.

    Raises SourceError where the name leads elsewhere: an absolute path, `..`, a symbolic link, a device.
    """
    place, parts = Place(f"{folder.name}/{name}"), PurePath(name).parts
    expected = "a plain file in the game's folder"
    if not parts or PurePath(name).is_absolute() or ".." in parts or "\0" in name or "\\" in name:
        raise SourceError([Problem("outside-file", f"{name!r} leads out of the game's folder", place, expected)])
    path = folder
    for part in parts:
        path = path / part
        if path.is_symlink():
            raise SourceError([Problem("outside-file", f"{part!r} is a symbolic link", place, expected)])
    if path.exists() and not path.is_file():
        raise SourceError([Problem("outside-file", f"{name!r} is no plain file", place, expected)])
    return path


def read_source(path: Path, name: str = "") -> Source:
    """The document in `path`, UTF-8 (a byte order mark is dropped); `name` is what messages call it.

    Raises SourceError where the file is missing, empty, too large, not UTF-8 or has a line of more
    than LONGEST_LINE characters.
    """
    shown = name or path.name
    try:
        status = path.stat()
        size = status.st_size
        if not stat.S_ISREG(status.st_mode):
            raise SourceError([Problem("no-file", "is a device, a pipe or a folder", Place(shown), "a plain file")])
        content = path.read_bytes() if size <= LARGEST_FILE else b""
    except OSError as error:
        raise SourceError([Problem("missing-file", f"cannot be read: {error.strerror}", Place(shown))]) from error
    if size > LARGEST_FILE:
        raise SourceError([Problem("too-large", f"has {size} bytes", Place(shown), f"at most {LARGEST_FILE}")])
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        good = content[: error.start].decode("utf-8", "replace")
        place = Place(shown, good.count("\n") + 1, len(good) - good.rfind("\n"), good[good.rfind("\n") + 1 :] + "�")
        found = f"byte 0x{content[error.start]:02x} is not UTF-8"
        expected = "a text file in UTF-8; `headjudge add` reads PDF, DOCX and others"
        raise SourceError([Problem("not-utf8", found, place, expected)]) from error
    return checked(Source(shown, text, hashlib.sha256(content).hexdigest()))


def checked(source: Source) -> Source:
    """The source itself, or SourceError where it is empty or has an endless line."""
    if not source.text.strip():
        raise SourceError([Problem("empty-file", "holds no text", Place(source.file), "the document's text")])
    for line in source.lines:
        if len(line.text) > LONGEST_LINE:
            place = Place(source.file, line.number, LONGEST_LINE, line.text[: LONGEST_LINE + 20])
            found = f"the line has {len(line.text)} characters"
            raise SourceError([Problem("long-line", found, place, f"lines of at most {LONGEST_LINE} characters")])
    return source
