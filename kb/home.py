"""Where the knowledge base lives, which version of it is in use, and the sums of its files; quickly imported."""

from __future__ import annotations

import hashlib
import json
import os
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

MANIFEST = "manifest.json"
CURRENT = "current"
RULES = "rules"
LARGE = 4 * 1024 * 1024
STORE_ADDRESS = "HEADJUDGE_STORE"


def home_dir(home: Path | None = None) -> Path:
    """Where snapshots live: the argument, else HEADJUDGE_HOME, else the platform's user data folder."""
    if home is not None:
        return home
    if chosen := os.environ.get("HEADJUDGE_HOME"):
        return Path(chosen).expanduser()
    from platformdirs import user_data_path

    return user_data_path("headjudge", appauthor=False)


def store_address() -> str:
    """The address of the database that machines share (HEADJUDGE_STORE); empty where each has its own files."""
    return os.environ.get(STORE_ADDRESS, "")


def snapshots_dir(home: Path | None = None) -> Path:
    """The folder of all snapshots."""
    return home_dir(home) / "snapshots"


def current_version(home: Path | None = None) -> str | None:
    """The version in use, None where nothing was published."""
    try:
        return (home_dir(home) / CURRENT).read_text("utf-8").strip() or None
    except FileNotFoundError:
        return None


@dataclass(frozen=True, slots=True)
class FileSum:
    """A file of a snapshot as its manifest knows it."""

    sha256: str
    size: int


def file_sum(path: Path | str) -> FileSum:
    """sha256 and size of a file."""
    with open(path, "rb", buffering=0) as stream:  # a snapshot has hundreds of small files: no buffer for each
        size = os.fstat(stream.fileno()).st_size
        if size > LARGE:
            return FileSum(hashlib.file_digest(stream, "sha256").hexdigest(), size)
        content = stream.read()
    return FileSum(hashlib.sha256(content).hexdigest(), len(content))


class SumsAhead:
    """Sums the large files of the current snapshot in a thread, while a server imports its libraries: that needs the
    interpreter, summing does not."""

    def __init__(self, home: Path | None = None) -> None:
        self._found: dict[str, FileSum] = {}
        self._thread = threading.Thread(target=self._sum, args=(home,), daemon=True)
        self._thread.start()

    def _sum(self, home: Path | None) -> None:
        with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):  # opening says what is wrong
            folder = snapshots_dir(home) / str(current_version(home))
            files = json.loads((folder / MANIFEST).read_text("utf-8"))["files"]
            for name in sorted(files, key=lambda each: -int(files[each]["size"])):
                if int(files[name]["size"]) >= LARGE:
                    self._found[f"{folder}/{name}"] = file_sum(folder / name)

    def __call__(self, path: str) -> FileSum:
        """sha256 and size of a file, each file once ahead; OSError where it cannot be read."""
        self._thread.join()
        return self._found.pop(path, None) or file_sum(path)
