"""How much of a file is read: nobody's rulebook is larger, and what is larger would take the machine with it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from kb.errors import Place, Problem, SourceError

LARGEST = 64 * 1024 * 1024
"""Bytes of a file."""
MOST_CHARACTERS = 20_000_000
MOST_BLOCKS = 200_000
MOST_PAGES = 3_000
DEEPEST = 64
"""Levels of a tree: of YAML, JSON or HTML."""
UNPACKED = 256 * 1024 * 1024
"""Bytes that a packed file (DOCX) may unpack to."""


def failed(path: Path, code: str, message: str, expected: str = "", line: int = 0) -> SourceError:
    """The error of one file."""
    return SourceError([Problem(code, message, Place(path.name, line), expected)])


def read_bytes(path: Path) -> bytes:
    """The whole of a file; SourceError where it is missing, no plain file, empty or too large."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        raise failed(path, "missing-file", f"cannot be read: {error.strerror}") from error
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        raise failed(path, "no-file", "is a device, a pipe or a folder", "a plain file")
    with open(descriptor, "rb") as stream:
        if status.st_size > LARGEST:
            raise failed(path, "too-large", f"has {status.st_size} bytes", f"at most {LARGEST}")
        content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise failed(path, "too-large", "grows while it is read", f"at most {LARGEST} bytes")
    if not content.strip():
        raise failed(path, "empty-file", "holds nothing", "a rulebook")
    return content


def decoded(path: Path, content: bytes) -> str:
    """A text file's characters: UTF-8, or UTF-16 by its byte order mark; SourceError with the place of a wrong byte."""
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        found = f"byte 0x{content[error.start]:02x} is not {encoding.removesuffix('-sig').upper()}"
        raise failed(path, "not-utf8", found, "a text in UTF-8: save it anew with this encoding", line) from error
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise failed(path, "not-text", "holds zero bytes", "a text in UTF-8", line)
    if len(text) > MOST_CHARACTERS:
        raise failed(path, "too-large", f"has {len(text)} characters", f"at most {MOST_CHARACTERS}")
    return text
