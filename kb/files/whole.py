"""Files written whole or not at all: beside what stands there, then in its place by one atomic rename."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

OWNER_ONLY, AS_USUAL = 0o600, 0o666
"""What is allowed on a file while it is written in place of another one, and on a new one (without the umask's)."""


def write_whole(path: Path, content: bytes, flushed: bool = True) -> None:
    """Write a file so that readers see the old or the new one, never a part; its folder is made where there is none.

    A file that is there keeps who may read it, and a link stays one: what it leads to is written. Without `flushed` a
    fall of the machine may leave it empty. OSError where it cannot be written: then nothing is left behind.
    """
    path = Path(os.path.realpath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else None
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, AS_USUAL if mode is None else OWNER_ONLY)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
        if mode is not None:
            aside.chmod(mode)
        if flushed:
            flush(aside)
        aside.replace(path)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise
    if flushed:
        flush(path.parent)


def flush(path: Path) -> None:
    """Have the file system write a file or folder to disk; where folders cannot be opened, files alone."""
    if path.is_dir() and not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
