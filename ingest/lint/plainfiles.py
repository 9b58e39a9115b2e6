"""Whether the files of a game's folder can be read at all: plain files of its own, of a bearable size, text.

This is looked at before anything else is: who may put a file there could else name another's, or one that never ends.
"""

from __future__ import annotations

import re
import stat
import tomllib
from collections.abc import Iterator
from pathlib import Path

from ingest.source import LARGEST_FILE
from kb.errors import Place, Problem
from kb.files.toml import bounded_table
from kb.gamefolder import CASE_FILE, FACTS, LOCK, QUESTIONS, RULE_TEXT, RULES, file_name

LARGEST_TEXT = 32 * 1024 * 1024
LARGEST_RULES = 256 * 1024
"""Of one file of rules: reading one takes a second for so many bytes."""
LONGEST_LINE = 100_000
MOST_FILES = 5_000
UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
PLAIN = "a plain file of the game's own"
TEXT = "a text in UTF-8"


def file_problems(folder: Path) -> Iterator[Problem]:
    """An error for each file that the program would read and cannot, and for each link; hidden files aside."""
    found = sorted(folder.rglob("*"))
    if len(found) > MOST_FILES:
        place = Place(f"{folder.name}/", 0)
        yield Problem("too-large", f"the folder holds {len(found)} files", place, f"at most {MOST_FILES}")
        return
    for path in found:
        name = path.relative_to(folder)
        if not any(part.startswith(".") for part in name.parts):
            yield from _problems(path, Place(file_name(folder, path), 1), is_read(name))


def is_read(name: Path) -> bool:
    """Whether a file of this name in a game's folder is read by itself, not only as a document that game.toml names."""
    if name.parts[0] == QUESTIONS:
        return name.suffix == ".jsonl"
    if name.parts[0] == RULES:
        return name.name.endswith((RULE_TEXT, CASE_FILE))
    return str(name) in ("game.toml", FACTS, LOCK)


def _problems(path: Path, place: Place, read: bool) -> Iterator[Problem]:
    """What is wrong with one file, or one folder."""
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        yield Problem("outside-file", f"{path.name} is a symbolic link", place, PLAIN)
    elif stat.S_ISDIR(status.st_mode):
        if read:
            yield Problem("no-file", f"{path.name} is a folder", place, PLAIN)
    elif not stat.S_ISREG(status.st_mode):
        yield Problem("no-file", f"{path.name} is a device or a pipe", place, PLAIN)
    elif status.st_size > (largest := _largest(path, read)):
        yield Problem("too-large", f"{path.name} has {status.st_size} bytes", place, f"at most {largest}")
    elif read:
        yield from _text_problems(path.read_bytes(), place.file)


def _largest(path: Path, read: bool) -> int:
    """How many bytes a file may have."""
    if read:
        return LARGEST_RULES if path.name.endswith(RULE_TEXT) else LARGEST_TEXT
    return LARGEST_FILE


def _lock_problems(text: str, file: str) -> Iterator[Problem]:
    """What is wrong with rules.lock, which a program writes."""
    try:
        bounded_table(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        place = Place(file, int(line[1]) if line else text.count("\n") + 1, 1)
        yield Problem("bad-toml", str(error).partition(" (at ")[0], place, "what `headjudge pin` writes")


def _text_problems(content: bytes, file: str) -> Iterator[Problem]:
    """What is wrong with a text: the first place where it is none, the first line that is too long."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        yield Problem("not-utf8", f"byte 0x{content[error.start]:02x} is not UTF-8", Place(file, line, 1), TEXT)
        return
    if unseen := UNSEEN.search(text):
        line = text.count("\n", 0, unseen.start()) + 1
        yield Problem("bad-character", f"the character {unseen.group()!r}", Place(file, line, 1), TEXT)
    if file.endswith(f"/{LOCK}"):
        yield from _lock_problems(text, file)
    for number, each in enumerate(text.split("\n"), 1):
        if len(each) > LONGEST_LINE:
            place = Place(file, number, LONGEST_LINE, each)
            yield Problem("long-line", f"the line has {len(each)} characters", place, f"at most {LONGEST_LINE}")
            return
